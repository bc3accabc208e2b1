"""Configuration, seeds, paths and small input helpers shared by all programs."""
import gzip
import json
import os
import random
import re
import time

# One thread a process (`parallel.py`), also for the matrix library. It reads this when it is loaded, so programs import this module first.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402
import torch  # noqa: E402


HERE = os.path.dirname(os.path.abspath(__file__))


def load_config(path):
    """A JSON file; `extends` names a base file beside it whose keys it overrides. TRAIN_MINUTES in the environment shortens every stage: a rehearsal."""
    with open(path, encoding="utf-8") as f:
        config = json.load(f)
    if "extends" in config:
        base = load_config(os.path.join(os.path.dirname(path), config.pop("extends")))
        base.update(config)
        config = base
    limit = os.environ.get("TRAIN_MINUTES")
    if limit and "minutes" in config:
        config["minutes"] = min(config["minutes"], float(limit))
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
    torch.set_num_threads(config["threads"])
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fast_dtype():
    """bfloat16 where the processor or the GPU multiplies it faster than fp32; elsewhere it is many times slower."""
    if torch.cuda.is_available():
        return "bfloat16" if torch.cuda.is_bf16_supported() else "float32"
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as f:
            return "bfloat16" if re.search(r"\b(amx_bf16|avx512_bf16)\b", f.read()) else "float32"
    except OSError:
        return "float32"


def open_text(path):
    return gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8")


def read_ndjson(path):
    with open_text(path) as f:
        for line in f:
            if line.strip():
                yield json.loads(line)


def say(*parts):
    print(time.strftime("%H:%M:%S"), *parts, flush=True)
