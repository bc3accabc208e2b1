"""Fit the scale and bias that bring the reranker's raw logit to a relevance with 0.5 as "on topic".

    python3 fit_scale.py config/export_reranker.json QUESTIONS [N]        writes N questions of each kind (300), all of which stayed out of training
    bun ../../scripts/match-features.ts QUESTIONS FEATURES                     finds what the service reads for each, by the models as exported last
    python3 fit_scale.py config/export_reranker.json QUESTIONS FEATURES      fits

Kinds: `answered` was written from people's lives and reading graded some record 2 or 3; `off` is a line of `off_topic.txt`. Of each question the best
relevance counts, of guidance entries and records. One half is reached by 95 % of those on topic, and 0.85 by half of them; how many off-topic
ones stay below follows from that and is printed for the half of the questions that was not fitted on. Export again afterwards.
"""
import json
import os
import sys

from common import beside, load_config, read_ndjson, say, work

import numpy as np

from batches import held_out
from sources import graded_questions

ON_TOPIC_KEPT = 0.95
MEDIAN_RELEVANCE = 0.85
# Nearer to 0 or 1 a logit says nothing more.
LEAST = 0.00005
QUESTIONS = 300


def spread(items, count):
    """`count` of the items, evenly spread."""
    items = sorted(set(items))
    return [items[i * len(items) // count] for i in range(min(count, len(items)))] if len(items) > count else items


def write_questions(config, path, count):
    answered = [q for q, doi, grades in graded_questions(beside(config["grades"])) if doi is None and held_out(q) and max(grades.values()) >= 2]
    with open(beside("off_topic.txt"), encoding="utf-8") as f:
        off = [line.strip() for line in f if line.strip() and held_out(line.strip())]
    with open(path, "w", encoding="utf-8") as f:
        for kind, questions in (("answered", answered), ("off", off)):
            for question in spread(questions, count):
                f.write(json.dumps({"kind": kind, "query": question, "stage": "reproductive", "phase": "follicular"}) + "\n")


def best_relevances(questions, features):
    """{kind: the best relevance of each question}; a question that the service does not answer as wellness has none."""
    kinds, best = {row["query"]: row["kind"] for row in read_ndjson(questions)}, {}
    for row in read_ndjson(features):
        seen = [found["relevance"] for part in row["parts"] for found in (*part["entries"], *part["records"])]
        if seen:
            best.setdefault(kinds[row["query"]], []).append(np.clip(max(seen), LEAST, 1 - LEAST))
    return {kind: np.array(values) for kind, values in best.items()}


def fit(on):
    """(scale, bias) of the relevance, from the best logits of on-topic questions."""
    low, middle = np.quantile(on, [1 - ON_TOPIC_KEPT, 0.5])
    scale = float(np.log(MEDIAN_RELEVANCE / (1 - MEDIAN_RELEVANCE)) / (middle - low))
    return scale, float(-scale * low)


def main(path, questions, features=str(QUESTIONS)):
    config = load_config(path)
    if features.isdigit():
        write_questions(config, questions, int(features))
        return
    best = best_relevances(questions, features)
    on, off = (np.log(p / (1 - p)) for p in (best["answered"], best["off"]))
    scale, bias = fit(on[::2])
    seen = {"on_topic_at_least_half": round(float((scale * on[1::2] + bias >= 0).mean()), 4),
            "off_topic_below_half": round(float((scale * off + bias < 0).mean()), 4)}
    target = work(config, "calibration.json")
    before = {"scale": 1.0, "bias": 0.0}
    if os.path.exists(target):
        with open(target, encoding="utf-8") as f:
            before = json.load(f)
    whole = {"scale": scale * before["scale"], "bias": scale * before["bias"] + bias}
    say("scale", whole["scale"], "bias", whole["bias"], "questions", len(on), len(off), seen)
    with open(target, "w", encoding="utf-8") as f:
        json.dump({**whole, "fitted_on": len(on[::2]), "seen": seen}, f)


if __name__ == "__main__":
    main(*sys.argv[1:])
