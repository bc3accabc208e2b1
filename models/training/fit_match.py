"""Choose how the order of passages weighs the full-text score, the cosine and the cross-encoder's logit (`RANK_WEIGHTS` of `src/engine/evidence/answer-probability.ts`).

    python3 fit_match.py fit=FILE... check=FILE...      files written by match_candidates.ts

The weights have the best mean nDCG@10 of a grid on the questions of the `fit` files, each file counting the
same. `check` files are only measured: nDCG@10 of each reading alone, of the order in which the search fused them, of the fitted weights and of those
shipped. For all files also the share of the best-graded documents among the first 24 of the search, fused by scores with several weights
(`COSINE_WEIGHT` of `src/engine/evidence/fusion.ts`) and by ranks.
"""
import itertools
import json
import sys

import numpy as np

# As src/engine/evidence/answer-probability.ts has it.
LOGIT_MAX = 6.0
SHIPPED = (0.3, 18, 0.2)
# Of each weight; only their proportions matter.
GRID = ((0.05, 0.1, 0.15, 0.2, 0.3), (10, 14, 18, 24, 30), (0.1, 0.15, 0.2, 0.3, 0.4))
NAMES = ("bm25", "cosine", "relevance_logit")
# As `eval retrieval` fuses, and as far as the search goes in the service.
CANDIDATES = 24
COSINE_WEIGHTS = (20, 30, 40, 60, 100, 200)
# Of reciprocal rank fusion.
RANK_CONSTANT = 60


def rows_of(path):
    with open(path, encoding="utf-8") as f:
        for line in f:
            row = json.loads(line)
            yield row, dict(row["lexical"]), dict(row["dense"])


def read(path):
    """Per question: features [candidates, 3] in the order of NAMES, gains, and the ideal gains. What a search left out counts as its last hit."""
    questions = []
    for row, lexical, dense in rows_of(path):
        low, far = min(lexical.values(), default=0.0), min(dense.values(), default=0.0)
        ids = list(row["relevance"])
        p = np.clip(np.array([row["relevance"][i] for i in ids]), 1e-9, 1 - 1e-9)
        logit = np.clip(np.log(p / (1 - p)), -LOGIT_MAX, LOGIT_MAX)
        features = np.stack([[lexical.get(i, low) for i in ids], [dense.get(i, far) for i in ids], logit], 1)
        grades = np.array([max(0, row["grades"].get(i, 0)) for i in ids], dtype=float)
        questions.append((features, 2 ** grades - 1, sorted((2 ** max(0, g) - 1 for g in row["grades"].values()), reverse=True)[:10]))
    return questions


def recall(path):
    """Share of the documents of grade 2 and more (1 where grades go no higher) among the first candidates, by way of fusing."""
    found = {}
    for row, lexical, dense in rows_of(path):
        least = min(2, max(row["grades"].values()))
        good = {i for i, grade in row["grades"].items() if grade >= least}
        low, far = min(lexical.values(), default=0.0), min(dense.values(), default=0.0)
        listed = {*lexical, *dense}
        orders = {f"cosine x {w}": {i: lexical.get(i, low) + w * dense.get(i, far) for i in listed} for w in COSINE_WEIGHTS}
        places = [{i: r for r, i in enumerate(scores)} for scores in (lexical, dense)]
        orders["ranks"] = {i: sum(1 / (RANK_CONSTANT + 1 + p[i]) for p in places if i in p) for i in listed}
        for name, worth in orders.items():
            first = set(sorted(worth, key=lambda i: (-worth[i], i))[:CANDIDATES])
            found.setdefault(name, []).append(len(first & good) / len(good))
    return {name: round(float(np.mean(shares)), 4) for name, shares in found.items()}


def ndcg(scores, gains, ideal):
    discount = 1 / np.log2(np.arange(2, 12))
    got = gains[np.argsort(-scores, kind="stable")[:10]]
    whole = float((np.array(ideal) * discount[:len(ideal)]).sum())
    return float((got * discount[:len(got)]).sum()) / whole if whole else 0.0


def figures(questions, weights):
    views = {"fused": None, **dict(zip(NAMES, np.eye(len(NAMES)))), "weighted": weights, "shipped": SHIPPED}
    return {name: round(float(np.mean([ndcg(-np.arange(len(g)) if w is None else x @ np.array(w, dtype=float), g, i) for x, g, i in questions])), 4)
            for name, w in views.items()}


def mean_ndcg(questions, weights):
    return float(np.mean([ndcg(x @ np.array(weights, dtype=float), gains, ideal) for x, gains, ideal in questions]))


def fit(sets):
    """The weights of the grid with the best nDCG@10, each set counting the same. The listwise loss that was used before trades it away."""
    return max(itertools.product(*GRID), key=lambda weights: np.mean([mean_ndcg(questions, weights) for questions in sets]))


def main(*arguments):
    named = [a.split("=", 1) for a in arguments]
    weights = fit([read(path) for use, path in named if use == "fit"])
    print("weights:", json.dumps(dict(zip(NAMES, weights))))
    for use, path in named:
        print(use, path, json.dumps(figures(read(path), weights)))
        print("  recall at", CANDIDATES, json.dumps(recall(path)))


if __name__ == "__main__":
    main(*sys.argv[1:])
