"""Trains the matcher: which guidance entry answers a message, among the entries that the service finds for it.

    python3 train_matcher.py MINUTES READER.pt|MATCHER.pt FEATURES.ndjson OUT.pt

FEATURES: what `bun scripts/match-features.ts` finds for the messages of `entry_messages.py training`. A group is one message with some of the
entries found for it, or a graded question with some of its entries. `judgments/matched.ndjson` is only measured. Group n depends on the seed and n
alone. Weights are saved at every measuring.
"""
import os
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

import data
from entry_messages import written
from fit_answers import auc
from matcher import Matcher, pair_batch
from messages import noisy
from trunk import Embedder, Texts, in_chunks, public_encoder

SEED, GROUPS, EACH, POOL = 81, 10, 6, 8
LEARNING_RATE, HEAD_RATE, WARM_UP, MEASURE_EVERY = 6e-5, 3e-4, 40, 250
# Layers that stay as they are: a quarter of the time.
FROZEN = 2
# Cosine of two entries' questions from which one may stand for the other.
ALIKE = 0.85
# What a grade (0 beside it, 1 in part, 2 an answer) is worth, as a probability.
WORTH = {0: 0.0, 1: 0.3, 2: 1.0}
# Of ten groups: graded questions, lists.
TURNS = "glglgllgll"


class Lists:
    """Messages written for an entry, with the others that the service finds for them."""

    def __init__(self, features, written, alike):
        """@param written {message: entry id}; alike (entry id, entry id) → whether one may stand for the other"""
        self.rows = []
        for row in features:
            own = written.get(row["query"])
            if own is None or row["found"] is None:
                continue
            others = [e["id"] for e in row["found"]["entries"] if e["id"] != own and not alike(e["id"], own)]
            if len(others) >= EACH - 1:
                self.rows.append((row["query"], own, others))

    def __call__(self, rng):
        message, own, others = self.rows[rng.integers(len(self.rows))]
        # The better placed, the likelier: these would be told in its place.
        share = 1 / (np.arange(len(others)) + 2)
        chosen = rng.choice(others, EACH - 1, replace=False, p=share / share.sum())
        return noisy(message, rng), [own, *chosen], [1.0] + [0.0] * (EACH - 1)


class Graded:
    """Questions whose nearest entries readers graded."""

    def __init__(self, rows, known):
        found = {}
        for r in rows:
            grades = found.setdefault(r.get("message", r["query"]), {})
            grades.update({k: max(g, grades.get(k, 0)) for k, g in r["grades"].items() if k in known})
        self.rows = [(message, grades) for message, grades in found.items() if len(grades) > 1]

    def __call__(self, rng):
        message, grades = self.rows[rng.integers(len(self.rows))]
        best = max(grades, key=lambda each: (grades[each], rng.random()))
        others = [each for each in grades if each != best]
        chosen = [best, *rng.choice(others, min(EACH - 1, len(others)), replace=False)]
        return noisy(message, rng), chosen, [WORTH[grades[each]] for each in chosen]


def loss_of(model, texts, groups, questions):
    """Which entry of each group is best, where one answers, and how probable each is by itself."""
    pairs = [(m, questions[e]) for m, entries, _ in groups for e in entries]
    # bf16 takes half of the time, with tiles (AMX) or with AVX-512 BF16.
    with torch.autocast("cpu", torch.bfloat16):
        logits = model(*pair_batch(texts, pairs)).float()
    target = torch.tensor([w for _, _, worth in groups for w in worth])
    loss, at, first = F.binary_cross_entropy_with_logits(logits, target), 0, []
    for _, entries, worth in groups:
        own, wanted = logits[at:at + len(entries)], target[at:at + len(entries)]
        at += len(entries)
        if wanted.sum() > 0:
            loss = loss - (wanted / wanted.sum() * torch.log_softmax(own, 0)).sum() / len(groups)
            first.append(float(wanted[own.argmax()] == wanted.max()))
    return loss, float(np.mean(first or [0]))


