#!/usr/bin/env python3
"""Writes graded questions that stayed out of training, and the corpus, as a BEIR folder (split `held`), for `match_candidates.ts`.

    python3 to_beir.py OUT_DIR [N]      N questions (400), drawn with a fixed seed

They are of those that were written without any record in view, as a stranger's are.
"""
import json
import random
import sys
from pathlib import Path
from zlib import crc32

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "judgments"))
from to_beir import passage, read_corpus, read_ndjson, write_lines  # noqa: E402

SEED = 1


def main(out, count="400"):
    out = Path(out)
    corpus = read_corpus(HERE.parents[2] / "corpus")
    spelt = {doi.lower(): doi for doi in corpus}
    rows = [row for row in read_ndjson(HERE / "records.ndjson") if row["doi"] is None and crc32(row["question"].encode()) % 12 == 0]
    random.Random(SEED).shuffle(rows)
    rows = rows[: int(count)]
    write_lines(out / "corpus.jsonl", (json.dumps(passage(record)) for record in corpus.values()))
    write_lines(out / "queries.jsonl", (json.dumps({"_id": f"q{i}", "text": row["question"]}) for i, row in enumerate(rows)))
    grades = (f"q{i}\t{spelt[d]}\t{grade}" for i, row in enumerate(rows) for grade, dois in row["grades"].items() for d in dois if d in spelt)
    write_lines(out / "qrels" / "held.tsv", ["query-id\tcorpus-id\tscore", *grades])
    print(f"{len(corpus)} documents, {len(rows)} questions in {out}")


if __name__ == "__main__":
    main(*sys.argv[1:])
