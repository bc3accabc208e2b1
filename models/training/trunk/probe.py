"""Trains the heads alone on the encoder as it stands: its vectors of all messages are made once, so thousands of steps take a minute.

    python3 probe.py START OUT     START: an encoder's or a reader's weights
"""
import sys

import numpy as np
import torch

import data
import messages
from figures import report, say
from train_heads import Batch
from trunk import HIDDEN, Embedder, Texts, in_chunks, public_encoder

SEED, ROUNDS, STEPS, SIZE = 73, 200, 3000, 384


@torch.no_grad()
def features(model, texts, batch):
    """Pooled vectors and targets of many drawn messages, noise and stories included."""
    pooled, targets = [], []
    for n in range(ROUNDS):
        strings, target = batch(np.random.default_rng([SEED, n]))
        pooled.append(in_chunks(model, texts, strings, 128))
        targets.append(target)
        texts.known = {}
    return torch.cat(pooled), torch.cat(targets)


def main(start, out):
    torch.manual_seed(SEED)
    torch.set_num_threads(2)
    texts, labels = Texts(), messages.labels()
    saved = torch.load(start)
    model = Embedder(public_encoder(), labels=len(labels))
    state = saved.get("model", saved)
    model.load_state_dict({k: v for k, v in state.items() if k.startswith("encoder.")}, strict=False)
    batch = Batch(labels, SEED)
    x, y = features(model, texts, batch)
    say("drawn", len(x))
    heads = list(model.read.parameters()) + list(model.heads.parameters())
    optimiser = torch.optim.AdamW(heads, lr=1e-3, weight_decay=0.05)
    for step in range(STEPS):
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * min(1, (step + 1) / 50) * (1 - step / STEPS)
        rows = torch.randint(len(x), (SIZE,))
        loss = batch.loss(model.understand(torch.nn.functional.dropout(x[rows], 0.1)), y[rows])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 500 == 499:
            say(step + 1, round(loss.item(), 3))
    torch.save({"model": model.state_dict(), "labels": labels}, out)
    held = [(m, c) for m, c in messages.gate("fit") if data.held_out(m)]
    for cut in (0.5, 0.3, 0.15):
        at = np.full(len(messages.SAFETY), np.log(cut / (1 - cut)))
        report(model, texts, held, at, f"held-out twelfth of the fit messages at {cut}:")
        report(model, texts, messages.gate("sealed"), at, f"sealed at {cut}:")


if __name__ == "__main__":
    main(*sys.argv[1:])
