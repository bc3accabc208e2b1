"""The embedder's word vectors: a text is the sum of its pieces' vectors, learnt by contrast on pairs and on spans of running text.

Without a transformer a step costs so little that forty minutes see 6.5 million pairs (8,450 steps of 768), with hundreds of other passages against each. What
such a vector knows of words is what a small transformer, which sees a small part of these pairs, has not learnt yet (arXiv:1803.11175 and
arXiv:2112.09118 are the ideas: averaged word vectors, and spans of one text as query and passage).
"""
import sys

import common  # noqa: F401  first: the matrix library reads its number of threads when it is loaded
import numpy as np
import torch
import torch.nn.functional as F

from batches import load_sources
from common import load_config, seed_everything, work
from model import Words
from schedule import finished, train
from tokenizer import Tokenizer
from train_embedder import PairSampler, contrast

# Lines of fewer pieces hold no span and rest.
LINE_MIN = 48
LINE_MAX = 240
# A batch comes from one stretch of the text, of so many times its size: lines of one subject are the harder negatives.
STRETCH = 6
# How often the span is the beginning of its line (mostly a title), and how often it stays in the passage as well.
FROM_THE_START = 0.35
KEPT = 0.1
RARE_MIN = 0.1


class Spans:
    """A span of a line against the rest of the line. Batch n depends on the seed and n alone."""

    def __init__(self, ids, starts, config):
        self.ids, self.seed, self.size = ids, config["seed"], config["pairs"]
        whole = np.flatnonzero(np.diff(starts) >= LINE_MIN)
        self.first, self.length = starts[whole], np.minimum(np.diff(starts)[whole], LINE_MAX)

    def __call__(self, n):
        rng = np.random.default_rng([self.seed, 5, n])
        stretch = min(len(self.first), STRETCH * self.size)
        at = rng.integers(len(self.first) - stretch + 1) + rng.permutation(stretch)[:self.size]
        queries, passages = [], []
        for line in at:
            text = self.ids[self.first[line]:self.first[line] + self.length[line]]
            size = int(rng.integers(8, 36))
            start = 0 if rng.random() < FROM_THE_START else int(rng.integers(len(text) - size))
            queries.append(text[start:start + size])
            passages.append(text if rng.random() < KEPT else np.concatenate([text[:start], text[start + size:]]))
        return queries, passages


def rarity(sources, size):
    """log(passages / passages with the piece), which is what a piece should count for at the start."""
    count, total = np.ones(size), 1
    for source in sources.values():
        for passage in source["passages"]:
            count[np.unique(passage)] += 1
        total += len(source["passages"])
    return torch.from_numpy(np.log(total / count)).float().clamp(min=RARE_MIN)


def main(path):
    config = load_config(path)
    if finished(config):
        return
    seed_everything(config["seed"])
    sources = load_sources(config, Tokenizer.load(work(config, "vocab.txt")))
    pairs = PairSampler(sources, config["sources"], config)
    spans = Spans(np.load(work(config, "corpus_ids.npy"), mmap_mode="r"), np.load(work(config, "corpus_starts.npy")), config)
    table = torch.load(work(config, config["start"]), map_location="cpu")["encoder.tokens.weight"]
    model = Words(F.normalize(table, dim=-1) * rarity(sources, len(table))[:, None] * config["start_scale"])

    def backward(n):
        queries, passages, clash = (*spans(n), None) if n % 10 < config["spans_of_ten"] else pairs(n)
        loss, first = contrast(model(queries) @ model(passages).T / config["temperature"], clash)
        loss.backward()
        return [loss.item(), first]

    train(config, model, backward, ("loss", "first"), 100)


if __name__ == "__main__":
    main(sys.argv[1])
