"""Configuration, seeds, paths and small input helpers shared by all programs."""
import gzip
import json
import os
import random
import time

import numpy as np
import torch


HERE = os.path.dirname(os.path.abspath(__file__))


def load_config(path):
    """A JSON file; `extends` names a base file beside it whose keys it overrides."""
    with open(path, encoding="utf-8") as f:
        config = json.load(f)
    if "extends" in config:
        base = load_config(os.path.join(os.path.dirname(path), config.pop("extends")))
        base.update(config)
        config = base
    return config


def work(config, *names):
    path = os.path.join(os.environ.get("TRAIN_WORK", config["work"]), *names)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def data(config, *names):
    return os.path.join(os.environ.get("TRAIN_DATA", config["data"]), *names)


def beside(path):
    """A path given relative to this folder."""
    return os.path.normpath(os.path.join(HERE, path))


def seed_everything(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def device(config):
    torch.set_num_threads(config.get("threads", 2))
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def open_text(path):
    return gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8")


def read_ndjson(path):
    with open_text(path) as f:
        for line in f:
            if line.strip():
                yield json.loads(line)


def say(*parts):
    print(time.strftime("%H:%M:%S"), *parts, flush=True)
