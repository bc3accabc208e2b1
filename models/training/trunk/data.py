"""What the trunk learns from: graded questions over our records, guidance entries, and public pairs."""
import gzip
import hashlib
import json
import os
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
TRAINING = HERE.parent
PUBLIC = {
    # name: how often a batch of public pairs comes from it
    "bioasq_passages_train": 4,
    "medquad_qa": 1,
    "title_abstract": 2,
    "citation_sentence_title": 1,
    "evidence_inference_train": 1,
    "evidence_inference_spans_train": 1,
    "pubmedqa_train": 1,
    "mediqa_rqe_train": 1,
}


def read_ndjson(path):
    opened = gzip.open if str(path).endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def record_text(record):
    """The passage of a record, as `src/ingest/documents.ts` writes it."""
    title = record["title"] if record["title"][-1] in ".?!" else record["title"] + "."
    parts = [title, *(finding["statement"] for finding in record["findings"])]
    return " ".join(parts + ([record["practice"]] if record.get("practice") else []))


def records():
    """{DOI: record}, of every file of the corpus."""
    return {r["doi"]: r for path in sorted((REPOSITORY / "corpus").glob("*.ndjson")) for r in read_ndjson(path)}


def held_out_of(text, parts):
    """A fixed part, by a hash: it stays out of training."""
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % parts == 0


def held_out(text):
    """A fixed twelfth."""
    return held_out_of(text, 12)


def judged():
    """Questions of the judgments with their grades: {split: [(question, {DOI: grade})]}."""
    found = {"dev": [], "eval": []}
    for row in read_ndjson(TRAINING / "judgments" / "judgments.ndjson"):
        found[row["split"]].append((row["question"], row["grades"]))
    return found


def graded():
    """[(question, {DOI: grade})] for training: what reading graded, and the questions written for one record."""
    sealed = {q.strip().lower() for q, _ in judged()["eval"]}
    known = {}
    for row in read_ndjson(TRAINING / "grades" / "records.ndjson"):
        known.setdefault(row["question"], {}).update({d.lower(): int(g) for g, dois in row["grades"].items() for d in dois})
    for path in sorted((TRAINING / "questions").glob("*.ndjson")):
        for row in read_ndjson(path):
            if row["doi"]:
                known.setdefault(row["question"], {}).setdefault(row["doi"].lower(), 3)
    known.update({q: g for q, g in judged()["dev"]})
    return [(q, g) for q, g in known.items() if q.strip().lower() not in sealed and not held_out(q)]


def kept_out_answers():
    """Graded questions that no stage learns from: a fifth, by a hash."""
    return [r for r in read_ndjson(TRAINING / "judgments" / "answers.ndjson") if held_out_of(r["query"], 5)]


def judged_answers():
    """[(question, {entry id: grade})] of the guidance that readers graded: 0 beside it, 1 in part, 3 an answer. A fifth stays out, by a hash."""
    rows = read_ndjson(TRAINING / "judgments" / "answers.ndjson")
    return [(r["query"], {k: 3 if g == 2 else g for k, g in r["grades"].items()}) for r in rows if not held_out_of(r["query"], 5)]


def public_pairs(folder):
    """{source: [(query, passage)]} of the pairs that answer."""
    found = {}
    for name in PUBLIC:
        rows = read_ndjson(Path(folder) / "training" / "pairs" / f"{name}.ndjson.gz")
        pairs = [(r["query"], " ".join(filter(None, [r["title"], r["text"]]))) for r in rows if r.get("score", 1) > 0]
        found[name] = [p for p in pairs if p[0].strip() and p[1].strip()]
    return found


def written():
    """{entry id: [message]} of the messages that were written for an entry, as people talk."""
    found = {}
    for row in read_ndjson(TRAINING / "messages" / "entry-messages.ndjson"):
        found.setdefault(row["id"], []).append(row["query"])
    return found


def guidance():
    """Guidance entries as `bun scripts/guidance-for-training.ts` writes them: id, text, asked."""
    path = Path(os.environ.get("TRAIN_WORK", "/tmp/train")) / "guidance.ndjson"
    return read_ndjson(path) if path.exists() else []
