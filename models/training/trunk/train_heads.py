"""Trains the understanding heads together with the encoder; guidance keeps the vectors what they were for.

    TRAIN_DATA=… python3 train_heads.py MINUTES START OUT
"""
import os
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

import data
import messages
from figures import figures, say
from train_embedder import Graded, Near, loss_of
from trunk import Embedder, Texts, in_chunks, public_encoder, understood

SEED, LEARNING_RATE, WARM_UP = 78, 8e-5, 30
# Of nine steps: messages for the heads, neighbouring guidance by what people ask, guidance that readers graded.
TURNS = "mmmnmmmjm"
MESSAGES_PER_STEP = 64
TOKENS_MAX = 96
# Layers that stay as they are.
FROZEN = 2
# A missed category is worse than a false alarm.
POSITIVE_WEIGHT = 2.0
# How often a message stands in everyday sentences.
STORIES = {True: 0.12, False: 0.16}
# How often a concern stands in a long calm message, so that length says nothing: sad and long is not in danger, and one sentence may be.
BURIED, LONG_WORDS = 0.12, 40


class Batch:
    """Messages with what is known of each; -1 or nan where a label is not known."""

    def __init__(self, labels, rng_seed):
        self.labels = labels
        self.at = {name: i for i, name in enumerate(labels)}
        self.gate = [(m, c) for m, c in messages.gate("fit") if not data.held_out(m)]
        self.alarms = [x for x in self.gate if x[1]]
        self.calm = [x for x in self.gate if not x[1]]
        # Whoever wrote guidance took these for questions that it may answer.
        self.everyday = [q for e in data.guidance() for q in e["asked"] if not data.held_out_of(q, 6)]
        self.vivid = [q for rows in data.written().values() for q in rows if not data.held_out(q)]
        self.reading = [x for x in messages.reading() if not data.held_out(x[0])]
        self.background, self.asking = messages.stories()
        self.long = [m for m, _ in self.calm if len(m.split()) >= LONG_WORDS]

    def head(self, name):
        return [i for i, label in enumerate(self.labels) if label.startswith(name + ":")]

    def story(self, text, rng):
        """A message inside everyday sentences."""
        before = list(rng.choice(self.background, rng.integers(0, 4), replace=False))
        after = list(rng.choice(self.background, rng.integers(0, 3), replace=False))
        text = text if text[-1:] in "?!." else text + rng.choice([".", "?", "!"])
        return " ".join([*before, text, *after])

    def buried(self, text, rng):
        """A concern as one of the sentences of a long calm message."""
        around = messages.sentences(str(rng.choice(self.long)))
        text = text if text[-1:] in "?!." else text + "."
        at = rng.integers(len(around) + 1)
        return " ".join([*around[:at], text, *around[at:]])

    def __call__(self, rng, size=MESSAGES_PER_STEP):
        texts, target = [], np.full((size, len(self.labels)), np.nan, dtype=np.float32)
        safety = self.head("safety")
        for row in range(size):
            draw = row / size
            if draw < 0.38:
                message, categories = self.alarms[rng.integers(len(self.alarms))]
            elif draw < 0.60:
                message, categories = self.calm[rng.integers(len(self.calm))]
            elif draw < 0.68:
                message, categories = self.everyday[rng.integers(len(self.everyday))], []
            elif draw < 0.80:
                message, categories = self.vivid[rng.integers(len(self.vivid))], []
            elif draw < 0.95:
                message, categories = self.reading[rng.integers(len(self.reading))], []
            else:
                pool, asks = (self.background, 0.0) if rng.random() < 0.5 else (self.asking, 1.0)
                message, categories = str(rng.choice(pool)), []
                target[row, self.at["role:question"]] = asks
            if isinstance(message, tuple):
                message, known = message
                target[row, self.at["role:question"]] = 1.0
                for head, value in (("kind", known["kind"]), ("time", known["time"]), ("whose", known["whose"])):
                    for i in self.head(head):
                        target[row, i] = float(self.labels[i] == f"{head}:{value}")
                for i in self.head("facet"):
                    target[row, i] = float(self.labels[i].split(":")[1] in known["facets"])
            for i in safety:
                target[row, i] = float(self.labels[i].split(":")[1] in categories)
            text = messages.noisy(message, rng)
            if categories and self.long and rng.random() < BURIED:
                text = self.buried(text, rng)
            elif draw < 0.95 and rng.random() < STORIES[len(categories) > 0]:
                text = self.story(text, rng)
            texts.append(text)
        return texts, torch.from_numpy(target)

    def loss(self, logits, target):
        total = 0.0
        for name in ("safety", "facet", "role"):
            columns = self.head(name)
            wanted, known = target[:, columns], ~target[:, columns].isnan()
            weight = torch.where(wanted > 0.5, POSITIVE_WEIGHT if name == "safety" else 1.0, 1.0)
            each = F.binary_cross_entropy_with_logits(logits[:, columns], wanted.nan_to_num(0.0), weight=weight, reduction="none")
            scale = {"safety": 6.0, "facet": 4.0, "role": 1.0}[name]
            total = total + scale * (each * known).sum() / known.sum().clamp(min=1)
        for name in ("kind", "time", "whose"):
            columns = self.head(name)
            rows = ~target[:, columns[0]].isnan()
            if rows.any():
                total = total + 0.5 * F.cross_entropy(logits[rows][:, columns], target[rows][:, columns].argmax(1))
        return total


