"""Questions that were asked before. The nearest that a record is known to answer stands before the record when the reranker reads it, after a
word that says how often questions near to this one have an answer at all.

A person asks in her words and a study answers in its own; a question that somebody else asked is a bridge between both. And where
others asked much the same in vain, what shares its words with the question is most likely about something else.
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
# As in src/corpus/question-index.ts and src/engine/evidence/reading.ts: the neighbours that tell how often such questions are answered, and the words for it.
NEIGHBOURS, SHARPNESS = 30, 12.0
LEVELS = ((0.4, "never"), (0.65, "seldom"), (0.8, "sometimes"), (0.92, "often"), (2.0, "always"))


def level_of(share):
    return next(word for below, word in LEVELS if share < below)


def question_vectors(config, tokenizer):
    """A function from questions (token ids) to their vectors by the embedder that the stage names."""
    state = torch.load(work(config, config["asked_by"]), map_location="cpu")
    embedder = Embedder(build_encoder(config), with_words="words.weight" in state)
    embedder.load_state_dict(state)
    scorer = Scorer(embedder.eval(), tokenizer, "cpu")
    return lambda queries: scorer.vectors(queries, QUERY_MAX)


class Asked:
    """The known questions of each passage of a source. `of_passage[i]` are numbers of `queries`; `answered[n]` says whether any passage
    answers question n."""

    def __init__(self, queries, vectors, of_passage, answered, tokenizer):
        self.queries, self.vectors, self.of_passage, self.answered = queries, vectors, of_passage, answered
        self.between = tokenizer.encode("|")
        self.words = {word: tokenizer.encode(word) for _, word in LEVELS}

    def before(self, group, passage, rng):
        """Tokens that stand before `passage` when it is read for the group's question: none for one in five."""
        if rng.random() > SHOWN:
            return []
        return [*self.words[group["level"]], *self.near(group["vector"], passage, rng), *self.between]

    def near(self, vector, passage, rng):
        """Tokens of a question near `vector` that `passage` answers; none where none is known or near."""
        known = self.of_passage.get(passage)
        if known is None:
            return []
        cosines = self.vectors[known] @ vector
        cosines[cosines > SAME] = -1.0
        best = np.argsort(-cosines)[:NEAREST]
        best = best[cosines[best] > NEAR_MIN]
        return [] if len(best) == 0 else self.queries[known[best[rng.integers(len(best))]]]

    def share_answered(self, vector):
        """How large a part of the questions nearest to `vector` has an answer, the nearer ones counting more."""
        cosines = self.vectors @ vector
        cosines[cosines > SAME] = -1.0
        nearest = np.argpartition(-cosines, NEIGHBOURS)[:NEIGHBOURS]
        weights = np.exp(SHARPNESS * (cosines[nearest] - cosines[nearest].max()))
        return float(weights @ self.answered[nearest] / weights.sum())


def asked_before(own, graded):
    """{tokens: passages} of the questions written for a passage, of those for which reading found it good, and, without passages, of those
    that nothing answers."""
    known = {}
    for source in (own, graded):
        for group in source["groups"]:
            known.setdefault(tuple(group["query"]), set()).update(i for i, _ in group["good"])
    return known


def add_asked(sources, config, tokenizer):
    """Gives the sources of own questions a vector and a level for each question, and what is known to be asked of each passage."""
    vectors_of = question_vectors(config, tokenizer)
    known = asked_before(sources["own"], sources["own_graded"])
    queries = sorted(known)
    vectors = vectors_of(queries)
    of_passage = {}
    for number, query in enumerate(queries):
        for passage in known[query]:
            of_passage.setdefault(passage, []).append(number)
    asked = Asked([list(q) for q in queries], vectors, {p: np.array(n) for p, n in of_passage.items()},
                  np.array([bool(known[q]) for q in queries]), tokenizer)
    for name in ("own", "own_away", "own_graded"):
        source = sources[name]
        source["asked"] = asked
        for group, vector in zip(source["groups"], vectors_of([g["query"] for g in source["groups"]])):
            group["vector"], group["level"] = vector, level_of(asked.share_answered(vector))
