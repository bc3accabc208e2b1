"""Labelled messages for the understanding heads, and the noise that makes them robust."""
import json
import re
from pathlib import Path

import numpy as np

from data import TRAINING, read_ndjson

SAFETY = ["self_harm", "emergency", "red_flag", "pregnancy", "diagnosis", "medication", "test_interpretation"]
KINDS = {"D": "decide", "A": "amount", "E": "effect", "C": "cause", "V": "compare", "N": "normal", "H": "help", "M": "measure", "X": "none"}
KIND_ORDER = ["decide", "amount", "effect", "cause", "compare", "normal", "help", "measure", "none"]
TIMES = {"n": "night", "r": "recent", "g": "general"}
WHOSE = {"o": "own", "g": "general", "e": "other"}
MESSAGES = TRAINING / "messages"


def labels():
    """All labels in the order of the model's output."""
    rows = read_ndjson(MESSAGES / "reading.ndjson")
    facets = sorted({f for r in rows for f in r["facets"]})
    return ([f"safety:{s}" for s in SAFETY] + [f"kind:{k}" for k in KIND_ORDER] + [f"time:{t}" for t in TIMES.values()]
            + [f"whose:{w}" for w in WHOSE.values()] + ["role:question"] + [f"facet:{f}" for f in facets])


NEAR = {"q": "wa", "w": "qe", "e": "wr", "r": "et", "t": "ry", "y": "tu", "u": "yi", "i": "uo", "o": "ip", "p": "o", "a": "sq", "s": "ad", "d": "sf",
        "f": "dg", "g": "fh", "h": "gj", "j": "hk", "k": "jl", "l": "k", "z": "x", "x": "zc", "c": "xv", "v": "cb", "b": "vn", "n": "bm", "m": "n"}


# How words are spelt by ear, and what is written short in chats.
SOUNDS = [("ough", "uf"), ("igh", "ite"), ("ph", "f"), ("tion", "shun"), ("ck", "k"), ("ea", "ee"), ("ie", "ei"), ("([b-df-hj-np-tv-z])\\1", "\\1")]
SHORTHAND = [("you", "u"), ("are", "r"), ("your", "ur"), ("because", "cuz"), ("please", "pls"), ("people", "ppl"), ("with", "w"), ("to", "2"),
             ("for", "4"), ("I don't know", "idk"), ("really", "rly"), ("though", "tho"), ("and", "n")]


def slips(text, rng, rate=0.04):
    """Slips as made on a phone: a letter left out, doubled, exchanged with its neighbour, or hit beside."""
    out, letters = [], list(text)
    i = 0
    while i < len(letters):
        c = letters[i]
        if c.isalpha() and rng.random() < rate:
            kind = rng.integers(4)
            if kind == 0 and i + 1 < len(letters) and letters[i + 1].isalpha():
                out += [letters[i + 1], c]
                i += 1
            elif kind == 1:
                out += [c, c]
            elif kind == 2 and c.lower() in NEAR:
                out.append(rng.choice(list(NEAR[c.lower()])))
        else:
            out.append(c)
        i += 1
    return "".join(out)


def hurried(text, rng, rate):
    """Words as typed in a hurry: vowels left out, as they sound, or run together."""
    words = []
    for word in text.split(" "):
        if len(word) > 3 and rng.random() < rate:
            way = rng.integers(3)
            if way == 0:
                word = word[0] + re.sub("[aeiou]", "", word[1:])
            elif way == 1:
                for written, sounds in SOUNDS:
                    word = re.sub(written, sounds, word)
            elif words:
                words[-1] += word
                continue
        words.append(word)
    return " ".join(words)


def noisy(text, rng):
    """The same message as somebody else would type it."""
    if rng.random() < 0.25:
        return text
    if rng.random() < 0.55:
        text = slips(text, rng, rng.choice([0.03, 0.05, 0.08, 0.12]))
    if rng.random() < 0.25:
        text = hurried(text, rng, rng.choice([0.1, 0.25]))
    if rng.random() < 0.45:
        text = text.lower()
    elif rng.random() < 0.06:
        text = text.upper()
    if rng.random() < 0.4:
        text = text.replace("'", "").replace("’", "")
    if rng.random() < 0.3:
        text = re.sub(r"[?.!]+$", "", text)
    if rng.random() < 0.15:
        for written, short in SHORTHAND:
            text = re.sub(rf"\b{written}\b", short, text)
    return text or "?"


def sentences(message):
    return [s for s in re.split(r"(?<=[?!.…])\s+|\n+", message) if re.search(r"[A-Za-z]", s)]


STRETCH_CHARS_MAX = 600


def stretches(message):
    """The whole message in stretches that the reader reads to their end, as `src/engine/understanding/sentences.ts` cuts it."""
    found, rest = [], message
    while rest:
        space = rest.rfind(" ", 0, STRETCH_CHARS_MAX + 1)
        end = len(rest) if len(rest) <= STRETCH_CHARS_MAX else space if space > 0 else STRETCH_CHARS_MAX
        found.append(rest[:end])
        rest = rest[end:].lstrip()
    return found


FIT = ["gate-fit", "gate-fit-pairs", "everyday-fit", "gate-fit-more", "gate-fit-stories", "gate-fit-calm", "gate-fit-roundabout"]
SEALED = ["gate-sealed"]


def gate(part):
    """[(message, categories)] of the safety messages: `fit` or `sealed`."""
    rows = [r for name in (FIT if part == "fit" else SEALED) for r in read_ndjson(MESSAGES / f"{name}.ndjson")]
    return [(r["message"], r["categories"]) for r in rows]


def reading():
    """[(message, {kind, time, whose, facets})]."""
    return [(r["message"], r) for r in read_ndjson(MESSAGES / "reading.ndjson")]


def stories():
    """Sentences of long messages that ask nothing, and the questions they surround."""
    background, asking = [], []
    for row in read_ndjson(TRAINING / "judgments" / "long.ndjson"):
        parts = sentences(row["message"])
        words = set(re.findall(r"[a-z]+", row["question"].lower()))
        near = [len(words & set(re.findall(r"[a-z]+", p.lower()))) / (1 + len(words)) + 0.4 * p.endswith("?") for p in parts]
        best = int(np.argmax(near))
        for i, p in enumerate(parts):
            if i == best or p.endswith("?"):
                asking.append(p)
            elif near[i] < 0.25:
                background.append(p)
    return background, asking
