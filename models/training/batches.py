"""Groups drawn for training and padded batches of similar length."""
import zlib

import numpy as np
import torch

from bm25 import BM25
from common import beside
from sources import off_topic_questions, own_questions, records_as_served


def held_out(doi):
    """A fixed third of the evidence records, by document."""
    return zlib.crc32(doi.encode()) % 3 == 0


def own_source(records, questions, tokenizer, depth=30):
    """The project's records and questions in the same shape as a mined source. A question without a record is negative for all."""
    dois = sorted(records)
    number = {d: i for i, d in enumerate(dois)}
    index = BM25([records[d] for d in dois])
    by_text = {}
    for question, doi in questions:
        by_text.setdefault(question, set()).update({number[doi]} if doi in number else set())
    groups = []
    for question, good in sorted(by_text.items()):
        found, scores = index.search(question, depth)
        score = dict(zip(found.tolist(), scores.tolist()))
        groups.append({"source": "own", "query": tokenizer.encode(question)[:64], "good": [(i, 1.0, score.get(i, 0.0)) for i in sorted(good)],
                       "close": [(i, s) for i, s in score.items() if i not in good]})
    return {"passages": [np.array(tokenizer.encode(records[d])[:250], dtype=np.uint16) for d in dois], "groups": groups}


def load_own(config, tokenizer, keep):
    """`keep` says of a doi whether its record and questions take part."""
    records = {d: p for d, p in records_as_served(beside(config["records"])).items() if keep(d)}
    asked = [(q, d) for q, d in own_questions(beside(config["questions"])) if d in records or (d is None and keep(q))]
    asked += [(q, None) for q in off_topic_questions() if keep(q)]
    return own_source(records, asked, tokenizer)


class Sampler:
    """Draw n depends on the seed and n alone: a list of (query, [passages], target weights, labels, label weights)."""

    def __init__(self, sources, weights, config):
        self.names = [n for n in weights if n in sources]
        share = np.array([weights[n] for n in self.names], dtype=float)
        self.share, self.sources, self.config = share / share.sum(), sources, config

    def other(self, rng, name, taken):
        if rng.random() < self.config["foreign"]:
            name = self.names[rng.integers(len(self.names))]
        passages = self.sources[name]["passages"]
        i = rng.integers(len(passages))
        return None if (name == taken[0] and i in taken[1]) else passages[i]

    def draw(self, rng):
        name = self.names[rng.choice(len(self.names), p=self.share)]
        source = self.sources[name]
        group = source["groups"][rng.integers(len(source["groups"]))]
        return self.imitated(rng, name, source, group) if self.config["target"] == "bm25" else self.ranked(rng, name, source, group)

    def ranked(self, rng, name, source, group):
        size, hard = self.config["group"], self.config["hard"]
        passages, grades, sure = [], [], []
        if group["good"]:
            i, grade, _ = group["good"][rng.integers(len(group["good"]))]
            passages, grades, sure = [source["passages"][i]], [grade], [1.0]
        close = group["close"][self.config["skip_top"].get(name, 1 if group["good"] else 0):]
        for k in rng.permutation(len(close))[:hard]:
            passages.append(source["passages"][close[k][0]])
            grades.append(0.0)
            sure.append(self.config["hard_label_weight"] if group["good"] else 1.0)
        self.fill(rng, name, group, passages, grades, sure, size)
        target = np.zeros(size) if not group["good"] else np.eye(size)[0]
        return group["query"], passages, target, np.array(grades), np.array(sure)

    def imitated(self, rng, name, source, group):
        size = self.config["group"]
        listed = [(i, s) for i, _, s in group["good"]] + list(group["close"])
        picked = [listed[k] for k in rng.permutation(len(listed))[:size - 1]]
        passages, grades, sure = [source["passages"][i] for i, _ in picked], [0.0] * len(picked), [0.0] * len(picked)
        self.fill(rng, name, group, passages, grades, sure, size)
        scores = np.array([s for _, s in picked] + [0.0] * (size - len(picked))) / self.config["temperature"]
        target = np.exp(scores - scores.max())
        return group["query"], passages, target / target.sum(), np.array(grades), np.array(sure)

    def fill(self, rng, name, group, passages, grades, sure, size):
        taken = (name, {g[0] for g in group["good"]})
        while len(passages) < size:
            passage = self.other(rng, name, taken)
            if passage is not None:
                passages.append(passage)
                grades.append(0.0)
                sure.append(1.0 if self.config["target"] == "rank" else 0.0)

    def __call__(self, n):
        rng = np.random.default_rng([self.config["seed"], n])
        return [self.draw(rng) for _ in range(self.config["queries"])]


def padded(sequences, place):
    """(ids, types) lists to padded tensors."""
    width = max(len(ids) for ids, _ in sequences)
    ids = np.zeros((len(sequences), width), dtype=np.int64)
    types, mask = np.zeros_like(ids), np.zeros_like(ids)
    for i, (a, t) in enumerate(sequences):
        ids[i, :len(a)], types[i, :len(a)], mask[i, :len(a)] = a, t, 1
    return tuple(torch.from_numpy(x).to(place) for x in (ids, mask, types))


def in_chunks(model, sequences, place, tokens=4096):
    """Scores all sequences, grouped by length so that little is padding."""
    order = sorted(range(len(sequences)), key=lambda i: len(sequences[i][0]))
    outputs, start = [], 0
    while start < len(order):
        end = start + 1
        while end < len(order) and len(sequences[order[end]][0]) * (end + 1 - start) <= tokens:
            end += 1
        outputs.append(model(*padded([sequences[i] for i in order[start:end]], place)))
        start = end
    back = np.argsort(np.array(order))
    return torch.cat(outputs)[torch.from_numpy(back).to(place)]
