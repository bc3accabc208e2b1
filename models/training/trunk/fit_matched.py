"""Fits what the matcher's reading is worth beside what was known of an entry (`MATCHED_WEIGHTS` in `src/engine/evidence/answer-probability.ts`).

    python3 fit_matched.py FEATURES.ndjson [JUDGED.ndjson]

FEATURES: as `bun scripts/match-features.ts` writes them for the questions of JUDGED, by default `judgments/matched.ndjson`, which no model learns
from. Run `fit_answers.py` first, since the log-odds before the matcher are one of the features. Figures are of questions left out in ten folds.
"""
import json
import sys

import numpy as np

import data
from fit_answers import auc, fit

NAMES = ["intercept", "near_logit", "match_logit"]


def rows_of(features, judged):
    """[(features of the entries that the matcher read, their grades, grades of all entries)], best first before the matcher."""
    grades = {r["query"]: r["grades"] for r in data.read_ndjson(judged)}
    rows = []
    for line in data.read_ndjson(features):
        if line["found"] is None or line["query"] not in grades:
            continue
        known = grades[line["query"]]
        entries = [e for e in line["found"]["entries"] if e["id"] in known]
        read = sorted((e for e in entries if e.get("match_logit") is not None), key=lambda e: -e["near_logit"])
        if read:
            x = np.array([[1.0, *(e[name] for name in NAMES[1:])] for e in read])
            rows.append((x, np.array([known[e["id"]] for e in read]), max(known[e["id"]] for e in entries)))
    return rows


def report(name, rows, scores):
    first = np.array([y[s.argmax()] for (_, y, _), s in zip(rows, scores)])
    top = np.array([s.max() for s in scores])
    can = np.array([best == 2 for _, _, best in rows])
    print(name, "whole answer first of those that have one", round(float((first[can] == 2).mean()), 3), "of", can.sum(),
          "first place whole / in part / none", [round(float((first == g).mean()), 3) for g in (2, 1, 0)],
          "AUC of first places, whole", round(float(auc(top, first == 2)), 3), "of use", round(float(auc(top, first >= 1)), 3))
    return first, 1 / (1 + np.exp(-top))


def main(features, judged=data.TRAINING / "judgments" / "matched.ndjson"):
    rows = rows_of(features, judged)
    best = [b for _, _, b in rows]
    print(len(rows), "messages;", best.count(2), "have an entry that answers whole,", best.count(1), "only one that answers in part")
    report("before the matcher:", rows, [x[:, 1] for x, _, _ in rows])
    fold = np.random.default_rng(3).permutation(len(rows)) % 10
    scores = [None] * len(rows)
    for k in range(10):
        learnt = [r for r, f in zip(rows, fold) if f != k]
        w = fit(np.concatenate([x for x, _, _ in learnt]), np.concatenate([y for _, y, _ in learnt]) / 2)
        for i in np.flatnonzero(fold == k):
            scores[i] = rows[i][0] @ w
    first, p = report("with it, ten folds:", rows, scores)
    for low, high in ((0, 0.3), (0.3, 0.4), (0.4, 0.5), (0.5, 0.6), (0.6, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 1.01)):
        held = (p >= low) & (p < high)
        if held.any():
            print("  from", low, held.sum(), "whole", round(float((first[held] == 2).mean()), 2), "of use", round(float((first[held] >= 1).mean()), 2))
    w = fit(np.concatenate([x for x, _, _ in rows]), np.concatenate([y for _, y, _ in rows]) / 2)
    print(json.dumps(dict(zip(NAMES, np.round(w, 3).tolist()))))


if __name__ == "__main__":
    main(*sys.argv[1:])
