"""Fits the weights by which features say that a document answers (`src/engine/evidence/answer-probability.ts`).

    python3 fit_answers.py FEATURES.ndjson JUDGED.ndjson [FEATURE…]      without the features named
    python3 fit_answers.py FEATURES.ndjson JUDGED.ndjson --all        where the reader has learnt from none of them

FEATURES: as `bun scripts/match-features.ts` writes them. JUDGED: {"query", "grades": {id or DOI: 0, 1 or 2}} by readers who saw neither scores nor
order; a query is a message or one part of it. A 2 answers; a 1 answers in part and counts for half. Only the fifth of the queries is used that
the reader did not learn from. Figures are of questions left out in ten folds.
"""
import json
import sys

import numpy as np

from data import held_out_of, read_ndjson

LOGIT_MAX = 6
NAMES = {"guidance": ["intercept", "embedder_cosine", "beside_wellness", "cosine", "asked_lead", "words_lead", "same_kind", "shared_facets"],
         "record": ["intercept", "embedder_cosine", "relevance_logit", "beside_wellness"]}


def logit(p):
    return float(np.clip(np.log(max(p, 1e-9) / max(1 - p, 1e-9)), -LOGIT_MAX, LOGIT_MAX))


def row(features, source, kind):
    values = [1.0, features["embedder_cosine"]]
    if source == "record":
        values += [logit(features["relevance"]), float(kind == "none")]
    else:
        values.append(float(kind == "none"))
        values += [features["cosine"], features["asked_lead"], features["words_lead"], float(features["same_kind"])]
        values.append(0.5 if features["shared_facets"] is None else features["shared_facets"])
    return values


def fit(x, y, strength=0.5, steps=400):
    """Logistic regression by Newton's method; the intercept is not held back."""
    w, hold = np.zeros(x.shape[1]), np.full(x.shape[1], strength)
    hold[0] = 1e-6
    for _ in range(steps):
        p = 1 / (1 + np.exp(-x @ w))
        gradient = x.T @ (p - y) + hold * w
        step = np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + np.diag(hold), gradient)
        w -= step
        if np.abs(step).max() < 1e-8:
            break
    return w


def auc(score, good):
    order = np.argsort(score)
    rank = np.empty(len(score))
    rank[order] = np.arange(1, len(score) + 1)
    n = good.sum()
    return (rank[good].sum() - n * (n + 1) / 2) / (n * (len(good) - n)) if 0 < n < len(good) else float("nan")


def main(features, judged, *left_out):
    grades, learnt = {}, set()
    for r in read_ndjson(judged):
        message = r.get("message", r["query"])
        known = grades.setdefault(message, {})
        known.update({name: max(grade, known.get(name, 0)) for name, grade in r["grades"].items()})
        if not held_out_of(r["query"], 5):
            learnt.add(message)
    data = {s: ([], [], []) for s in NAMES}
    for line in read_ndjson(features):
        message, part = line["query"], line["found"]
        if part is None or message not in grades or ("--all" not in left_out and message in learnt):
            continue
        for source, key, name in (("guidance", "entries", "id"), ("record", "records", "doi")):
            for found in part[key]:
                grade = grades[message].get(found[name])
                if grade is not None:
                    x, y, q = data[source]
                    x.append(row(found, source, part["kind"]))
                    y.append(grade / 2)
                    q.append(message)
    for source, (x, y, q) in data.items():
        x, y, q = np.array(x), np.array(y), np.array(q)
        x[:, [i for i, name in enumerate(NAMES[source]) if name in left_out]] = 0
        names = sorted(set(q))
        fold = {n: i % 10 for i, n in enumerate(np.random.default_rng(3).permutation(names))}
        which = np.array([fold[n] for n in q])
        held = np.zeros(len(y))
        for k in range(10):
            held[which == k] = x[which == k] @ fit(x[which != k], y[which != k])
        best = [max((held[i], y[i]) for i in np.flatnonzero(q == n)) for n in names]
        tops, goods = np.array([b[0] for b in best]), np.array([b[1] for b in best])
        can = np.array([y[q == n].max() == 1 for n in names])
        print(source, "right first of those that can be answered", round((goods[can] == 1).mean(), 3), "of", can.sum())
        print(source, len(y), "pairs of", len(names), "questions; AUC of pairs", round(auc(held, y == 1), 3), "of first places", round(auc(tops, goods == 1), 3),
              "first answers", round((goods == 1).mean(), 3), "in part", round((goods == 0.5).mean(), 3))
        for cut in (0.3, 0.4, 0.5, 0.6, 0.7):
            p = 1 / (1 + np.exp(-tops))
            print("  at", cut, "served", round((p >= cut).mean(), 3), "answers", round((goods[p >= cut] == 1).mean(), 3), "not at all", round((goods[p >= cut] == 0).mean(), 3))
        print(json.dumps(dict(zip(NAMES[source], np.round(fit(x, y), 3).tolist()))))


if __name__ == "__main__":
    main(*sys.argv[1:])
