"""Groups drawn for training and padded batches of similar length."""
import zlib

import numpy as np
import torch

from bm25 import BM25
from common import beside
from sources import judged_questions, off_topic_questions, own_questions, records_in_parts


def held_out(doi):
    """A fixed third of the evidence records, by document."""
    return zlib.crc32(doi.encode()) % 3 == 0


def own_source(passages, asked, tokenizer, depth=30):
    """Passages (by key) and questions (text, key or None) in the shape of a mined source. A question without a key is negative for all."""
    keys = sorted(passages)
    number = {k: i for i, k in enumerate(keys)}
    index = BM25([passages[k] for k in keys])
    by_text = {}
    for question, key in asked:
        by_text.setdefault(question, set()).update(set() if key is None else {number[key]})
    groups = []
    for question, good in sorted(by_text.items()):
        found, scores = index.search(question, depth)
        score = dict(zip(found.tolist(), scores.tolist()))
        groups.append({"query": tokenizer.encode(question)[:64], "good": [(i, 1.0, score.get(i, 0.0)) for i in sorted(good)],
                       "close": [(i, s) for i, s in score.items() if i not in good]})
    return {"passages": [np.array(tokenizer.encode(passages[k])[:250], dtype=np.uint16) for k in keys], "groups": groups}


def parts_against_rest(records):
    """One sentence of each record as the query, the record without it as the passage."""
    passages, asked = {}, []
    for doi, parts in records.items():
        if len(parts) > 2:
            left_out = zlib.crc32(f"part {doi}".encode()) % len(parts)
            passages[doi] = " ".join(p for j, p in enumerate(parts) if j != left_out)
            asked.append((parts[left_out], doi))
    return passages, asked


def graded_source(records, judged, tokenizer):
    """Questions graded by reading: grades 2 and 3 are good, grade 0 is close but not good, grade 1 stays out."""
    keys = sorted(records)
    number = {k: i for i, k in enumerate(keys)}
    groups = []
    for question, grades in judged:
        groups.append({"query": tokenizer.encode(question)[:64],
                       "good": [(number[d], 1.0 if g == 3 else 0.75, 0.0) for d, g in grades.items() if g >= 2 and d in number],
                       "close": [(number[d], 0.0) for d, g in grades.items() if g == 0 and d in number]})
    return {"passages": [np.array(tokenizer.encode(records[k])[:250], dtype=np.uint16) for k in keys],
            "groups": [g for g in groups if g["good"] or g["close"]]}


def load_own(config, tokenizer, keep):
    """The project's records with the questions for them, their parts against the rest, and the graded development questions.
    `keep` says of a doi or a question whether it takes part; questions of the graded test never do."""
    records = {d: p for d, p in records_in_parts(beside(config["records"])).items() if keep(d)}
    asked = [(q, d) for q, d in own_questions(beside(config["questions"])) if d in records or (d is None and keep(q))]
    asked += [(q, None) for q in off_topic_questions() if keep(q)]
    tested = {q.strip().lower() for q, _ in judged_questions(beside(config["judgments"]), "eval")}
    asked = [(q, d) for q, d in asked if q.strip().lower() not in tested]
    passages = {d: " ".join(p) for d, p in records.items()}
    own = own_source(passages, asked, tokenizer)
    away = {"passages": own["passages"], "groups": [g for g in own["groups"] if not g["good"]]}
    return {"own": own, "own_away": away, "own_parts": own_source(*parts_against_rest(records), tokenizer),
            "own_graded": graded_source(passages, judged_questions(beside(config["judgments"]), "dev"), tokenizer)}


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
