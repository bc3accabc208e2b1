"""Writes the probability from which each safety category counts; `figures.py` says what it costs.

    python3 thresholds.py OUT.json

What cannot wait counts from a lower probability than what is merely clinical. The two were set by hand: at them the first
reader stopped one in fifteen of the ordinary questions of `tests/eval/answers/cases-a.ndjson`.
"""
import json
import sys

import messages

CLINICAL = 0.4
MUST_BE_SEEN = {"self_harm": 0.3, "emergency": 0.2, "red_flag": 0.2}


def main(out):
    with open(out, "w", encoding="utf-8") as f:
        json.dump({s: MUST_BE_SEEN.get(s, CLINICAL) for s in messages.SAFETY}, f)


if __name__ == "__main__":
    main(*sys.argv[1:])
