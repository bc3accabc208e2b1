"""The scales at which the int8 model rounds what enters its products, and training with that rounding."""
import sys
from pathlib import Path

import numpy as np
import torch

import data
import messages

sys.path.append(str(Path(__file__).resolve().parent.parent))
from calibrate import Ranges  # noqa: E402  shared with reranker and embedder

MAX_TOKENS, SEED, BATCHES, BATCH = 192, 5, 16, 24


def products_of(model):
    """{key: one of the modules that it enters}."""
    found = {}
    for i, layer in enumerate(model.encoder.layers):
        # What enters q enters k and v too.
        found.update({f"{i}.qkv": layer.q, f"{i}.out": layer.out, f"{i}.up": layer.up, f"{i}.down": layer.down})
    return found


def activation_scales(model, texts):
    """{key: (scale, zero point)}, found on records and messages."""
    rng = np.random.default_rng(SEED)
    passages = [data.record_text(r) for r in data.records().values()]
    asked = [m for m, _ in messages.reading()] + [m for m, _ in messages.gate("fit")]
    ranges = Ranges(products_of(model))
    torch.manual_seed(SEED)
    with torch.no_grad():
        for n in range(BATCHES):
            pool = passages if n % 2 else asked
            ids, mask = texts.batch([pool[i] for i in rng.integers(len(pool), size=BATCH)], MAX_TOKENS)
            ranges.mask = mask
            model.pooled(ids, mask)
    ranges.close()
    return ranges.scales()


def round_products(model, scales):
    """From now on products are computed as in the int8 model; without scales as they are."""
    for key, module in products_of(model).items():
        module.scale = scales.get(key)
    for layer in model.encoder.layers:
        layer.k.scale = layer.v.scale = layer.q.scale
