"""Chooses the probability from which a safety category counts, on the messages that stayed out of training.

One probability for all categories: the lowest that stops no more than a tenth of the calm messages, most of which only sound like a concern.
A cut for each category, at the same price altogether, caught fewer concerns of the held-out messages and stopped more everyday questions.
Neither sealed messages nor the questions of `tests/eval` are looked at. The int8 model is asked, since it is the one that is shipped.
"""
import numpy as np

import data
import messages

CALM_STOPPED_MAX = 0.1


def chosen(logits_of):
    """{category: probability}.

    @param logits_of what the shipped model gives for texts: [texts, labels]
    """
    calm = [m for m, c in messages.gate("fit") if not c and data.held_out(m)]
    strongest = np.sort([logits_of(messages.stretches(m))[:, :len(messages.SAFETY)].max() for m in calm])[::-1]
    probability = 1 / (1 + np.exp(-strongest[int(CALM_STOPPED_MAX * len(calm))]))
    return {s: round(float(probability) + 0.005, 2) for s in messages.SAFETY}
