"""What the rounding to int8 costs: nDCG@10 of the fp32 and of the int8 ONNX file of one model, on the same questions and passages.

    python3 int8_loss.py config/export_<kind>.json QUESTIONS SET...     sets of the data folder, as `evaluate.py` takes them

So many questions of each set, each with its 50 best passages by BM25, and as many graded questions of the project (`judgments`, evaluation split) with
every judged record. A reranker orders by its logit, an embedder by the cosine. Run it after `export.py`, which leaves the fp32 file in the work folder.
"""
import json
import os
import sys

import common  # noqa: F401  first: the matrix library reads its number of threads when it is loaded
import numpy as np

from bm25 import BM25
from common import beside, load_config, work
from evaluate import load_set, ndcg
from export import FOLDERS
from golden import embedder_items, reranker_items, run_onnx
from sources import judged_questions, records_as_served
from tokenizer import Tokenizer

DEPTH = 50
CHARS = 2600


def drawn(items, count):
    return [items[i] for i in np.random.default_rng(5).permutation(len(items))[:count]]


def judged(config, count):
    records = records_as_served(beside(config["records"]))
    answered = [(q, grades) for q, grades in judged_questions(beside(config["judgments"]), "eval") if any(grades.values())]
    for question, grades in drawn(answered, count):
        yield question, {d: records[d] for d in sorted(grades) if d in records}, grades


def public(config, name, count):
    corpus, queries, grades = load_set(config, name)
    dids = sorted(corpus)
    index = BM25([corpus[d] for d in dids], max_share=1.0)
    asked = sorted(q for q in grades if any(v > 0 for v in grades[q].values()))
    for q in drawn(asked, count):
        found = [dids[i] for i in index.search(queries[q], DEPTH)[0]]
        if found:
            yield queries[q], {d: corpus[d][:CHARS] for d in found}, grades[q]


def reranked(config, tokenizer, path, questions):
    pairs = [(question, text) for question, passages, _ in questions for text in passages.values()]
    return np.array(run_onnx(config, path, reranker_items(config, tokenizer, pairs)))[:, 0]


def compared(config, tokenizer, path, questions):
    texts = sorted({t for question, passages, _ in questions for t in (question, *passages.values())})
    vectors = dict(zip(texts, np.array(run_onnx(config, path, embedder_items(config, tokenizer, texts)))))
    return np.array([vectors[question] @ vectors[text] for question, passages, _ in questions for text in passages.values()])


def main(path, count, *sets):
    config = load_config(path)
    tokenizer = Tokenizer.load(work(config, "vocab.txt"))
    scores_of = reranked if config["kind"] == "reranker" else compared
    files = {"fp32": work(config, config["kind"], "model.onnx"), "int8": os.path.join(FOLDERS[config["kind"]], "onnx", "model_quantized.onnx")}
    for name in ("judgments", *sets):
        questions = list(judged(config, int(count)) if name == "judgments" else public(config, name, int(count)))
        figures, seen = {"questions": len(questions)}, {}
        for kind, file in files.items():
            seen[kind], at, each = scores_of(config, tokenizer, file, questions), 0, []
            for _, passages, grades in questions:
                order = np.argsort(-seen[kind][at:at + len(passages)], kind="stable")
                each.append(ndcg([list(passages)[i] for i in order], grades))
                at += len(passages)
            figures[kind] = round(float(np.mean(each)), 4)
        figures["largest_difference"] = round(float(np.abs(seen["fp32"] - seen["int8"]).max()), 4)
        print(name, json.dumps(figures), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
