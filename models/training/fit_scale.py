"""Fit the scale and bias that bring the reranker's raw logit to a relevance with 0.5 as "on topic".

    python3 fit_scale.py config/export_reranker.json FILE

FILE is what `bun scripts/held-out-relevance.ts` prints for the model as it was exported last: the best relevance of questions that stayed
out of training, found as the service finds it, without its prior (`bare`). One half is reached by 95 % of those on topic, and 0.85 by half of them; how many off-topic
ones stay below follows from that and is printed for the half of the questions that was not fitted on. Export again afterwards.
"""
import json
import os
import sys

import numpy as np

from common import load_config, read_ndjson, say, work

ON_TOPIC_KEPT = 0.95
MEDIAN_RELEVANCE = 0.85
# Nearer to 0 or 1 a logit says nothing more.
LEAST = 0.00005


def fit(on):
    """(scale, bias) of the relevance, from the best logits of on-topic questions."""
    low, middle = np.quantile(on, [1 - ON_TOPIC_KEPT, 0.5])
    scale = float(np.log(MEDIAN_RELEVANCE / (1 - MEDIAN_RELEVANCE)) / (middle - low))
    return scale, float(-scale * low)


def main(path, measured):
    config = load_config(path)
    rows = list(read_ndjson(measured))
    best = {kind: np.clip([r["bare"] for r in rows if r["kind"] == kind], LEAST, 1 - LEAST) for kind in ("answered", "off")}
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
