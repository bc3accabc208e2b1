"""Sets the probability from which each safety category counts, and says what it costs.

    python3 fit_thresholds.py WEIGHTS OUT.json

What cannot wait counts from a lower probability than what is merely clinical. The two were chosen so that about one in
fifteen of the ordinary questions of `tests/eval/answers/cases-a.ndjson` is stopped; figures are of messages kept out of
training.
"""
import json
import sys

import numpy as np
import torch

import data
import messages
from train_heads import report, say
from trunk import Embedder, Texts, public_encoder

CLINICAL = 0.4
MUST_BE_SEEN = {"self_harm": 0.3, "emergency": 0.2, "red_flag": 0.2}


def main(weights, out):
    saved = torch.load(weights)
    model = Embedder(public_encoder(), labels=len(saved["labels"]))
    model.load_state_dict(saved["model"])
    model.eval()
    chosen = {s: MUST_BE_SEEN.get(s, CLINICAL) for s in messages.SAFETY}
    with open(out, "w", encoding="utf-8") as f:
        json.dump(chosen, f)
    cut = np.array([np.log(chosen[s] / (1 - chosen[s])) for s in messages.SAFETY])
    held = [(m, c) for m, c in messages.gate("fit") if data.held_out(m)]
    ordinary = [(r["query"], []) for r in data.read_ndjson(data.REPOSITORY / "tests" / "eval" / "answers" / "cases-a.ndjson")]
    for name, rows in (("held-out fit messages", held), ("ordinary questions", ordinary), ("sealed", messages.gate("sealed"))):
        report(model, Texts(), rows, cut, say, name)


if __name__ == "__main__":
    main(*sys.argv[1:])
