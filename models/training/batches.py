"""Groups drawn for training and padded batches of similar length."""
import zlib

import numpy as np
import torch

from bm25 import BM25
from common import beside, read_ndjson, say, work
from corpus_text import domain_records
from sources import findings_of_records, graded_questions, judged_questions, off_topic_questions, own_questions, records_in_parts


# What a grade is worth in a ranking, and the relevance a passage of that grade should get (0.5 = on topic).
GAIN = (0.0, 1.0, 3.0, 7.0)
RELEVANCE = (0.0, 0.4, 0.85, 0.97)


def held_out(doi):
    """A fixed twelfth of the evidence records, by document, and of the questions that were written for none."""
    return zlib.crc32(doi.encode()) % 12 == 0


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
        found = index.search(question, depth)[0].tolist()
        groups.append({"query": tokenizer.encode(question)[:64], "good": [(i, 1.0) for i in sorted(good)],
                       "close": [i for i in found if i not in good]})
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


def graded_source(records, rows, tokenizer):
    """Questions graded 0 to 3 by reading. `levels` holds the passages of each grade; grades 2 and 3 are good, grade 1 is neither."""
    keys = sorted(records)
    number = {k: i for i, k in enumerate(keys)}
    groups = []
    for question, grades in rows:
        levels = [[number[d] for d, g in sorted(grades.items()) if g == level and d in number] for level in range(4)]
        if any(levels):
            groups.append({"text": question, "query": tokenizer.encode(question)[:64], "levels": levels, "known": set(levels[1]),
                           "good": [(i, GAIN[g]) for g in (2, 3) for i in levels[g]], "close": levels[0]})
    return {"passages": [np.array(tokenizer.encode(records[k])[:250], dtype=np.uint16) for k in keys], "groups": groups}


def findings_source(statements, rows, tokenizer):
    """Questions against the findings of a record that answers them: reading has told which finding does (`best`, from 1), and which answer a
    part (`also`). `statements` are the findings by record. A finding of another record was not read and may answer as well."""
    texts = {f"{doi} {at}": text for doi, findings in statements.items() for at, text in enumerate(findings, 1)}
    grade = lambda row, at: 3 if at == row["best"] else 2 if at in row["also"] else 0
    graded = [(row["question"], {f"{row['doi']} {at}": grade(row, at) for at, _ in enumerate(statements[row["doi"]], 1)})
              for row in rows if row["doi"] in statements]
    return {**graded_source(texts, graded, tokenizer), "unread_may_answer": True}


def asked_source(graded, in_vain, tokenizer, depth=8):
    """Questions against other questions that share an answer: how near two askers are, whatever the words. Close to each are the questions
    that share most words with it and that nothing answers (`in_vain`, texts).
    `graded` is a source as `graded_source` makes it."""
    groups = [g for g in graded["groups"] if g["good"]]
    index = BM25(in_vain)
    asking = {}
    for number, group in enumerate(groups):
        for passage, gain in group["good"]:
            if gain == max(GAIN):
                asking.setdefault(passage, []).append(number)
    shared = [{n for passage, gain in g["good"] if gain == max(GAIN) for n in asking[passage]} - {i} for i, g in enumerate(groups)]
    questions = [g["query"] for g in groups] + [tokenizer.encode(text)[:64] for text in in_vain]
    close = [[len(groups) + i for i in index.search(g["text"], depth)[0].tolist()] for g in groups]
    return {"passages": [np.array(q, dtype=np.uint16) for q in questions],
            "groups": [{"query": g["query"], "good": [(n, 1.0) for n in sorted(others)], "close": near} for g, others, near in zip(groups, shared, close)]}


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
    graded = [(q, g) for q, d, g in graded_questions(beside(config["grades"])) if keep(d or q) and q.strip().lower() not in tested]
    graded += [row for row in judged_questions(beside(config["judgments"]), "dev") if any(row[1].values())]
    abstracts = {r["doi"].lower(): f"{r['title'].rstrip('.')}. {r['abstract']}" for r in domain_records(config)
                 if r.get("doi") and len(r.get("abstract") or "") > 200}
    asked_abstracts = [(q, d) for q, d in own_questions(beside(config["abstract_questions"])) if d in abstracts]
    own_graded = graded_source(passages, graded, tokenizer)
    chosen = [row for row in read_ndjson(beside(config["findings"])) if keep(row["doi"]) and keep(row["question"])]
    in_vain = sorted({q for q, d in asked if d is None} | {g["text"] for g in own_graded["groups"] if not g["good"]})
    own_asked = asked_source(own_graded, in_vain, tokenizer)
    return {"own": own, "own_away": away, "own_parts": own_source(*parts_against_rest(records), tokenizer), "own_asked": own_asked,
            "own_graded": own_graded, "own_abstracts": own_source(abstracts, asked_abstracts, tokenizer),
            "own_findings": findings_source(findings_of_records(beside(config["records"])), chosen, tokenizer)}