def main(minutes, start, out):
    torch.manual_seed(SEED)
    torch.set_num_threads(int(os.environ.get("TRAIN_THREADS", "2")))
    texts = Texts()
    labels = messages.labels()
    batch = Batch(labels, SEED)
    model = Embedder(public_encoder(), labels=len(labels))
    if start != "public":
        saved = torch.load(start)
        model.load_state_dict(saved.get("model", saved), strict=False)
    model.encoder.freeze(FROZEN)
    samplers = {}
    entries = data.guidance()
    if entries:
        written = data.written()
        # What people ask is short, what they tell is long: both must find the entry.
        entries = [{**e, "asked": e["asked"] + [m for m in written.get(e["id"], []) if not data.held_out(m)]} for e in entries]
        with torch.no_grad():
            questions = F.normalize(in_chunks(model, texts, [e["texts"][0] for e in entries], 64), dim=-1).numpy()
        samplers["n"] = Near(entries, questions)
        shown = {e["id"]: e["texts"][1] for e in entries}
        samplers["j"] = Graded(data.judged_answers(), shown, questions_max=40, passages_max=48)
    turns = [t for t in TURNS if t == "m" or t in samplers]
    heads = [p for n, p in model.named_parameters() if not n.startswith("encoder.")]
    body = [p for p in model.encoder.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW([{"params": body, "most": LEARNING_RATE}, {"params": heads, "most": 3e-4}], weight_decay=0.01)
    began, step, seen = time.time(), 0, {}
    while (part := (time.time() - began) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = group["most"] * min(1, (step + 1) / WARM_UP) * (1 - part)
        kind, rng = turns[step % len(turns)], np.random.default_rng([SEED, step])
        if kind == "m":
            strings, target = batch(rng)
            loss = batch.loss(understood(model, texts, strings, TOKENS_MAX), target)
            figure = (loss.item(), 0.0)
        else:
            loss, first = loss_of(model, texts, *samplers[kind](rng))
            figure = (loss.item(), first)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        texts.known = {} if len(texts.known) > 200_000 else texts.known
        seen.setdefault(kind, []).append(figure)
        step += 1
        if step % 25 == 0:
            say(step, {k: [round(float(x), 3) for x in np.mean(v[-20:], 0)] for k, v in seen.items()})
        if step % 100 == 0:
            torch.save({"model": model.state_dict(), "labels": labels}, out)
    torch.save({"model": model.state_dict(), "labels": labels}, out)
    figures(model, texts, np.zeros(len(messages.SAFETY)), False)


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2], sys.argv[3])
