#!/usr/bin/env python3
"""Writes which records are known to answer which question, and which questions none answers (`corpus/questions/`), for the service's search.

    python3 known_questions.py [--check]     --check: only says whether the files are as they would be written

Answered are questions that were written for a record and those that reading graded 2 or 3 for it; a record that reading found to be no answer
to the question written for it is left out. Unanswered are those for which reading found no such record, each kept with one that came near, and
those about something else altogether, each kept with any. Judged questions (`judgments/`) are never among them: they measure the search.
"""
import json
import sys
from pathlib import Path
from zlib import crc32

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "judgments"))
from to_beir import read_ndjson, write_lines  # noqa: E402

QUESTIONS = HERE.parents[1] / "corpus" / "questions"
GOOD = 2
# Longer ones are stories, which the service's record schema refuses.
CHARS = range(4, 301)


def rows(folder):
    return (row for path in sorted((HERE / folder).glob("*.ndjson")) for row in read_ndjson(path))


def read_grades():
    """{question: {DOI: grade}}."""
    read = {}
    for row in rows("grades"):
        read.setdefault(row["question"], {}).update({doi.lower(): int(grade) for grade, dois in row["grades"].items() for doi in dois})
    return read


def answered(read):
    """{question: DOIs that answer it}."""
    known = {question: {doi for doi, grade in grades.items() if grade >= GOOD} for question, grades in read.items()}
    for row in rows("questions"):
        question, doi = row["question"], (row["doi"] or "").lower()
        if doi and read.get(question, {}).get(doi, GOOD) >= GOOD:
            known.setdefault(question, set()).add(doi)
    return {question: dois for question, dois in known.items() if dois}


def unanswered(read, known):
    """{question: DOI of a record that came near}."""
    records = sorted({doi for dois in known.values() for doi in dois})
    away = [row["question"] for row in rows("questions") if row["doi"] is None]
    away += (HERE / "off_topic.txt").read_text(encoding="utf-8").splitlines()
    vain = {question.strip(): records[crc32(question.encode()) % len(records)] for question in away if question.strip()}
    vain.update({question: max(grades, key=lambda doi: (grades[doi], doi)) for question, grades in read.items() if grades})
    return {question: doi for question, doi in vain.items() if question not in known}


def files():
    """{path: lines}."""
    judged = {row["question"].strip().lower() for row in read_ndjson(HERE / "judgments" / "judgments.ndjson")}
    read = read_grades()
    known = answered(read)
    vain = unanswered(read, known)
    wanted = lambda questions: sorted(q for q in questions if len(q) in CHARS and q.strip().lower() not in judged)
    line = lambda row: json.dumps(row, ensure_ascii=False)
    return {QUESTIONS / "known.ndjson": [line({"question": q, "dois": sorted(known[q])}) for q in wanted(known)],
            QUESTIONS / "unanswered.ndjson": [line({"question": q, "dois": [vain[q]], "answered": False}) for q in wanted(vain)]}


def main(*arguments):
    for path, lines in files().items():
        if "--check" not in arguments:
            write_lines(path, lines)
            print(f"{len(lines)} questions in {path}")
        elif not path.exists() or path.read_text(encoding="utf-8") != "".join(f"{line}\n" for line in lines):
            sys.exit(f"{path} is not what questions/, grades/ and off_topic.txt say: run known_questions.py")


if __name__ == "__main__":
    main(*sys.argv[1:])
