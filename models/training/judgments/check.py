#!/usr/bin/env python3
"""Checks judgments.ndjson and prints its counts; exit code 1 if anything is wrong.

    python3 check.py [--corpus DIR] [--alike 0.6]

Beside the format it looks for evaluation questions that say the same as a training question: word stems or letter
triples in common, as a share of all of either. At 0.6 and above the training question has to go.
"""
import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path

from to_beir import read_corpus, read_ndjson

HERE = Path(__file__).resolve().parent
VOICES = {"terse", "chatty", "worried", "athletic", "misspelt", "two-part", "colloquial", "off-topic", "clinical"}
CANDIDATES_MIN = 15
ENDINGS = ("ings", "ing", "ies", "ied", "es", "ed", "ly", "s")
FILLERS = set(
    "a an and are as at be but by can do does for from had has have how i if in is it its me my no not of on or so "
    "than that the their them they this to was what when which will with you your about after any did get got more "
    "should would could why who there then up out really also even only very too now".split()
)


def stems(text):
    found = set()
    for word in re.findall(r"[a-z0-9]+", text.lower()):
        if word in FILLERS:
            continue
        for ending in ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                word = word[: -len(ending)]
                break
        found.add(word)
    return found


def triples(text):
    plain = f" {re.sub(r'[^a-z0-9]+', ' ', text.lower()).strip()} "
    return {plain[i : i + 3] for i in range(len(plain) - 2)}


def shared(a, b):
    return len(a & b) / max(1, len(a | b))


def format_problems(rows, corpus):
    """One line for each thing that is wrong."""
    seen = set()
    for row in rows:
        where = row["id"]
        grades = row["grades"]
        if where in seen:
            yield f"{where}: the id is there twice"
        seen.add(where)
        if row["voice"] not in VOICES:
            yield f"{where}: voice {row['voice']!r}"
        if row["split"] not in ("dev", "eval"):
            yield f"{where}: split {row['split']!r}"
        if len(grades) < CANDIDATES_MIN:
            yield f"{where}: {len(grades)} candidates, {CANDIDATES_MIN} are wanted"
        if any(grade not in (0, 1, 2, 3) for grade in grades.values()):
            yield f"{where}: a grade that is not 0 to 3"
        if (row["voice"] == "off-topic") != (max(grades.values()) == 0):
            yield f"{where}: off-topic questions, and no others, have zeros only"
        for doi in grades:
            if doi not in corpus:
                yield f"{where}: {doi} is not in the corpus (any more)"


def alike(rows, trained, least):
    """(share, judged row, training question) of each pair that is too much alike."""
    known = [(text, stems(text), triples(text)) for text in trained]
    for row in rows:
        words, letters = stems(row["question"]), triples(row["question"])
        for text, other_words, other_letters in known:
            share = max(shared(words, other_words), shared(letters, other_letters))
            if share >= least:
                yield share, row, text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, default=HERE.parents[2] / "corpus")
    parser.add_argument("--alike", type=float, default=0.6)
    given = parser.parse_args()

    rows = read_ndjson(HERE / "judgments.ndjson")
    corpus = read_corpus(given.corpus)
    problems = list(format_problems(rows, corpus))
    for line in problems:
        print(line)

    folders = ("questions", "questions-abstracts", "grades")
    asked = {row["question"] for name in folders for path in sorted((HERE.parent / name).glob("*.ndjson")) for row in read_ndjson(path)}
    trained = sorted(asked)
    for name in ("off_topic.txt", "off_topic_ordinary.txt"):
        trained += [line for line in (HERE.parent / name).read_text(encoding="utf-8").splitlines() if line.strip()]
    elsewhere = [{"id": f"line {number}", "split": "elsewhere.txt", "question": line}
                 for number, line in enumerate((HERE / "elsewhere.txt").read_text(encoding="utf-8").splitlines(), 1)]
    copies = list(alike(rows + elsewhere, trained, given.alike))
    for share, row, text in copies:
        print(f"alike {share:.2f}: {row['id']} ({row['split']}) {row['question']!r} and {text!r}")

    print(f"{len(rows)} questions, {sum(len(row['grades']) for row in rows)} graded pairs, {len(corpus)} records")
    for name, counted in (
        ("split", Counter(row["split"] for row in rows)),
        ("voice", Counter(row["voice"] for row in rows)),
        ("grade", Counter(grade for row in rows for grade in row["grades"].values())),
        ("facet", Counter(facet for row in rows for facet in row["facets"])),
    ):
        print(f"{name}: " + ", ".join(f"{key} {count}" for key, count in counted.most_common()))
    print(f"training questions: {len(trained)}")
    return 1 if problems or any(row["split"] == "eval" for _, row, _ in copies) else 0


if __name__ == "__main__":
    sys.exit(main())
