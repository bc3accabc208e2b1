"""Tokenise the running text once into a flat array of ids, with the start of every line."""
import sys

import numpy as np

from common import load_config, say, work
from corpus_text import texts
from tokenizer import Tokenizer


def main(path):
    config = load_config(path)
    tokenizer = Tokenizer.load(work(config, "vocab.txt"))
    chunks, starts, total = [], [0], 0
    for text, weight in texts(config):
        ids = np.array(tokenizer.encode(text), dtype=np.uint16)
        for _ in range(weight):
            chunks.append(ids)
            total += len(ids)
            starts.append(total)
    np.save(work(config, "corpus_ids.npy"), np.concatenate(chunks))
    np.save(work(config, "corpus_starts.npy"), np.array(starts, dtype=np.int64))
    say("tokens", total, "lines", len(starts) - 1)


if __name__ == "__main__":
    main(sys.argv[1])
