#!/usr/bin/env python3
"""How far a second judge, who did not see the first grades, agrees with them, and what nDCG@10 an order by the second grades has.

    python3 agreement.py

Equal grades are ordered by chance in many seeded draws. The figure is about the best that any order can reach on these questions.
"""
import json
import math
import random
from pathlib import Path

from to_beir import read_ndjson

HERE = Path(__file__).resolve().parent
DRAWS = 50


def ndcg(ranked, grades, k=10):
    gain = sum((2 ** grades[d] - 1) / math.log2(i + 2) for i, d in enumerate(ranked[:k]))
    return gain / sum((2 ** g - 1) / math.log2(i + 2) for i, g in enumerate(sorted(grades.values(), reverse=True)[:k]))


def main():
    first = {row["id"]: row["grades"] for row in read_ndjson(HERE / "judgments.ndjson")}
    second = {row["id"]: row["grades"] for row in read_ndjson(HERE / "second-judge.ndjson")}
    pairs = [(first[q][d], g) for q, grades in second.items() for d, g in grades.items()]
    chance = random.Random(1)
    figures = []
    for q, grades in second.items():
        dois = sorted(grades)
        # Only what both have graded.
        known = {d: first[q][d] for d in dois}
        for _ in range(DRAWS):
            chance.shuffle(dois)
            figures.append(ndcg(sorted(dois, key=lambda d: -grades[d]), known))
    print(json.dumps({"questions": len(second), "pairs": len(pairs), "same": round(sum(a == b for a, b in pairs) / len(pairs), 4),
                      "apart_by_more_than_one": sum(abs(a - b) > 1 for a, b in pairs), "ndcg10": round(sum(figures) / len(figures), 4)}))


if __name__ == "__main__":
    main()
