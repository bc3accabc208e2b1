"""The pairs to learn from, one list per source: (query, passage, grade)."""
import glob
import os

import numpy as np

from common import HERE, data, read_ndjson
from corpus_text import domain_records
from rephrase import as_question, everyday

GOLD = ["bioasq_passages_train", "evidence_inference_train", "pubmedqa_train", "mediqa_rqe_train", "mediqa_qa_train", "medquad_qa"]
WEAK = ["citation_sentence_title", "title_heading_paragraph", "title_abstract", "objective_conclusion", "medquad_synonyms"]


# A pair graded above is a positive; the others are known not to answer.
POSITIVE = 0.3


def passage_of(row):
    return f"{row['title'].rstrip('.')}. {row['text']}" if row.get("title") else row["text"]


def public_pairs(config, name):
    for row in read_ndjson(data(config, "training", "pairs", f"{name}.ndjson.gz")):
        grade = float(row["score"])
        if name == "mediqa_qa_train":
            grade /= 3
        yield row["query"], passage_of(row), grade


def domain_pairs(config):
    """Titles of the field as statements and as questions, and single sentences, each against its abstract."""
    rng = np.random.default_rng(config["seed"])
    for record in domain_records(config):
        abstract = record.get("abstract") or ""
        if len(abstract) < 200:
            continue
        title = record["title"]
        yield everyday(title, rng), abstract, 1.0
        question = as_question(title, rng)
        if question:
            yield everyday(question, rng, 0.8), f"{title.rstrip('.')}. {abstract}", 1.0
        yield from sentence_against_rest(title, abstract, rng)


def sentence_against_rest(title, abstract, rng):
    """One sentence of an abstract, in everyday words, against its title and the other sentences."""
    sentences = [s for s in abstract.split(". ") if len(s) > 60]
    if len(sentences) > 3:
        i = rng.integers(len(sentences))
        rest = ". ".join(s for j, s in enumerate(sentences) if j != i)
        yield everyday(sentences[i], rng), f"{title.rstrip('.')}. {rest}", 1.0


def abstract_sentences(config):
    """Single sentences of MEDLINE and open abstracts, each against its abstract."""
    rng = np.random.default_rng(config["seed"])
    for title, passage, _ in public_pairs(config, "title_abstract"):
        yield from sentence_against_rest(title, passage, rng)


def own_records(folder):
    """The project's own evidence records."""
    return (record for path in sorted(glob.glob(os.path.join(folder, "*.ndjson"))) for record in read_ndjson(path))


def findings_of_records(folder):
    """doi -> what the record found, in its order."""
    return {r["doi"].lower(): [f["statement"] for f in r.get("findings", [])] for r in own_records(folder)}


def records_in_parts(folder):
    """doi -> title, finding statements and practice, in the order in which they are served."""
    found = findings_of_records(folder)
    return {r["doi"].lower(): [r["title"].rstrip(".") + ".", *found[r["doi"].lower()], *([r["practice"]] if r.get("practice") else [])]
            for r in own_records(folder)}


def records_as_served(folder):
    return {doi: " ".join(parts) for doi, parts in records_in_parts(folder).items()}


def own_questions(folder):
    """Questions written for the project: (question, doi or None)."""
    for path in sorted(glob.glob(os.path.join(folder, "*.ndjson"))):
        for row in read_ndjson(path):
            yield row["question"], row["doi"].lower() if row.get("doi") else None


def judged_questions(folder, split):
    """Questions graded 0 to 3 against records by reading: (question, {doi: grade})."""
    for row in read_ndjson(os.path.join(folder, "judgments.ndjson")):
        if row["split"] == split:
            yield row["question"], {d.lower(): g for d, g in row["grades"].items()}


def graded_questions(folder):
    """Training questions graded 0 to 3 by reading: (question, doi of the record it was written for, {doi: grade})."""
    for path in sorted(glob.glob(os.path.join(folder, "*.ndjson"))):
        for row in read_ndjson(path):
            yield row["question"], row["doi"], {d: int(g) for g, dois in row["grades"].items() for d in dois}


def off_topic_questions():
    """Lines about something else. Those of the second file are in the ordinary words of our field (rest, cycle, load) and are only
    learnt from."""
    for name in ("off_topic.txt", "off_topic_ordinary.txt"):
        with open(os.path.join(HERE, name), encoding="utf-8") as f:
            yield from (line.strip() for line in f if line.strip())
