"""Fit how sure the engine may be that its evidence answers a question (`src/engine/evidence/confidence.ts`).

    python3 fit_strength.py FILE        FILE is what `bun scripts/held-out-relevance.ts` prints

Log-odds that a question is one that reading found an answer for, from the share of the nearest known questions that have one and the logit of the best
relevance: a logistic regression on every second question, each side counting the same. (Since the reranker is told how many of them the passage answers, that
share and the nearness add nothing.) Printed are the weights of that half and of all questions, the log-odds that 95, 90 and 50 % of the answered questions of the
half reach, and how many of the other half do. And, of all pairs of an answered question and one of another kind, in how many the answered one has the better
best relevance (the area under the curve).
"""
import json
import sys

import numpy as np

from common import read_ndjson

LEAST = 1e-4
DECAY = 1e-3


def features(rows):
    p = np.clip([r["best"] for r in rows], LEAST, 1 - LEAST)
    return np.stack([[r["answered"] or 0.0 for r in rows], np.log(p / (1 - p)), np.ones(len(rows))], 1)


def fit(x, y, decay=DECAY, rounds=20):
    """Newton's method; the weights of both sides sum to the same."""
    side = np.where(y, 0.5 / y.sum(), 0.5 / (~y).sum())
    weights = np.zeros(x.shape[1])
    for _ in range(rounds):
        p = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (side * (p - y)) + decay * weights
        curve = (x * (side * p * (1 - p))[:, None]).T @ x + decay * np.eye(x.shape[1])
        weights -= np.linalg.solve(curve, slope)
    return weights


def main(path):
    rows = list(read_ndjson(path))
    kind = np.array([r["kind"] for r in rows])
    x, y = features(rows), kind == "answered"
    half = np.arange(len(rows)) % 2 == 0
    weights = fit(x[half], y[half])
    odds = x @ weights
    for fitted in (weights, fit(x, y)):
        print(json.dumps({name: round(float(w), 2) for name, w in zip(("answered", "logit", "constant"), fitted)}))
    for kept in (0.95, 0.9, 0.5):
        line = float(np.quantile(odds[half & y], 1 - kept))
        shares = {k: round(float((odds[~half & (kind == k)] >= line).mean()), 3) for k in dict.fromkeys(kind.tolist())}
        print(json.dumps({"log-odds": round(line, 2), "reached by": shares}))
    logit = x[:, 1]
    apart = {k: round(float((logit[y][:, None] > logit[kind == k][None]).mean()), 3) for k in dict.fromkeys(kind.tolist()) if k != "answered"}
    print(json.dumps({"pairs told apart by relevance": apart}))


if __name__ == "__main__":
    main(*sys.argv[1:])
