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


def sample(rng, items, n):
    return [items[i] for i in rng.permutation(len(items))[:n]]


def examples(config, scorer, tokenizer):
    """Logits of held-out questions with their own record and with others, and for each off-topic question its best of twenty records."""
    rng = np.random.default_rng(config["seed"])
    records = {d: p for d, p in records_as_served(beside(config["records"])).items() if held_out(d)}
    ids = {d: tokenizer.encode(p) for d, p in records.items()}
    questions = list(own_questions(beside(config["questions"])))
    tested = {q.strip().lower() for q, _ in judged_questions(beside(config["judgments"]), "eval")}
    own, other = [], []
    for question, doi in sample(rng, [(q, d) for q, d in questions if d in ids and q.strip().lower() not in tested], config["fit_questions"]):
        scores = scorer.rerank(tokenizer.encode(question), [ids[doi]] + [ids[d] for d in sample(rng, sorted(set(ids) - {doi}), 3)])
        own.append(scores[0])
        other.extend(scores[1:])
    for question, grades in judged_questions(beside(config["judgments"]), "dev"):
        seen = [d for d in grades if d in ids and grades[d] != 1]
        if seen:
            for d, s in zip(seen, scorer.rerank(tokenizer.encode(question), [ids[d] for d in seen])):
                (own if grades[d] >= 2 else other).append(s)
    away = {q for q, d in questions if d is None and held_out(q)} | {q for q in off_topic_questions() if held_out(q)}
    off = [scorer.rerank(tokenizer.encode(q), [ids[d] for d in sample(rng, sorted(ids), 20)]).max() for q in sample(rng, sorted(away), config["fit_away"])]
    return np.array(own), np.array(other), np.array(off)


def fit(own, other, off, least_away, least_middle, rounds=6000, rate=0.1):
    """The slope of a logistic regression with equal weight on both sides; its middle is moved up, where needed, until the share
    `least_away` of the off-topic questions stays below one half with all of twenty records, and to `least_middle`, which was chosen on whole questions (see the model card)."""
    x = np.concatenate([own, other])
    y = np.concatenate([np.ones(len(own)), np.zeros(len(other))])
    w = np.where(y == 1, 0.5 / len(own), 0.5 / len(other))
    scale, bias = 1.0, 0.0
    for _ in range(rounds):
        error = (1 / (1 + np.exp(-(scale * x + bias))) - y) * w
        scale -= rate * float((error * x).sum())
        bias -= rate * float(error.sum())
    middle = max(-bias / scale, float(np.quantile(off, least_away)), least_middle)
    return scale, -middle * scale


def main(path):
    config = load_config(path)
    place = device(config)
    tokenizer = Tokenizer.load(work(config, "vocab.txt"))
    model = Reranker(build_encoder(config, layers=config["layers"]))
    model.load_state_dict(torch.load(work(config, config["fit_on"]), map_location="cpu"))
    groups = examples(config, Scorer(model.to(place).eval(), tokenizer, place), tokenizer)
    halves = [a[::2] for a in groups]
    scale, bias = fit(*halves, config["least_away"], config["least_middle"])
    seen = {name: round(float((scale * a[1::2] + bias >= 0).mean()), 4) for name, a in zip(("own_or_graded_2_3", "other_or_graded_0", "best_of_20_off_topic"), groups)}
    say("scale", scale, "bias", bias, "at least one half, in the other half:", seen)
    for least in (0.5, 0.7, 0.8, 0.9, 0.95):
        s, b = fit(*halves, least, -1e9)
        say("  least_away", least, "middle %.3f" % (-b / s), *["%.3f" % float((s * a[1::2] + b >= 0).mean()) for a in groups])
    with open(work(config, "calibration.json"), "w", encoding="utf-8") as f:
        json.dump({"scale": scale, "bias": bias, "fitted_on": [len(a) for a in halves], "at_least_half_in_other_half": seen}, f)


if __name__ == "__main__":
    main(sys.argv[1])
