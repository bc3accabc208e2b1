"""Fine-tunes the embedder: graded questions against near records, guidance entries by what people ask, public pairs.

    TRAIN_DATA=../../../../shared python3 train_embedder.py MINUTES START|public OUT

Batch n depends on the seed and n alone. Weights are saved every 200 steps.
"""
import os
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

import data
from messages import noisy
from trunk import Embedder, Texts, in_chunks, public_encoder

SEED, TEMPERATURE, GAIN = 71, 0.05, np.array([0.0, 0.15, 2.0, 6.0])
QUERY_MAX, PASSAGE_MAX = 96, 160
# Cosine of two entries' questions from which one may stand for the other.
ALIKE = 0.85
LEARNING_RATE, WARM_UP = 5e-5, 30
# Of ten batches: graded questions over records, guidance, public pairs.
TURNS = "grgprgrpgr"


class Graded:
    """Many questions against few passages; where a passage was not read for a question it is not compared."""

    def __init__(self, rows, passages, questions_max=112, passages_max=40):
        self.rows = [(q, {d: g for d, g in grades.items() if d in passages}) for q, grades in rows]
        self.rows = [r for r in self.rows if any(g >= 2 for g in r[1].values())]
        self.passages, self.questions_max, self.passages_max = passages, questions_max, passages_max
        self.of = {}
        for i, (_, grades) in enumerate(self.rows):
            for d, g in grades.items():
                if g >= 2:
                    self.of.setdefault(d, []).append(i)

    def __call__(self, rng):
        numbers = []
        while len(numbers) < self.passages_max:
            _, grades = self.rows[rng.integers(len(self.rows))]
            for d in sorted(grades, key=lambda d: (-grades[d], rng.random()))[:14]:
                if d not in numbers:
                    numbers.append(d)
        numbers = numbers[:self.passages_max]
        asked = sorted({i for d in numbers for i in self.of.get(d, [])})
        picked = [self.rows[i] for i in rng.choice(asked, min(len(asked), self.questions_max), replace=False)]
        target = np.full((len(picked), len(numbers)), np.nan, dtype=np.float32)
        for row, (_, grades) in enumerate(picked):
            for column, d in enumerate(numbers):
                if d in grades:
                    target[row, column] = GAIN[grades[d]]
        return [q for q, _ in picked], [self.passages[d] for d in numbers], target


class Pairs:
    """In-batch negatives of one source."""

    def __init__(self, sources, size=48):
        self.sources, self.size = sources, size
        share = np.array([data.PUBLIC[n] for n in sources], dtype=float)
        self.names, self.share = list(sources), share / share.sum()

    def __call__(self, rng):
        pairs = self.sources[self.names[rng.choice(len(self.names), p=self.share)]]
        picked = [pairs[i] for i in rng.choice(len(pairs), min(self.size, len(pairs)), replace=False)]
        target = np.array([[float(a[0] == b[0] or a[1] == b[1]) for b in picked] for a in picked], dtype=np.float32)
        return [q for q, _ in picked], [p for _, p in picked], target


class Asked:
    """What people ask against the entries that answer; all other entries of the batch are negatives."""

    def __init__(self, entries, size=112, each=2):
        """A sixth of what people ask stays out of training, by a hash."""
        self.entries = [{**e, "asked": [q for q in e["asked"] if not data.held_out_of(q, 6)]} for e in entries]
        self.entries = [e for e in self.entries if e["asked"]]
        self.size, self.each = size, each

    def __call__(self, rng):
        picked = [self.entries[i] for i in rng.choice(len(self.entries), min(self.size, len(self.entries)), replace=False)]
        queries, rows = [], []
        for i, entry in enumerate(picked):
            for q in rng.choice(entry["asked"], min(self.each, len(entry["asked"])), replace=False):
                queries.append(noisy(str(q), rng))
                rows.append(i)
        texts = [e["texts"][rng.integers(len(e["texts"]))] for e in picked]
        return queries, texts, np.eye(len(picked), dtype=np.float32)[rows]


class Near(Asked):
    """What people ask of entries that lie near each other: the neighbours that are told apart are those that would be chosen wrongly."""

    def __init__(self, entries, vectors, size=48, each=2):
        """@param vectors of the entries' questions, in their order, of unit length"""
        self.number = {e["id"]: i for i, e in enumerate(entries)}
        super().__init__(entries, size, each)
        self.near = vectors @ vectors.T

    def __call__(self, rng):
        at = [self.number[e["id"]] for e in self.entries]
        seed = at[rng.integers(len(at))]
        # Some of the nearest, so that no two batches are the same.
        nearest = sorted(range(len(at)), key=lambda i: -self.near[seed, at[i]])[:self.size * 2]
        chosen = [nearest[0], *rng.choice(nearest[1:], self.size - 1, replace=False)]
        queries, rows = [], []
        for row, i in enumerate(chosen):
            for q in rng.choice(self.entries[i]["asked"], min(self.each, len(self.entries[i]["asked"])), replace=False):
                queries.append(noisy(str(q), rng))
                rows.append(row)
        target = np.eye(len(chosen), dtype=np.float32)[rows]
        # Entries that ask nearly the same may both answer.
        numbers = [at[i] for i in chosen]
        alike = self.near[np.ix_(numbers, numbers)] > ALIKE
        target[(target == 0) & alike[rows]] = np.nan
        return queries, [self.entries[i]["texts"][1] for i in chosen], target


