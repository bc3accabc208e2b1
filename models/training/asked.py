"""Questions that a record is known to answer. The nearest of them stands before the record when the reranker reads it.

A person asks in her words and a study answers in its own; a question that somebody else asked is a bridge between both.
"""
import numpy as np
import torch

from common import work
from evaluate import Scorer
from model import Embedder, build_encoder
from pair import QUERY_MAX

# One of so many nearest is shown in training: among strangers' questions there is not always one as near as among those of one writer.
NEAREST = 3
# The question itself, asked again, would tell the answer.
SAME = 0.97
# What is further away is not among the questions that a search of the service finds.
NEAR_MIN = 0.4
# Records without any question near are read as well.
SHOWN = 0.8


def question_vectors(config, tokenizer):
    """A function from questions (token ids) to their vectors by the embedder that the stage names."""
    state = torch.load(work(config, config["asked_by"]), map_location="cpu")
    embedder = Embedder(build_encoder(config), with_words="words.weight" in state)
    embedder.load_state_dict(state)
    scorer = Scorer(embedder.eval(), tokenizer, "cpu")
    return lambda queries: scorer.vectors(queries, QUERY_MAX)


class Asked:
    """The known questions of each passage of a source. `of_passage[i]` are numbers of `queries`."""

    def __init__(self, queries, vectors, of_passage):
        self.queries, self.vectors, self.of_passage = queries, vectors, of_passage

    def near(self, vector, passage, rng):
        """Tokens of a question near `vector` that `passage` answers; None where none is known or near."""
        known = self.of_passage.get(passage)
        if known is None or rng.random() > SHOWN:
            return None
        cosines = self.vectors[known] @ vector
        cosines[cosines > SAME] = -1.0
        best = np.argsort(-cosines)[:NEAREST]
        best = best[cosines[best] > NEAR_MIN]
        return None if len(best) == 0 else self.queries[known[best[rng.integers(len(best))]]]


def answered_questions(own, graded):
    """{tokens: passages} of the questions written for a passage, and of those for which reading found it good."""
    known = {}
    for source in (own, graded):
        for group in source["groups"]:
            if group["good"]:
                known.setdefault(tuple(group["query"]), set()).update(i for i, _ in group["good"])
    return known


def add_asked(sources, config, tokenizer):
    """Gives the sources of own questions a vector for each question, and what is known to be asked of each passage."""
    vectors_of = question_vectors(config, tokenizer)
    known = answered_questions(sources["own"], sources["own_graded"])
    queries = sorted(known)
    vectors = vectors_of(queries)
    of_passage = {}
    for number, query in enumerate(queries):
        for passage in known[query]:
            of_passage.setdefault(passage, []).append(number)
    asked = Asked([list(q) for q in queries], vectors, {p: np.array(n) for p, n in of_passage.items()})
    between = tokenizer.encode("|")
    for name in ("own", "own_away", "own_graded"):
        source = sources[name]
        source["asked"], source["between"] = asked, between
        for group, vector in zip(source["groups"], vectors_of([g["query"] for g in source["groups"]])):
            group["vector"] = vector
