"""Writes pairs that stayed out of training as a test collection (BEIR layout, split `unused`), for `match_candidates.ts`.

    python3 unused_pairs.py SOURCE OUT_DIR [QUESTIONS] [DOCUMENTS]

SOURCE is a public source of which `groups.json` takes a part, or one that training leaves alone (`covid_faq`). Its other queries are drawn with a
fixed seed; the collection holds their passages and others of the same source.
"""
import json
import sys
from pathlib import Path

import numpy as np

from common import load_config, work
from sources import POSITIVE, public_pairs
from tokenizer import Tokenizer

sys.path.insert(0, str(Path(__file__).resolve().parent / "judgments"))
from to_beir import write_lines  # noqa: E402

SEED = 5


def unused(config, source):
    """(query, passage) of the source whose query is in no group."""
    tokenizer = Tokenizer.load(work(config, "vocab.txt"))
    mined = np.load(work(config, "groups.npy"), allow_pickle=True)[0].get(source, {"groups": []})
    used = {tuple(group["query"]) for group in mined["groups"]}
    for query, passage, grade in public_pairs(config, source):
        if grade > POSITIVE and tuple(tokenizer.encode(query[:1000])[:64]) not in used:
            yield query, passage


def main(source, out, questions="150", documents="5000"):
    config = load_config("config/groups.json")
    rng = np.random.default_rng(SEED)
    pairs = list(unused(config, source))
    answers = {}
    for query, passage in pairs:
        answers.setdefault(query, set()).add(passage)
    asked = [list(answers)[i] for i in rng.permutation(len(answers))[:int(questions)]]
    passages = sorted({p for query in asked for p in answers[query]})
    others = sorted({p for _, p in pairs} - set(passages))
    passages += [others[i] for i in rng.permutation(len(others))[:max(0, int(documents) - len(passages))]]
    number = {p: f"d{i}" for i, p in enumerate(passages)}
    out = Path(out)
    write_lines(out / "corpus.jsonl", (json.dumps({"_id": number[p], "title": "", "text": p}) for p in passages))
    write_lines(out / "queries.jsonl", (json.dumps({"_id": f"q{i}", "text": query}) for i, query in enumerate(asked)))
    grades = (f"q{i}\t{number[p]}\t1" for i, query in enumerate(asked) for p in sorted(answers[query]))
    write_lines(out / "qrels" / "unused.tsv", ["query-id\tcorpus-id\tscore", *grades])
    print(len(answers), "unused queries;", len(asked), "questions,", len(passages), "documents in", out)


if __name__ == "__main__":
    main(*sys.argv[1:])
