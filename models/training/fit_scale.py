"""Fit the scale and bias that bring the reranker's raw logit to a relevance with 0.5 as "on topic"."""
import json
import sys

import numpy as np
import torch

from batches import held_out
from common import beside, device, load_config, say, work
from evaluate import Scorer
from model import Reranker, build_encoder
from sources import judged_questions, off_topic_questions, own_questions, records_as_served
from tokenizer import Tokenizer


def examples(config, scorer, tokenizer):
    """Logits, labels and weights of held-out questions with their own record, with other records, and of off-topic questions."""
    rng = np.random.default_rng(config["seed"])
    records = records_as_served(beside(config["records"]))
    dois = sorted(d for d in records)
    ids = {d: tokenizer.encode(records[d]) for d in dois}
    own, other, off = [], [], []
    for question, doi in own_questions(beside(config["questions"])):
        q = tokenizer.encode(question)
        some = [dois[i] for i in rng.integers(0, len(dois), 4)]
        if doi in records and held_out(doi):
            scores = scorer.rerank(q, [ids[doi]] + [ids[d] for d in some if d != doi])
            own.append(scores[0])
            other.extend(scores[1:])
        elif doi is None and held_out(question):
            off.extend(scorer.rerank(q, [ids[d] for d in some]))
    for question in off_topic_questions():
        if held_out(question):
            off.extend(scorer.rerank(tokenizer.encode(question), [ids[dois[i]] for i in rng.integers(0, len(dois), 4)]))
    for question, grades in judged_questions(beside(config["judgments"]), "dev"):
        seen = [d for d in grades if d in ids and held_out(d)]
        if seen:
            for d, s in zip(seen, scorer.rerank(tokenizer.encode(question), [ids[d] for d in seen])):
                if grades[d] != 1:
                    (own if grades[d] >= 2 else other).append(s)
    return np.array(own), np.array(other), np.array(off)


def fit(own, other, off, rounds=4000, rate=0.05):
    """Logistic regression with equal weight on relevant and irrelevant pairs."""
    x = np.concatenate([own, other, off])
    y = np.concatenate([np.ones(len(own)), np.zeros(len(other) + len(off))])
    w = np.where(y == 1, 0.5 / len(own), 0.5 / (len(other) + len(off)))
    scale, bias = 1.0, 0.0
    for _ in range(rounds):
        error = (1 / (1 + np.exp(-(scale * x + bias))) - y) * w
        scale -= rate * float((error * x).sum())
        bias -= rate * float(error.sum())
    return scale, bias


def main(path):
    config = load_config(path)
    place = device(config)
    tokenizer = Tokenizer.load(work(config, "vocab.txt"))
    model = Reranker(build_encoder(config, layers=config["layers"]))
    model.load_state_dict(torch.load(work(config, config["fit_on"]), map_location="cpu"))
    own, other, off = examples(config, Scorer(model.to(place).eval(), tokenizer, place), tokenizer)
    half = [a[::2] for a in (own, other, off)]
    scale, bias = fit(*half)
    seen = {name: round(float((scale * a[1::2] + bias >= 0).mean()), 4) for name, a in (("own", own), ("other", other), ("off_topic", off))}
    say("scale", scale, "bias", bias, "at least half, on the other half:", seen)
    with open(work(config, "calibration.json"), "w", encoding="utf-8") as f:
        json.dump({"scale": scale, "bias": bias, "fitted_on": len(half[0]) + len(half[1]) + len(half[2]), "at_least_half_on_other_half": seen}, f)


if __name__ == "__main__":
    main(sys.argv[1])
