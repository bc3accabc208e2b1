"""Questions that were asked before, in training only: the service gives the reranker a passage alone, as one in five is read here.

The nearest that a record is known to answer stands before the record when the reranker reads it, after a
word that says how often questions near to this one have an answer at all, and one that says how many of them the record answers itself.

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
# What is further away says nothing.
NEAR_MIN = 0.4
# Records without any question near are read as well.
SHOWN = 0.8
# The neighbours that tell how often such questions are answered, and the words for how large a part of them has an answer at all and has this one.
NEIGHBOURS, SHARPNESS = 30, 12.0
ANSWERED = ((0.4, "never"), (0.65, "seldom"), (0.8, "sometimes"), (0.92, "often"), (2.0, "always"))
SHARES = ((0.001, "none"), (0.1, "few"), (0.25, "some"), (0.5, "many"), (2.0, "most"))


def word_for(levels, share):
    return next(word for below, word in levels if share < below)


def question_vectors(config, tokenizer):
    """A function from questions (token ids) to their vectors by the embedder that the stage names."""
    state = torch.load(work(config, config["asked_by"]), map_location="cpu")
    embedder = Embedder(build_encoder(config), with_words="words.weight" in state)
    embedder.load_state_dict(state)
    scorer = Scorer(embedder.eval(), tokenizer, "cpu")
    return lambda queries: scorer.vectors(queries, QUERY_MAX)


class Asked:
    """The known questions of a source. `answers[n]` are the passages that answer question n, often none."""

    def __init__(self, queries, vectors, answers, tokenizer):
        self.queries, self.vectors, self.answers = queries, vectors, answers
        self.answered = np.array([len(passages) > 0 for passages in answers])
        of_passage = {}
        for number, passages in enumerate(answers):
            for passage in passages:
                of_passage.setdefault(passage, []).append(number)
        self.of_passage = {passage: np.array(numbers) for passage, numbers in of_passage.items()}
        self.between = tokenizer.encode("|")
        self.words = {word: tokenizer.encode(word) for _, word in (*ANSWERED, *SHARES)}

    def before(self, group, passage, rng):
        """Tokens that stand before `passage` when it is read for the group's question: none for one in five."""
        if rng.random() > SHOWN:
            return []
        words = self.words[group["answered"]] + self.words[group["shares"].get(passage, SHARES[0][1])]
        return [*words, *self.near(group["vector"], passage, rng), *self.between]

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

    def shares(self, vector):
        """How large a part of the questions nearest to `vector` has an answer, the nearer ones counting more, and {passage: part of them that it
        answers}."""
        cosines = self.vectors @ vector
        cosines[cosines > SAME] = -1.0
        nearest = np.argpartition(-cosines, NEIGHBOURS)[:NEIGHBOURS]
        weights = np.exp(SHARPNESS * (cosines[nearest] - cosines[nearest].max()))
        weights /= weights.sum()
        of_passage = {}
        for number, weight in zip(nearest.tolist(), weights.tolist()):
            for passage in self.answers[number]:
                of_passage[passage] = of_passage.get(passage, 0.0) + weight
        return float(weights @ self.answered[nearest]), of_passage


def asked_before(own, graded):
    """{tokens: passages} of the questions written for a passage, of those for which reading found it good, and, without passages, of those
    that nothing answers."""
    known = {}
    for source in (own, graded):
        for group in source["groups"]:
            known.setdefault(tuple(group["query"]), set()).update(i for i, _ in group["good"])
    return known


def add_asked(sources, config, tokenizer):
    """Gives the sources of own questions a vector for each question, what is known of questions near it, and what is asked of each passage."""
    vectors_of = question_vectors(config, tokenizer)
    known = asked_before(sources["own"], sources["own_graded"])
    queries = sorted(known)
    asked = Asked([list(q) for q in queries], vectors_of(queries), [sorted(known[q]) for q in queries], tokenizer)
    for name in ("own", "own_away", "own_graded"):
        source = sources[name]
        source["asked"] = asked
        for group, vector in zip(source["groups"], vectors_of([g["query"] for g in source["groups"]])):
            answered, shares = asked.shares(vector)
            group["vector"], group["answered"] = vector, word_for(ANSWERED, answered)
            group["shares"] = {passage: word_for(SHARES, share) for passage, share in shares.items()}
