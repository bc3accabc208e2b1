"""How often a message written for an entry is stopped, and finds its entry, of those that no stage learns from.

    python3 entry_messages.py questions QUESTIONS.ndjson      then, in the repository's root:
                                                              bun scripts/match-features.ts QUESTIONS.ndjson FEATURES.ndjson
    python3 entry_messages.py figures FEATURES.ndjson
    python3 entry_messages.py training QUESTIONS.ndjson       all that `train_matcher.py` learns from, for match-features.ts
"""
import json
import sys

import numpy as np

import data

STAGES = ("reproductive", "perimenopause", "postmenopause")
ASKED_EACH, SEED = 3, 5


def kept_out():
    """{message: (entry id, voice)}."""
    rows = data.read_ndjson(data.TRAINING / "messages" / "entry-messages.ndjson")
    return {r["query"]: (r["id"], r["voice"]) for r in rows if data.held_out(r["query"])}


def questions(target):
    # Every entry may answer here: whether an entry fits a life stage is not what is measured.
    with open(target, "w", encoding="utf-8") as out:
        for message in kept_out():
            for stage in STAGES:
                out.write(json.dumps({"query": message, "stage": stage, "phase": "follicular"}) + "\n")


def written():
    """{message: entry id} of all messages written for an entry, and of some of its ways of asking."""
    rng, entries = np.random.default_rng(SEED), {e["id"]: e for e in data.guidance()}
    rows = data.read_ndjson(data.TRAINING / "messages" / "entry-messages.ndjson")
    found = {r["query"]: r["id"] for r in rows if r["id"] in entries}
    for each in entries.values():
        for message in rng.permutation(each["asked"])[:ASKED_EACH]:
            found.setdefault(str(message), each["id"])
    return found


def training(target):
    rng = np.random.default_rng(SEED)
    with open(target, "w", encoding="utf-8") as out:
        for message in written():
            out.write(json.dumps({"query": message, "stage": str(rng.choice(STAGES)), "phase": "follicular"}) + "\n")


def figures(features):
    """A message counts in the stage in which its entry comes first soonest."""
    known, best = kept_out(), {}
    for line in data.read_ndjson(features):
        entry, _ = known[line["query"]]
        ids = None if line["found"] is None else [each["id"] for each in line["found"]["entries"]]
        place = None if ids is None else ids.index(entry) if entry in ids else len(ids)
        held = best.setdefault(line["query"], place)
        if place is not None and place < held:
            best[line["query"]] = place
    for voice in ("story", "terse", "plain", "turn"):
        places = [best[m] for m, (_, v) in known.items() if v == voice]
        found = [p for p in places if p is not None]
        share = lambda n: round(n / len(found), 2)
        print(voice, len(places), "stopped", round(places.count(None) / len(places), 2), "among those found", share(sum(p < 12 for p in found)),
              "first", share(found.count(0)))


if __name__ == "__main__":
    {"questions": questions, "training": training, "figures": figures}[sys.argv[1]](sys.argv[2])
