"""Choose how the order of evidence weighs the cross-encoder's logit, the cosines, the full-text score and the shared words (`src/engine/evidence/match.ts`).

    python3 fit_match.py fit=FILE... check=FILE...      files written by match_candidates.ts

The weights minimise the listwise loss (softmax against the grades' gains) on the questions of the `fit` files, each file counting the
same. There are two cosines, to the passage and to the nearest question that it is known to answer (to the passage again where none is known), and the share
of the nearest questions that it answers: the nearness of `src/engine/evidence/fusion.ts` is made of these. `check` files are only measured: nDCG@10 of each reading alone, of the order in
which the search fused them, of the fitted weights and of those shipped. For all files also the share of the best-graded documents among the first 24 of
the search, fused by scores with several weights and by ranks.
"""
import json
import sys

import numpy as np

LOGIT_MAX = 8.0
# As the engine reranks, and as src/engine/evidence/fusion.ts fuses.
CANDIDATES = 24
NEARNESS_WEIGHTS = (20, 30, 40, 60, 100, 200)
SHIPPED_WEIGHT = {"plain": 40, "asked": 200}
SHIPPED_ASKED, SHIPPED_SHARE = 0.5, 0.25
ASKED_SHARES = (0, 0.25, 0.5, 0.75)
# Logit, nearness, BM25 and words of src/engine/evidence/match.ts, without and with known questions.
SHIPPED_MATCH = {"plain": (0.5, 10, 0.35, 2), "asked": (0.3, 12, 0.025, 0)}
WORDS_WEIGHTS = (0, 1, 2, 3, 4)
# Of reciprocal rank fusion.
RANK_CONSTANT = 60


def read(path):
    """("plain" or "asked": whether questions are known; per question: features [candidates, 6] (logit, cosine, cosine to the nearest known
    question, share of the near questions that it answers, BM25, shares of the question's words in passage and first sentence), gains, and the ideal gains)."""
    kind, questions = "plain", []
    with open(path, encoding="utf-8") as f:
        for line in f:
            row = json.loads(line)
            lexical, dense, asked = dict(row["lexical"]), dict(row["dense"]), dict(row["asked"])
            kind = "asked" if asked else kind
            least, least_cosine = min(lexical.values(), default=0.0), min(dense.values(), default=0.0)
            ids = list(row["relevance"])
            p = np.clip(np.array([row["relevance"][i] for i in ids]), 1e-9, 1 - 1e-9)
            logit = np.clip(np.log(p / (1 - p)), -LOGIT_MAX, LOGIT_MAX)
            cosines = [dense.get(i, least_cosine) for i in ids]
            features = np.stack([logit, cosines, [asked.get(i, c) for i, c in zip(ids, cosines)],
                                 [row["shares"].get(i, 0.0) for i in ids], [lexical.get(i, least) for i in ids],
                                 [row["words"][i] for i in ids]], 1)
            grades = np.array([max(0, row["grades"].get(i, 0)) for i in ids], dtype=float)
            questions.append((features, 2 ** grades - 1, sorted((2 ** max(0, g) - 1 for g in row["grades"].values()), reverse=True)[:10]))
    return kind, questions


def by_scores(lexical, dense, asked, shares, weight, share=SHIPPED_ASKED):
    """Document to BM25 + weight x nearness; what a search left out counts as its last hit."""
    low, far = min(lexical.values(), default=0.0), min(dense.values(), default=0.0)
    nearness = lambda i: (1 - share) * dense.get(i, far) + share * asked.get(i, dense.get(i, far)) + SHIPPED_SHARE * shares.get(i, 0.0)
    return {i: lexical.get(i, low) + weight * nearness(i) for i in {*lexical, *dense, *asked}}


def recall(path):
    """Share of the documents of grade 2 and more (1 where grades go no higher) among the first candidates, by way of fusing."""
    found = {}
    with open(path, encoding="utf-8") as f:
        for line in f:
            row = json.loads(line)
            least = min(2, max(row["grades"].values()))
            good = {i for i, grade in row["grades"].items() if grade >= least}
            lexical, dense, asked = dict(row["lexical"]), dict(row["dense"]), dict(row["asked"])
            orders = {f"nearness x {w}": by_scores(lexical, dense, asked, row["shares"], w) for w in NEARNESS_WEIGHTS}
            if asked:
                orders |= {f"asked {share}": by_scores(lexical, dense, asked, row["shares"], SHIPPED_WEIGHT["asked"], share) for share in ASKED_SHARES}
            places = [{i: r for r, i in enumerate(scores)} for scores in (lexical, dense)]
            orders["ranks"] = {i: sum(1 / (RANK_CONSTANT + 1 + p[i]) for p in places if i in p) for i in {*lexical, *dense}}
            for name, worth in orders.items():
                first = set(sorted(worth, key=lambda i: (-worth[i], i))[:CANDIDATES])
                found.setdefault(name, []).append(len(first & good) / len(good))
    return {name: round(float(np.mean(shares)), 4) for name, shares in found.items()}


def ndcg(scores, gains, ideal):
    discount = 1 / np.log2(np.arange(2, 12))
    got = gains[np.argsort(-scores, kind="stable")[:10]]
    whole = float((np.array(ideal) * discount[:len(ideal)]).sum())
    return float((got * discount[:len(got)]).sum()) / whole if whole else 0.0


def figures(kind, questions, weights):
    logit, nearness, bm25, words = SHIPPED_MATCH[kind]
    shipped = [logit, (1 - SHIPPED_ASKED) * nearness, SHIPPED_ASKED * nearness, SHIPPED_SHARE * nearness, bm25, words]
    views = {"fused": None, **dict(zip(("logit", "cosine", "asked", "share", "bm25", "words"), np.eye(6))), "weighted": weights, "shipped": shipped,
             **{f"words x {w}": [*shipped[:5], w] for w in WORDS_WEIGHTS}}
    return {name: round(float(np.mean([ndcg(-np.arange(len(g)) if w is None else x @ np.array(w, dtype=float), g, i) for x, g, i in questions])), 4)
            for name, w in views.items()}


def fit(sets, rounds=3000, rate=0.05):
    weights, moment, spread = np.array([0.3, 3.0, 3.0, 3.0, 0.1, 1.0]), np.zeros(6), np.zeros(6)
    for n in range(1, rounds + 1):
        gradient = np.zeros(6)
        for questions in sets:
            usable = [(x, g) for x, g, _ in questions if g.sum() > 0]
            for x, g in usable:
                z = x @ weights
                share = np.exp(z - z.max())
                gradient += x.T @ (share / share.sum() - g / g.sum()) / (len(usable) * len(sets))
        moment, spread = 0.9 * moment + 0.1 * gradient, 0.99 * spread + 0.01 * gradient ** 2
        weights = weights - rate * (moment / (1 - 0.9 ** n)) / (np.sqrt(spread / (1 - 0.99 ** n)) + 1e-8)
        rate *= 0.999
    return weights


def main(*arguments):
    named = [a.split("=", 1) for a in arguments]
    weights = fit([read(path)[1] for use, path in named if use == "fit"])
    print("weights: logit %.3f cosine %.2f asked %.2f share %.2f bm25 %.2f words %.2f" % tuple(weights))
    for use, path in named:
        print(use, path, json.dumps(figures(*read(path), weights)))
        print("  recall at", CANDIDATES, json.dumps(recall(path)))


if __name__ == "__main__":
    main(*sys.argv[1:])
