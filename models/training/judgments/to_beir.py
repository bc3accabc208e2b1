#!/usr/bin/env python3
"""Writes the judgments and the evidence corpus as a BEIR folder, for `phasewise eval retrieval`.

    python3 to_beir.py OUT_DIR [--corpus DIR] [--judgments FILE] [--unseen]

OUT_DIR gets corpus.jsonl (_id is the DOI; title; text = findings and practice), queries.jsonl and
qrels/{dev,eval}.tsv with all grades, also the zeros. Off-topic questions are in it with zeros only:
retrieval figures leave them out, and they serve to check that nothing scores as relevant. With --unseen the collection
holds only the twelfth of the records that no training question and no graded pair was about (`held_out` in ../batches.py).
"""
import argparse
import json
from pathlib import Path
from zlib import crc32

HERE = Path(__file__).resolve().parent


def read_ndjson(path):
    """Every non-empty line of a file as an object; ValueError names file and line."""
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            rows.append(json.loads(line))
        except ValueError as error:
            raise ValueError(f"{path}:{number}: not JSON") from error
    return rows


def read_corpus(folder):
    """The evidence records of all *.ndjson files, by DOI in order."""
    records = {}
    for path in sorted(folder.glob("*.ndjson")):
        for record in read_ndjson(path):
            records[record["doi"]] = record
    return dict(sorted(records.items()))


def passage(record):
    """Title and the rest apart; joined with `. ` they are the passage that the service indexes."""
    parts = [finding["statement"] for finding in record["findings"]]
    if record.get("practice") is not None:
        parts.append(record["practice"])
    return {"_id": record["doi"], "title": record["title"], "text": " ".join(parts)}


def write_lines(path, lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--corpus", type=Path, default=HERE.parents[2] / "corpus")
    parser.add_argument("--judgments", type=Path, default=HERE / "judgments.ndjson")
    parser.add_argument("--unseen", action="store_true", help="only records that stayed out of training")
    given = parser.parse_args()

    corpus = read_corpus(given.corpus)
    if given.unseen:
        corpus = {doi: record for doi, record in corpus.items() if crc32(doi.lower().encode()) % 12 == 0}
    judgments = read_ndjson(given.judgments)
    dump = lambda value: json.dumps(value, ensure_ascii=False)
    write_lines(given.out / "corpus.jsonl", (dump(passage(record)) for record in corpus.values()))
    write_lines(
        given.out / "queries.jsonl",
        (dump({"_id": row["id"], "text": row["question"]}) for row in judgments),
    )
    gone = set()
    for split in ("dev", "eval"):
        lines = ["query-id\tcorpus-id\tscore"]
        for row in judgments:
            if row["split"] != split:
                continue
            for doi, grade in row["grades"].items():
                if doi in corpus:
                    lines.append(f"{row['id']}\t{doi}\t{grade}")
                else:
                    gone.add(doi)
        write_lines(given.out / "qrels" / f"{split}.tsv", lines)
    print(f"{len(corpus)} documents, {len(judgments)} questions in {given.out}")
    if gone and not given.unseen:
        print(f"{len(gone)} judged documents are no longer in the corpus: {', '.join(sorted(gone))}")


if __name__ == "__main__":
    main()
