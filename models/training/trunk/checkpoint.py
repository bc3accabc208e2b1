"""Keeps a reader's finished weights as fp16, without the public word vectors, which training leaves as they are.

    python3 checkpoint.py save WEIGHTS.pt FILE.safetensors
    python3 checkpoint.py load FILE.safetensors WEIGHTS.pt
    python3 checkpoint.py mean OUT.pt WEIGHTS.pt WEIGHTS.pt…     of stages that follow each other: steadier than any of them
"""
import json
import sys

import torch
from safetensors.torch import load_file, safe_open, save_file

from trunk import Embedder, public_encoder

PUBLIC = ("encoder.tokens.", "encoder.positions.", "encoder.types.")


def save(weights, file):
    saved = torch.load(weights)
    kept = {k: v.half() for k, v in saved["model"].items() if not k.startswith(PUBLIC)}
    save_file(kept, file, metadata={"labels": json.dumps(saved["labels"])})


def load(file, weights):
    with safe_open(file, "pt") as opened:
        labels = json.loads(opened.metadata()["labels"])
    model = Embedder(public_encoder(), labels=len(labels))
    model.load_state_dict({k: v.float() for k, v in load_file(file).items()}, strict=False)
    torch.save({"model": model.state_dict(), "labels": labels}, weights)


def mean(out, *weights):
    saved = [torch.load(each) for each in weights]
    model = {k: sum(each["model"][k] for each in saved) / len(saved) for k in saved[0]["model"]}
    torch.save({"model": model, "labels": saved[0]["labels"]}, out)


if __name__ == "__main__":
    {"save": save, "load": load, "mean": mean}[sys.argv[1]](*sys.argv[2:])