def load_sources(config, tokenizer):
    """The mined sources and, for a stage that names one of them, the project's own without what is held out."""
    sources = np.load(work(config, "groups.npy"), allow_pickle=True)[0]
    if any(name.startswith("own") for name in config["sources"]):
        sources.update(load_own(config, tokenizer, lambda d: not held_out(d)))
        say("own groups", len(sources["own"]["groups"]), "graded", len(sources["own_graded"]["groups"]), "records", len(sources["own"]["passages"]))
    return sources


def known(weights, sources):
    """The names of the weighted sources. A name that is not there would silently leave its share to the others."""
    missing = [name for name in weights if name not in sources]
    if missing:
        raise ValueError(f"no such sources: {', '.join(missing)}")
    return list(weights)


class Sampler:
    """Draw n depends on the seed and n alone: a list of (query, [passages], target weights, labels, label weights)."""

    def __init__(self, sources, weights, config):
        self.names = known(weights, sources)
        share = np.array([weights[n] for n in self.names], dtype=float)
        self.share, self.sources, self.config = share / share.sum(), sources, config

    def other(self, rng, name, group, taken):
        if rng.random() < self.config["foreign"]:
            name = self.names[rng.integers(len(self.names))]
        i = rng.integers(len(self.sources[name]["passages"]))
        return None if (name == taken[0] and i in taken[1]) else self.shown(rng, self.sources[name], group, i)

    @staticmethod
    def shown(rng, source, group, i):
        """Passage `i` as the reranker reads it: behind what is known of questions like this one, where anything is."""
        if "asked" not in source or "vector" not in group:
            return source["passages"][i]
        return [*source["asked"].before(group, i, rng), *source["passages"][i]]

    def draw(self, rng):
        name = self.names[rng.choice(len(self.names), p=self.share)]
        source = self.sources[name]
        group = source["groups"][rng.integers(len(source["groups"]))]
        if "levels" in group:
            return self.graded(rng, name, source, group)
        return self.ranked(rng, name, source, group)

    def graded(self, rng, name, source, group):
        """A few passages of each grade, best grades first, the rest zeros; the target shares are those of the grades' gains."""
        size = self.config["group"]
        picked = [(i, g) for g, most in ((3, 2), (2, 1), (1, 1), (0, size)) for i in rng.permutation(group["levels"][g])[:most].tolist()]
        picked = picked[:size - 1]
        passages = [self.shown(rng, source, group, i) for i, _ in picked]
        grades, sure = [RELEVANCE[g] for _, g in picked], [1.0] * len(picked)
        self.fill(rng, name, {**group, "good": [(i, 1.0) for level in group["levels"] for i in level]}, passages, grades, sure, size)
        gains = np.array([GAIN[g] for _, g in picked] + [0.0] * (size - len(picked)))
        return group["query"], passages, gains / max(gains.sum(), 1.0), np.array(grades), np.array(sure)

    def ranked(self, rng, name, source, group):
        size, hard = self.config["group"], self.config["hard"]
        passages, grades, sure = [], [], []
        if group["good"]:
            i, grade = group["good"][rng.integers(len(group["good"]))]
            passages, grades, sure = [self.shown(rng, source, group, i)], [grade], [1.0]
        close = group["close"][self.config["skip_top"].get(name, 1 if group["good"] else 0):]
        for k in rng.permutation(len(close))[:hard]:
            passages.append(self.shown(rng, source, group, close[k]))
            grades.append(0.0)
            sure.append(self.config["hard_label_weight"] if group["good"] else 1.0)
        self.fill(rng, name, group, passages, grades, sure, size)
        target = np.zeros(size) if not group["good"] else np.eye(size)[0]
        return group["query"], passages, target, np.array(grades), np.array(sure)

    def fill(self, rng, name, group, passages, grades, sure, size):
        taken = (name, {g[0] for g in group["good"]})
        while len(passages) < size:
            passage = self.other(rng, name, group, taken)
            if passage is not None:
                passages.append(passage)
                grades.append(0.0)
                sure.append(1.0)

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
