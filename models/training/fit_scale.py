"""Fit the scale and bias that bring the reranker's raw logit to a relevance with 0.5 as "on topic".

Held-out questions only. The slope is that of a logistic regression on graded pairs. The middle is set by whole questions, as the service
asks them: it is where as large a share of the off-topic questions stays below one half, with the best of the first candidates of the
search, as of the others comes to at least one half.
"""
import json
import sys

import numpy as np
import torch

from batches import RELEVANCE, held_out
from bm25 import BM25
from common import beside, device, load_config, say, work
from evaluate import Scorer
from model import Embedder, Reranker, build_encoder
from sources import graded_questions, off_topic_questions, own_questions, records_as_served
from tokenizer import Tokenizer

CANDIDATES = 24


class Search:
    """The first candidates of a question: the embedder's and the full-text ranking, fused."""

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
        points = {}
        for ranked in (np.argsort(-(self.vectors @ vector), kind="stable")[:CANDIDATES], self.index.search(question, CANDIDATES)[0]):
            for rank, i in enumerate(ranked.tolist()):
                points[i] = points.get(i, 0) + 1 / (60 + rank)
        return [self.dois[i] for i in sorted(points, key=lambda i: (-points[i], i))[:CANDIDATES]]


def sample(rng, items, n):
    return [items[i] for i in rng.permutation(len(items))[:n]]


def examples(config, scorer, tokenizer, search):
    """Logits and wanted relevances of graded pairs; the best logit of each on-topic and each off-topic question."""
    rng = np.random.default_rng(config["seed"])
    rows = [(q, g) for q, d, g in graded_questions(beside(config["grades"])) if held_out(d or q) and max(g.values()) >= 2]
    logits, wanted, on, off = [], [], [], []
    for question, grades in sample(rng, rows, config["fit_questions"]):
        tokens, found = tokenizer.encode(question), search(question)
        dois = found + sorted(set(grades) & set(search.ids) - set(found))
        scores = scorer.rerank(tokens, [search.ids[d] for d in dois])
        on.append(scores[:len(found)].max())
        for d, score in zip(dois, scores):
            if d in grades:
                logits.append(score)
                wanted.append(RELEVANCE[grades[d]])
    away = {q for q, d in own_questions(beside(config["questions"])) if d is None} | set(off_topic_questions())
    for question in sample(rng, sorted(q for q in away if held_out(q)), config["fit_away"]):
        off.append(scorer.rerank(tokenizer.encode(question), [search.ids[d] for d in search(question)]).max())
    return np.array(logits), np.array(wanted), np.array(on), np.array(off)


def fit(logits, wanted, on, off, rounds=6000, rate=0.1):
    """(scale, bias) of the relevance."""
    scale, bias = 1.0, 0.0
    for _ in range(rounds):
        error = 1 / (1 + np.exp(-(scale * logits + bias))) - wanted
        scale -= rate * float((error * logits).mean())
        bias -= rate * float(error.mean())
    places = np.unique(np.concatenate([on, off]))
    middle = max(places, key=lambda m: min((on >= m).mean(), (off < m).mean()))
    return scale, -float(middle) * scale


def main(path):
    config = load_config(path)
    place = device(config)
    tokenizer = Tokenizer.load(work(config, "vocab.txt"))
    model = Reranker(build_encoder(config, layers=config["layers"]))
    model.load_state_dict(torch.load(work(config, config["trained"]), map_location="cpu"))
    search = Search(config, tokenizer, place)
    groups = examples(config, Scorer(model.to(place).eval(), tokenizer, place), tokenizer, search)
    scale, bias = fit(*(a[::2] for a in groups))
    on, off = (a[1::2] for a in groups[2:])
    seen = {"on_topic_best_at_least_half": round(float((scale * on + bias >= 0).mean()), 4),
            "off_topic_best_below_half": round(float((scale * off + bias < 0).mean()), 4)}
    say("scale", scale, "bias", bias, "in the other half of the questions:", seen)
    for share in (0.85, 0.9, 0.95):
        middle = np.quantile(groups[2], 1 - share)
        say(f"  at {share} of on-topic questions kept, off-topic ones below: {(groups[3] < middle).mean():.3f}")
    with open(work(config, "calibration.json"), "w", encoding="utf-8") as f:
        json.dump({"scale": scale, "bias": bias, "fitted_on": [len(a[::2]) for a in groups], "in_other_half": seen}, f)


if __name__ == "__main__":
    main(sys.argv[1])
