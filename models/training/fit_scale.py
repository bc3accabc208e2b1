"""Fit the scale and bias that bring the reranker's raw logit to a relevance with 0.5 as "on topic".

Held-out questions only, asked as the service asks them; what counts is the best logit among the first candidates of the search. One half
is reached by 95 % of the on-topic questions, and 0.85 by half of them. The share of off-topic questions below one half follows from that; it is
printed, and measured on the judged questions in the model card.
"""
import json
import sys

import numpy as np
import torch

from batches import held_out
from bm25 import BM25
from common import beside, device, load_config, say, work
from evaluate import Scorer
from model import Embedder, Reranker, build_encoder
from sources import graded_questions, off_topic_questions, own_questions, records_as_served
from tokenizer import Tokenizer

CANDIDATES = 24
# As in src/engine/evidence/fusion.ts.
COSINE_WEIGHT = 4
ON_TOPIC_KEPT = 0.95
MEDIAN_RELEVANCE = 0.85


class Search:
    """The first candidates of a question: the embedder's and the full-text ranking, fused as in the service."""

    def __init__(self, config, tokenizer, place):
        records = records_as_served(beside(config["records"]))
        self.dois = sorted(records)
        self.ids = {d: tokenizer.encode(records[d]) for d in self.dois}
        self.index = BM25([records[d] for d in self.dois])
        model = Embedder(build_encoder(config, layers=config["layers"]))
        model.load_state_dict(torch.load(work(config, "embedder.pt"), map_location="cpu"))
        self.scorer = Scorer(model.to(place).eval(), tokenizer, place)
        self.vectors = self.scorer.vectors([self.ids[d] for d in self.dois])
        self.tokenizer = tokenizer

    def __call__(self, question):
        vector = self.scorer.vectors([self.tokenizer.encode(question)])[0]
        cosine = self.vectors @ vector
        found, scores = self.index.search(question, CANDIDATES)
        share = dict(zip(found.tolist(), (scores / scores.max()).tolist())) if len(found) else {}
        least = min(share.values(), default=0.0)
        near = np.argsort(-cosine, kind="stable")[:CANDIDATES].tolist()
        worth = {i: share.get(i, least) + COSINE_WEIGHT * float(cosine[i]) for i in {*near, *share}}
        return [self.dois[i] for i in sorted(worth, key=lambda i: (-worth[i], i))[:CANDIDATES]]


def sample(rng, items, n):
    return [items[i] for i in rng.permutation(len(items))[:n]]


def examples(config, scorer, tokenizer, search):
    """The best logit of each on-topic and of each off-topic question."""
    rng = np.random.default_rng(config["seed"])
    on = [q for q, d, g in graded_questions(beside(config["grades"])) if held_out(d or q) and max(g.values()) >= 2]
    off = {q for q, d in own_questions(beside(config["questions"])) if d is None} | set(off_topic_questions())
    off = sorted(q for q in off if held_out(q))
    best = lambda q: scorer.rerank(tokenizer.encode(q), [search.ids[d] for d in search(q)]).max()
    return (np.array([best(q) for q in sample(rng, on, config["fit_questions"])]),
            np.array([best(q) for q in sample(rng, off, config["fit_away"])]))


def fit(on):
    """(scale, bias) of the relevance, from the best logits of on-topic questions."""
    low, middle = np.quantile(on, [1 - ON_TOPIC_KEPT, 0.5])
    scale = float(np.log(MEDIAN_RELEVANCE / (1 - MEDIAN_RELEVANCE)) / (middle - low))
    return scale, float(-scale * low)


def main(path):
    config = load_config(path)
    place = device(config)
    tokenizer = Tokenizer.load(work(config, "vocab.txt"))
    model = Reranker(build_encoder(config, layers=config["layers"]))
    model.load_state_dict(torch.load(work(config, config["trained"]), map_location="cpu"))
    search = Search(config, tokenizer, place)
    groups = examples(config, Scorer(model.to(place).eval(), tokenizer, place), tokenizer, search)
    scale, bias = fit(groups[0][::2])
    on, off = (a[1::2] for a in groups)
    seen = {"on_topic_best_at_least_half": round(float((scale * on + bias >= 0).mean()), 4),
            "off_topic_best_below_half": round(float((scale * off + bias < 0).mean()), 4)}
    say("scale", scale, "bias", bias, "in the other half of the questions:", seen)
    for share in (0.85, 0.9, 0.95):
        middle = np.quantile(groups[0], 1 - share)
        say(f"  at {share} of on-topic questions kept, off-topic ones below: {(groups[1] < middle).mean():.3f}")
    with open(work(config, "calibration.json"), "w", encoding="utf-8") as f:
        json.dump({"scale": scale, "bias": bias, "fitted_on": [len(a[::2]) for a in groups], "in_other_half": seen}, f)


if __name__ == "__main__":
    main(sys.argv[1])
