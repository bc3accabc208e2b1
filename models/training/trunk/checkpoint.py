"""Keeps finished weights of a reader or matcher as fp16, without those that training left as the public model has them.

    python3 checkpoint.py save WEIGHTS.pt FILE.safetensors
    python3 checkpoint.py load FILE.safetensors WEIGHTS.pt
    python3 checkpoint.py mean OUT.pt WEIGHTS.pt WEIGHTS.pt…     of stages that follow each other: steadier than any of them
"""
import json
import sys
from pathlib import Path

import torch
from safetensors.torch import load_file, safe_open, save_file

from matcher import Matcher
from trunk import Embedder, public_encoder

sys.path.append(str(Path(__file__).resolve().parent.parent))
from mean import mean_of  # noqa: E402  shared with reranker and embedder


def save(weights, file):
    saved, public = torch.load(weights), public_encoder().state_dict()
    untouched = lambda name, value: name.startswith("encoder.") and torch.equal(value, public[name[8:]])
    kept = {k: v.half() for k, v in saved["model"].items() if not untouched(k, v)}
    save_file(kept, file, metadata={"labels": json.dumps(saved.get("labels"))})


def load(file, weights):
    with safe_open(file, "pt") as opened:
        labels = json.loads(opened.metadata()["labels"])
    model = Matcher(public_encoder()) if labels is None else Embedder(public_encoder(), labels=len(labels))
    model.load_state_dict({k: v.float() for k, v in load_file(file).items()}, strict=False)
    torch.save({"model": model.state_dict(), "labels": labels}, weights)


def mean(out, *weights):
    saved = [torch.load(each) for each in weights]
    torch.save({"model": mean_of([each["model"] for each in saved]), "labels": saved[-1]["labels"]}, out)


if __name__ == "__main__":
    {"save": save, "load": load, "mean": mean}[sys.argv[1]](*sys.argv[2:])
