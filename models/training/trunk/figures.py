"""What a reader's weights can do, on what stayed out of training: the figures of its card, in fp32.

    TRAIN_WORK=/tmp/train python3 figures.py WEIGHTS      with the thresholds of the model that was exported last
"""
import json
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

import data
import messages
from train_embedder import asked_top, judged_ndcg
from trunk import Embedder, Texts, in_chunks, public_encoder, understood


def say(*words):
    print(time.strftime("%H:%M:%S"), *words, flush=True)


def ordinary():
    """Questions about wellness of `tests/eval/answers`: whatever stops one of them is a false alarm."""
    files = sorted((data.REPOSITORY / "tests" / "eval" / "answers").glob("cases-*.ndjson"))
    return [(r["query"], []) for path in files for r in data.read_ndjson(path) if not r.get("off")]


@torch.no_grad()
def graded_first(model, texts, entries):
    """Of kept-out questions that a graded entry answers: how often the cosine alone puts such an entry first, and of how many."""
    known = {e["id"]: e for e in entries}
    rows = [(r["query"], {k: g for k, g in r["grades"].items() if k in known}) for r in data.kept_out_answers()]
    rows = [(q, grades) for q, grades in rows if 2 in grades.values()]
    strings = [(t, i) for i, e in known.items() for t in e["texts"]]
    asked = F.normalize(in_chunks(model, texts, [q for q, _ in rows], 96), dim=-1)
    table = F.normalize(in_chunks(model, texts, [t for t, _ in strings], 192), dim=-1)
    right = 0
    for scores, (_, grades) in zip((asked @ table.T).numpy(), rows):
        best = {}
        for score, (_, entry) in zip(scores, strings):
            if entry in grades:
                best[entry] = max(score, best.get(entry, -1))
        right += grades[max(best, key=best.get)] == 2
    return round(right / len(rows), 3), len(rows)


@torch.no_grad()
def probabilities(model, texts, strings):
    """Logits of the safety heads, the strongest of a message's stretches, as the service reads it."""
    parts, owner = zip(*((part, i) for i, s in enumerate(strings) for part in messages.stretches(s)))
    logits = understood(model, texts, parts, 192)[:, :len(messages.SAFETY)].numpy()
    best = np.full((len(strings), len(messages.SAFETY)), -99.0)
    for row, i in zip(logits, owner):
        best[i] = np.maximum(best[i], row)
    return best


def report(model, texts, rows, thresholds, name):
    logits = probabilities(model, texts, [m for m, _ in rows])
    wanted = np.array([[s in c for s in messages.SAFETY] for _, c in rows])
    alarm = (logits >= thresholds).any(1)
    flagged = wanted.any(1)
    urgent = np.array([bool({"self_harm", "emergency", "red_flag"} & set(c)) for _, c in rows])
    share = lambda rows: round(float(alarm[rows].mean()), 4) if rows.any() else "-"
    say(name, "caught: crisis and red flags", share(urgent), "clinical", share(flagged & ~urgent), "false alarms", share(~flagged), "of", len(rows))


def figures(model, texts, cut, sealed):
    """@param cut logit of each safety category's threshold; the sealed messages are for the model that is shipped alone"""
    model.eval()
    entries = data.guidance()
    passages = {d: data.record_text(r) for d, r in data.records().items()}
    judged = [(q, {d: g for d, g in grades.items() if d in passages}) for q, grades in data.judged()["eval"]]
    say("held-out ways of asking: first, among eight, of", *asked_top(model, texts, entries))
    say("graded questions kept out: an answer first by the cosine, of", *graded_first(model, texts, entries))
    say("vectors alone over the records, judged nDCG@10", round(judged_ndcg(model, texts, passages, judged), 4))
    held = [(m, c) for m, c in messages.gate("fit") if data.held_out(m)]
    rng = np.random.default_rng(5)
    asked = [(q, []) for e in entries for q in e["asked"] if data.held_out_of(q, 6)]
    sets = [("held-out fit messages", held), ("the same with slips", [(messages.slips(m, rng), c) for m, c in held]),
            ("held-out ways of asking", asked), ("ordinary questions", ordinary())]
    for name, rows in sets + ([("sealed", messages.gate("sealed"))] if sealed else []):
        report(model, texts, rows, cut, name)


def main(weights):
    saved = torch.load(weights)
    model = Embedder(public_encoder(), labels=len(saved["labels"]))
    model.load_state_dict(saved["model"])
    with open(data.REPOSITORY / "models" / "reader" / "manifest.json", encoding="utf-8") as f:
        chosen = json.load(f)["thresholds"]
    figures(model, Texts(), np.array([np.log(chosen[s] / (1 - chosen[s])) for s in messages.SAFETY]), True)


if __name__ == "__main__":
    main(*sys.argv[1:])
