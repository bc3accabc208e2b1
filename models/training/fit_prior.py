"""Fit what known questions say of a question before anything is read (`src/engine/evidence/prior.ts`).

    python3 fit_prior.py FILE        FILE is what `bun scripts/held-out-relevance.ts` prints

Log-odds that a question has an answer and is not about something else, from the logit of the best relevance as it was before (`bare`), the share of the nearest known questions
that have an answer, and what its words say: a logistic regression, each side counting the same, whose weights are divided by that of the logit, since the prior is
added to it. The constant is the largest with which, the prior never being above 0, 95 % of the lines about something else stay below a relevance of one half. Printed with
it is the share of each kind that reaches one half without the prior, with it, and with the one that was in force.
"""
import json
import sys

import numpy as np

from common import read_ndjson
from fit_strength import fit

ELSEWHERE = ("off", "ordinary")
BELOW = 0.95
# Two weights and 900 questions: none is needed but for the arithmetic.
DECAY = 1e-6


def main(path):
    rows = list(read_ndjson(path))
    kind = np.array([row["kind"] for row in rows])
    bare = np.array([row["bare"] for row in rows])
    logit = np.log(bare / (1 - bare))
    in_force = np.where([row["best"] >= 0.5 for row in rows], 1, -1)
    known = np.array([[row["answered"], row["wording"]] for row in rows])
    elsewhere = np.isin(kind, ELSEWHERE)
    fitted = elsewhere | (kind == "answered")
    weights = fit(np.column_stack([logit, known, np.ones(len(rows))])[fitted], kind[fitted] == "answered", decay=DECAY)
    odds = known @ (weights[1:3] / weights[0])
    # Where the logit is below 0 anyway no constant matters; elsewhere the prior must take at least as much as the logit has.
    needed = np.where(logit[elsewhere] < 0, np.inf, -logit[elsewhere] - odds[elsewhere])
    constant = float(np.quantile(needed, 1 - BELOW, method="lower"))
    prior = np.minimum(0, odds + constant)
    print(json.dumps({"answered": round(float(weights[1] / weights[0]), 2), "wording": round(float(weights[2] / weights[0]), 2), "constant": round(constant, 2)}))
    for name, logits in (("without", logit), ("with it", logit + prior), ("in force", in_force)):
        print(json.dumps({name: {each: round(float((logits[kind == each] >= 0).mean()), 3) for each in dict.fromkeys(kind.tolist())}}))


if __name__ == "__main__":
    main(*sys.argv[1:])