def loss_of(model, texts, queries, passages, target):
    vectors = F.normalize(in_chunks(model, texts, queries, QUERY_MAX), dim=-1)
    others = F.normalize(in_chunks(model, texts, passages, PASSAGE_MAX), dim=-1)
    scores, wanted = vectors @ others.T / TEMPERATURE, torch.from_numpy(target)
    unread = wanted.isnan()
    wanted = wanted.nan_to_num(0.0)
    keep = wanted.sum(1) > 0
    scores = scores.masked_fill(unread, -1e4)[keep]
    share = wanted[keep] / wanted[keep].sum(1, keepdim=True)
    return -(share * torch.log_softmax(scores, 1)).sum(1).mean(), (scores.argmax(1) == share.argmax(1)).float().mean().item()


@torch.no_grad()
def asked_top(model, texts, entries):
    """Of held-out ways of asking: how often the entry is the first, and among the first eight."""
    model.eval()
    rows = [(q, i) for i, e in enumerate(entries) for q in e["asked"] if data.held_out_of(q, 6)]
    strings = [(t, i) for i, e in enumerate(entries) for t in e["texts"]]
    asked = F.normalize(in_chunks(model, texts, [q for q, _ in rows], 64), dim=-1)
    table = F.normalize(in_chunks(model, texts, [t for t, _ in strings], 192), dim=-1)
    scores, owner = (asked @ table.T).numpy(), np.array([i for _, i in strings])
    best = np.full((len(rows), len(entries)), -9.0)
    for column, i in enumerate(owner):
        best[:, i] = np.maximum(best[:, i], scores[:, column])
    rank = ((-best).argsort(1) == np.array([i for _, i in rows])[:, None]).argmax(1)
    return round(float((rank == 0).mean()), 3), round(float((rank < 8).mean()), 3), len(rows)


def ndcg(grades, order, k=10):
    gains = [grades.get(d, 0) for d in order[:k]]
    best = sorted(grades.values(), reverse=True)[:k]
    dcg = lambda g: sum(x / np.log2(i + 2) for i, x in enumerate(g))
    return dcg(gains) / dcg(best) if dcg(best) else None


@torch.no_grad()
def judged_ndcg(model, texts, passages, rows):
    dois = list(passages)
    table = F.normalize(in_chunks(model, texts, [passages[d] for d in dois], 192), dim=-1)
    asked = F.normalize(in_chunks(model, texts, [q for q, _ in rows], 64), dim=-1)
    scores = [ndcg(g, [dois[i] for i in row]) for (_, g), row in zip(rows, (-(asked @ table.T)).argsort(1)[:, :10].tolist())]
    return float(np.mean([s for s in scores if s is not None]))


def main(minutes, start, out):
    torch.manual_seed(SEED)
    torch.set_num_threads(int(os.environ.get("TRAIN_THREADS", "2")))
    texts, records = Texts(), data.records()
    passages = {d: data.record_text(r) for d, r in records.items()}
    samplers = {"r": Graded(data.graded(), passages), "p": Pairs(data.public_pairs(os.environ["TRAIN_DATA"]))}
    entries = data.guidance()
    if entries:
        samplers["g"] = Asked(entries)
    turns = [t for t in TURNS if t in samplers]
    model = Embedder(public_encoder())
    if start != "public":
        model.load_state_dict(torch.load(start), strict=False)
    judged = [(q, {d: g for d, g in grades.items() if d in passages}) for q, grades in data.judged()["eval"]]
    say = lambda *words: print(time.strftime("%H:%M:%S"), *words, flush=True)
    say("start: judged nDCG@10", round(judged_ndcg(model, texts, passages, judged), 4))
    model.encoder.freeze(2)
    optimiser = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=LEARNING_RATE, weight_decay=0.01)
    began, step, seen = time.time(), 0, {}
    while (part := (time.time() - began) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = LEARNING_RATE * min(1, (step + 1) / WARM_UP) * (1 - part)
        kind = turns[step % len(turns)]
        loss, first = loss_of(model, texts, *samplers[kind](np.random.default_rng([SEED, step])))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        seen.setdefault(kind, []).append((loss.item(), first))
        step += 1
        if step % 25 == 0:
            say(step, {k: [round(float(x), 3) for x in np.mean(v[-20:], 0)] for k, v in seen.items()})
        if step % 200 == 0:
            torch.save(model.state_dict(), out)
    torch.save(model.state_dict(), out)
    say("end: judged nDCG@10", round(judged_ndcg(model, texts, passages, judged), 4), "steps", step)


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2], sys.argv[3])