@torch.no_grad()
def logits_of(model, texts, pairs, size=48):
    order = sorted(range(len(pairs)), key=lambda i: len(texts.ids(pairs[i][0])) + len(texts.ids(pairs[i][1])))
    found = np.zeros(len(pairs))
    for s in range(0, len(order), size):
        part = order[s:s + size]
        found[part] = model(*pair_batch(texts, [pairs[i] for i in part])).numpy()
    return found


def measure(model, texts, rows, questions):
    """Of graded questions that some entry answers, how often the first does, and how many they are; AUC of all pairs."""
    flat = [(m, e, g) for m, grades in rows for e, g in grades.items()]
    logits = logits_of(model, texts, [(m, questions[e]) for m, e, _ in flat])
    at, right = 0, []
    for _, grades in rows:
        own, values = logits[at:at + len(grades)], list(grades.values())
        at += len(grades)
        if max(values) == 2:
            right.append(values[int(own.argmax())] == 2)
    return round(float(np.mean(right)), 3), len(right), round(float(auc(logits, np.array([g == 2 for _, _, g in flat]))), 3)


def main(minutes, start, features, out):
    torch.manual_seed(SEED)
    torch.set_num_threads(int(os.environ.get("TRAIN_THREADS", "2")))
    texts, entries = Texts(), data.guidance()
    questions = {e["id"]: e["texts"][0] for e in entries}
    saved = torch.load(start)["model"]
    encoder = public_encoder()
    with torch.no_grad():
        vectors = F.normalize(in_chunks(Embedder(encoder), texts, list(questions.values()), 64), dim=-1).numpy()
    encoder.load_state_dict({k[8:]: v for k, v in saved.items() if k.startswith("encoder.")})
    at = {each: i for i, each in enumerate(questions)}
    alike = lambda a, b: a not in at or b not in at or vectors[at[a]] @ vectors[at[b]] > ALIKE
    judgments = data.TRAINING / "judgments"
    samplers = {"l": Lists(data.read_ndjson(features), written(), alike),
                "g": Graded(data.read_ndjson(judgments / "answers.ndjson"), questions)}
    kept_out = Graded(data.read_ndjson(judgments / "matched.ndjson"), questions).rows
    model = Matcher(encoder)
    if "score.bias" in saved:
        model.load_state_dict(saved)
    model.encoder.freeze(FROZEN)
    heads = [p for n, p in model.named_parameters() if not n.startswith("encoder.")]
    rest = [p for n, p in model.named_parameters() if n.startswith("encoder.") and p.requires_grad]
    optimiser = torch.optim.AdamW([{"params": rest, "peak": LEARNING_RATE}, {"params": heads, "peak": HEAD_RATE}], weight_decay=0.01)
    say = lambda *words: print(time.strftime("%H:%M:%S"), *words, flush=True)
    say({name: len(each.rows) for name, each in samplers.items()}, "start:", measure(model, texts, kept_out, questions))
    began, step, seen = time.time(), 0, []
    while (part := (time.time() - began) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = group["peak"] * min(1, (step + 1) / WARM_UP, 2 * (1 - part))
        rng = np.random.default_rng([SEED, step])
        # A batch holds messages of like length, so that little is padded.
        pool = [samplers[TURNS[(step * GROUPS + i) % len(TURNS)]](rng) for i in range(GROUPS * POOL)]
        pool.sort(key=lambda group: len(texts.ids(group[0])))
        begin = rng.integers(POOL) * GROUPS
        loss, first = loss_of(model, texts, pool[begin:begin + GROUPS], questions)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        seen.append((loss.item(), first))
        step += 1
        if step % 50 == 0:
            say(step, np.round(np.mean(seen[-50:], 0), 3).tolist())
        if step % MEASURE_EVERY == 0:
            torch.save({"model": model.state_dict()}, out)
            say(step, "kept out:", measure(model, texts, kept_out, questions))
    torch.save({"model": model.state_dict()}, out)
    say("end:", measure(model, texts, kept_out, questions), "steps", step)


if __name__ == "__main__":
    main(float(sys.argv[1]), *sys.argv[2:])
