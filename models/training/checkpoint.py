"""Keeps finished weights as fp16 safetensors, and brings them back as a stage's result.
python3 checkpoint.py save reranker.pt checkpoints/reranker.safetensors     python3 checkpoint.py load checkpoints/encoder.safetensors encoder.pt"""
import json
import struct
import sys

import numpy as np
import torch

from common import beside, load_config, say, work


def save(state, path):
    header, parts, at = {}, [], 0
    for name, tensor in sorted(state.items()):
        raw = tensor.detach().cpu().numpy().astype(np.float16).tobytes()
        header[name] = {"dtype": "F16", "shape": list(tensor.shape), "data_offsets": [at, at + len(raw)]}
        parts.append(raw)
        at += len(raw)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + b"".join(parts))


def load(path):
    with open(path, "rb") as f:
        size, = struct.unpack("<Q", f.read(8))
        header, body = json.loads(f.read(size)), f.read()
    state = {}
    for name, entry in header.items():
        a, b = entry["data_offsets"]
        state[name] = torch.from_numpy(np.frombuffer(body[a:b], dtype=np.float16).astype(np.float32).reshape(entry["shape"]))
    return state


def main(verb, source, target):
    config = load_config(beside("config/base.json"))
    if verb == "save":
        save(torch.load(work(config, source), map_location="cpu"), target)
    else:
        torch.save(load(source), work(config, target))
    say(verb, source, target)


if __name__ == "__main__":
    main(*sys.argv[1:])
