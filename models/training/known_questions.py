#!/usr/bin/env python3
"""Writes which records are known to answer which question (`corpus/questions/known.ndjson`), for the service's search.

    python3 known_questions.py [--check]     --check: only says whether the file is as it would be written

Questions that were written for a record and those that reading graded 2 or 3 for it; a record that reading found to be no answer to the
question written for it is left out. Judged questions (`judgments/`) are never among them: they measure the search.
"""
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "judgments"))
from to_beir import read_ndjson, write_lines  # noqa: E402

KNOWN = HERE.parents[1] / "corpus" / "questions" / "known.ndjson"
GOOD = 2
# Longer ones are stories, which the service's record schema refuses.
CHARS = range(4, 301)


def rows(folder):
    return (row for path in sorted((HERE / folder).glob("*.ndjson")) for row in read_ndjson(path))


def answered():
    """{question: DOIs that answer it}."""
    read = {}
    for row in rows("grades"):
        read.setdefault(row["question"], {}).update({doi.lower(): int(grade) for grade, dois in row["grades"].items() for doi in dois})
    known = {question: {doi for doi, grade in grades.items() if grade >= GOOD} for question, grades in read.items()}
    for row in rows("questions"):
        question, doi = row["question"], (row["doi"] or "").lower()
        if doi and read.get(question, {}).get(doi, GOOD) >= GOOD:
            known.setdefault(question, set()).add(doi)
    judged = {row["question"].strip().lower() for row in read_ndjson(HERE / "judgments" / "judgments.ndjson")}
    return {q: dois for q, dois in known.items() if dois and len(q) in CHARS and q.strip().lower() not in judged}


def main(*arguments):
    known = answered()
    lines = [json.dumps({"question": q, "dois": sorted(known[q])}, ensure_ascii=False) for q in sorted(known)]
    if "--check" in arguments:
        if not KNOWN.exists() or KNOWN.read_text(encoding="utf-8") != "".join(f"{line}\n" for line in lines):
            sys.exit(f"{KNOWN} is not what questions/ and grades/ say: run known_questions.py")
        return
    write_lines(KNOWN, lines)
    print(f"{len(known)} questions in {KNOWN}")


if __name__ == "__main__":
    main(*sys.argv[1:])
