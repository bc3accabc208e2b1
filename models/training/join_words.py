"""Brings the word vectors into the embedder's space before both are trained together."""
import numpy as np
import torch

from batches import in_chunks
from common import work
from model import Words
from tokenizer import CLS, SEP

SAMPLE = 1500
LENGTH_MAX = 112


def turned(words, read):
    """The rotation after which the main directions of `words` [n, hidden] are the least ones of `read` [n, hidden].

    Both vectors of a text are added into one of the same length. Turning all word vectors changes no cosine between them; turned
    like this, the words of one text and the reading of another say next to nothing about each other, and the sum keeps both."""
    rising = [np.linalg.eigh(x.T @ x)[1] for x in (words, read)]
    return rising[0][:, ::-1] @ rising[1].T


def join_words(model, config, sources):
    """Sets the words of an embedder from the table that `config["words"]` names."""
    table = torch.load(work(config, config["words"]), map_location="cpu")["bag.weight"]
    rng = np.random.default_rng([config["seed"], 2])
    names = [n for n in config["sources"] if n in sources]
    texts = []
    for name in names:
        groups, passages = sources[name]["groups"], sources[name]["passages"]
        texts += [list(groups[i]["query"]) for i in rng.permutation(len(groups))[:SAMPLE // len(names)]]
        texts += [passages[i].tolist() for i in rng.permutation(len(passages))[:SAMPLE // len(names)]]
    texts = [[CLS] + t[:LENGTH_MAX - 2] + [SEP] for t in texts if len(t)]
    model.words.weight.data.zero_()
    with torch.no_grad():
        read = in_chunks(lambda ids, mask, types: model(ids, mask), [(t, [0] * len(t)) for t in texts], "cpu")
        words = Words(table)([t[1:-1] for t in texts])
    rotation = torch.from_numpy(np.ascontiguousarray(turned(words.double().numpy(), read.double().numpy()))).float()
    model.words.weight.data.copy_(table @ rotation)
    model.words.weight.data[[CLS, SEP]] = 0.0
