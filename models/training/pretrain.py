"""Masked-language-model pre-training with whole-word masking and a sampled softmax."""
import sys

import common  # noqa: F401  first: the matrix library reads its number of threads when it is loaded
import numpy as np
import torch
import torch.nn.functional as F

from common import device, load_config, seed_everything, work
from model import MaskedLanguageModel, build_encoder, load_encoder
from schedule import finished, train
from tokenizer import CLS, MASK, SEP, Tokenizer


class Windows:
    """Random windows of the token stream with masked whole words. Batch n depends on the seed and n alone."""

    def __init__(self, ids, starts_word, config):
        self.ids, self.starts_word = ids, starts_word
        self.batch, self.length, self.rate = config["batch"], config["length"], config["mask_rate"]
        self.vocab, self.seed = config["model"]["vocab_size"], config["seed"]
        self.per_pass = len(ids) // (self.length - 2)

    def order(self, n):
        """Window numbers of batch n: a shuffled pass over the text, shifted from pass to pass."""
        place = n * self.batch
        done, offset = divmod(place, self.per_pass)
        if getattr(self, "_pass", None) != done:
            self._pass = done
            self._order = np.random.default_rng([self.seed, done]).permutation(self.per_pass)
        picked = self._order[offset:offset + self.batch]
        if len(picked) < self.batch:
            picked = np.concatenate([picked, self._order[:self.batch - len(picked)]])
        return picked, (done * 37) % (self.length - 2)

    def __call__(self, n):
        rng = np.random.default_rng([self.seed, 7, n])
        numbers, shift = self.order(n)
        inner = self.length - 2
        at = np.minimum(numbers * inner + shift, len(self.ids) - inner)
        body = self.ids[at[:, None] + np.arange(inner)].astype(np.int64)
        words = np.cumsum(self.starts_word[body], axis=1)
        chosen = rng.random((self.batch, inner + 1)) < self.rate
        masked = np.take_along_axis(chosen, words, axis=1)
        draw = rng.random(body.shape)
        fed = np.where(masked & (draw < 0.85), MASK, body)
        fed = np.where(masked & (draw >= 0.95), rng.integers(5, self.vocab, body.shape), fed)
        edge = np.full((self.batch, 1), CLS), np.full((self.batch, 1), SEP)
        ids = np.concatenate([edge[0], fed, edge[1]], 1)
        where = np.flatnonzero(np.pad(masked, ((0, 0), (1, 1))))
        return ids, where, body[masked]


class Candidates:
    """Pieces a batch is scored against: its own targets and a sample by smoothed frequency, with the log of the chance to be among them."""

    def __init__(self, ids, config):
        counts = np.bincount(ids[::7], minlength=config["model"]["vocab_size"]) + 1.0
        self.unigram = counts / counts.sum()
        smooth = counts ** 0.75
        self.smooth = smooth / smooth.sum()
        self.sampled, self.seed = config["sampled"], config["seed"]
        self.cumulative = np.cumsum(self.smooth)

    def __call__(self, targets, n):
        rng = np.random.default_rng([self.seed, 11, n])
        drawn = np.minimum(np.searchsorted(self.cumulative, rng.random(self.sampled)), len(self.smooth) - 1)
        found, labels = np.unique(np.concatenate([targets, drawn]), return_inverse=True)
        miss = self.sampled * np.log1p(-self.smooth[found]) + len(targets) * np.log1p(-self.unigram[found])
        return found, labels[:len(targets)], np.log(-np.expm1(miss))


def main(path):
    config = load_config(path)
    if finished(config):
        return
    place = device(config)
    seed_everything(config["seed"])
    ids = np.load(work(config, "corpus_ids.npy"), mmap_mode="r")
    tokenizer = Tokenizer.load(work(config, "vocab.txt"))
    windows = Windows(ids, np.array(tokenizer.starts, dtype=np.int32), config)
    candidates = Candidates(ids, config)
    encoder = build_encoder(config)
    if config["start"]:
        load_encoder(encoder, torch.load(work(config, config["start"]), map_location="cpu"))
    else:
        encoder.tokens.weight.data.copy_(torch.from_numpy(np.load(work(config, "static_vectors.npy"))))
    model = MaskedLanguageModel(encoder).to(place)

    def backward(n):
        fed, where, targets = windows(n)
        found, labels, chance = candidates(targets, n)
        fed, where, found, labels = (torch.from_numpy(a).to(place) for a in (fed, where, found, labels))
        scores = model(fed, where, found) - torch.from_numpy(chance).float().to(place)
        loss = F.cross_entropy(scores, labels)
        loss.backward()
        return [loss.item(), (scores.detach().argmax(1) == labels).float().mean().item()]

    train(config, model, backward, ("loss", "accuracy"), 100)
    torch.save(model.encoder.state_dict(), work(config, config["encoder"]))


if __name__ == "__main__":
    main(sys.argv[1])
