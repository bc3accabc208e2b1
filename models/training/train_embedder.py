"""One stage of embedder training: other passages of the batch, and of the sources that `hard` names one lexically close passage each, are the negatives."""
import sys

import common  # noqa: F401  first: the matrix library reads its number of threads when it is loaded
import numpy as np
import torch
import torch.nn.functional as F

from batches import GAIN, in_chunks, known, load_sources
from common import device, load_config, seed_everything, work
from join_words import join_words
from model import Embedder, build_encoder, load_encoder
from schedule import finished, train
from tokenizer import CLS, SEP, Tokenizer


def better(good, rng):
    """One of the good passages, those of a higher grade more often."""
    worth = np.array([grade for _, grade in good])
    return good[rng.choice(len(good), p=worth / worth.sum())][0]


class PairSampler:
    """Batch n depends on the seed and n alone; a batch comes from one source, so that style tells nothing."""

    def __init__(self, sources, weights, config):
        self.names = known(weights, sources)
        share = np.array([weights[n] for n in self.names], dtype=float)
        self.share, self.config, self.sources = share / share.sum(), config, sources
        self.groups = {n: [g for g in sources[n]["groups"] if g["good"]] for n in self.names}

    def __call__(self, n):
        rng = np.random.default_rng([self.config["seed"], n])
        name = self.names[rng.choice(len(self.names), p=self.share)]
        groups, passages = self.groups[name], self.sources[name]["passages"]
        picked = [groups[i] for i in rng.permutation(len(groups))[:self.config["pairs"]]]
        numbers = [better(g["good"], rng) for g in picked]
        for g in picked:
            close = g["close"] if "levels" in g else g["close"][1:]
            if name in self.config["hard"] and close:
                numbers.append(close[rng.integers(len(close))])
        good = [{i for i, _ in g["good"]} | g.get("known", set()) for g in picked]
        clash = np.stack([np.isin(numbers, list(s)) for s in good])
        clash[np.arange(len(picked)), np.arange(len(picked))] = False
        return [g["query"] for g in picked], [passages[p] for p in numbers], clash


class GradedSampler:
    """Many questions against few passages: questions are short, and reading has graded every passage near them, so that a
    passage serves as the answer to some and as a near miss to others. Where a passage that was not read for a question may well answer it
    (`unread_may_answer`), it is not compared: its share is nan. Batch n depends on the seed and n alone."""

    def __init__(self, source, config, most):
        """`most` is how many questions and how many passages make a batch."""
        self.passages, self.groups, self.config = source["passages"], [g for g in source["groups"] if g["good"]], config
        self.questions_max, self.passages_max = most
        self.unread = np.nan if source.get("unread_may_answer") else 0.0
        self.of_passage = {}
        for q, group in enumerate(self.groups):
            for i, _ in group["good"]:
                self.of_passage.setdefault(i, []).append(q)

    def __call__(self, n):
        rng = np.random.default_rng([self.config["seed"], 3, n])
        numbers = []
        for q in rng.permutation(len(self.groups)):
            near = [i for level in self.groups[q]["levels"] for i in level]
            numbers += [i for i in near if i not in numbers]
            if len(numbers) >= self.passages_max:
                break
        numbers = numbers[:self.passages_max]
        asked = sorted({q for i in numbers for q in self.of_passage.get(i, [])})
        picked = [self.groups[asked[k]] for k in rng.permutation(len(asked))[:self.questions_max]]
        column = {p: k for k, p in enumerate(numbers)}
        target = np.full((len(picked), len(numbers)), self.unread, dtype=np.float32)
        for row, group in enumerate(picked):
            for grade, level in enumerate(group["levels"]):
                for i in level:
                    if i in column:
                        target[row, column[i]] = GAIN[grade]
        return [g["query"] for g in picked], [self.passages[p] for p in numbers], target / np.nansum(target, 1, keepdims=True)


def start_model(config, sources):
    model = Embedder(build_encoder(config, layers=config["layers"]), with_words="words" in config)
    state = torch.load(work(config, config["start"]), map_location="cpu")
    if config["start"].startswith("embedder"):
        model.load_state_dict(state, strict=False)
        if "words" in config and "words.weight" not in state:
            join_words(model, config, sources)
    else:
        load_encoder(model.encoder, state)
    return model


def contrast(scores, clash=None):
    """(loss, share first) of scores [n queries, their n passages and others]: each query against all passages, each of the n passages
    against all queries. `clash` [n, passages] marks other passages that answer the query as well."""
    if clash is not None:
        scores = scores.masked_fill(torch.from_numpy(clash).to(scores.device), -1e4)
    right = torch.arange(len(scores), device=scores.device)
    loss = F.cross_entropy(scores, right) + 0.5 * F.cross_entropy(scores[:, :len(scores)].T, right)
    return loss, share_first(scores, right)


def by_shares(scores, target):
    """(loss, share first) against the share that each passage has of a question's answer, nan for those not to compare."""
    scores, target = scores.masked_fill(target.isnan(), -1e4), target.nan_to_num(0.0)
    return -(target * torch.log_softmax(scores, 1)).sum(1).mean(), share_first(scores, target.argmax(1))


def share_first(scores, right):
    return (scores.argmax(1) == right).float().mean().item()


def wrapped(ids, cap):
    ids = [CLS] + list(ids[:cap - 2]) + [SEP]
    return ids, [0] * len(ids)


def main(path):
    config = load_config(path)
    if finished(config):
        return
    place = device(config)
    seed_everything(config["seed"])
    tokenizer = Tokenizer.load(work(config, "vocab.txt"))
    sources = load_sources(config, tokenizer)
    sampler = PairSampler(sources, config["sources"], config)
    by_grades = {name: GradedSampler(sources[name], config, config["graded_batch"][name]) for name in config["graded_of_ten"]}
    turns = [name for name, of_ten in config["graded_of_ten"].items() for _ in range(of_ten)]
    model = start_model(config, sources).to(place)

    def backward(n):
        step = n // config["processes"]
        grades = by_grades[turns[step % 10]] if step % 10 < len(turns) else None
        queries, passages, wanted = grades(n) if grades else sampler(n)
        cap = config["lengths"][step % len(config["lengths"])]
        sequences = [wrapped(t, cap) for t in queries + passages]
        vectors = in_chunks(lambda ids, mask, types: model(ids, mask), sequences, place)
        q, p = vectors[:len(queries)], vectors[len(queries):]
        scores = (q @ p.T) / config["temperature"]
        if grades:
            loss, first = by_shares(scores, torch.from_numpy(wanted).to(place))
        else:
            loss, first = contrast(scores, wanted)
        loss.backward()
        return [loss.item(), first]

    train(config, model, backward, ("loss", "first"), 20)


if __name__ == "__main__":
    main(sys.argv[1])
