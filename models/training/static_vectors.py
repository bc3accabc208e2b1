"""Start vectors for the token embedding: PPMI of the pieces' neighbours, reduced by a randomised SVD."""
import sys

import numpy as np

from common import load_config, say, work


def cooccurrence(ids, starts, size, window):
    line = np.zeros(len(ids), dtype=np.int32)
    line[starts[1:-1][starts[1:-1] < len(ids)]] = 1
    line = np.cumsum(line, dtype=np.int32)
    counts = np.zeros((size, size), dtype=np.float32)
    flat = counts.reshape(-1)
    for distance in range(1, window + 1):
        same = line[distance:] == line[:-distance]
        keys = (ids[:-distance].astype(np.int64) * size + ids[distance:])[same]
        found, n = np.unique(keys, return_counts=True)
        flat[found] += n.astype(np.float32) / distance
        say("distance", distance, "pairs", len(found))
    counts += counts.T.copy()
    return counts


def ppmi(counts, smoothing=0.75):
    row = counts.sum(1)
    column = row ** smoothing
    column /= column.sum()
    for i in range(len(counts)):
        if row[i] > 0:
            with np.errstate(divide="ignore"):
                value = np.log(counts[i] / row[i] / np.maximum(column, 1e-12))
            counts[i] = np.maximum(value, 0)
    return counts


def reduce(matrix, dim, rng, rounds=3):
    q = np.linalg.qr(matrix @ rng.standard_normal((matrix.shape[1], dim + 32), dtype=np.float32))[0]
    for _ in range(rounds):
        q = np.linalg.qr(matrix @ (matrix.T @ q))[0]
    u, s, _ = np.linalg.svd(q.T @ matrix, full_matrices=False)
    return (q @ u)[:, :dim] * np.sqrt(s[:dim])


def main(path):
    config = load_config(path)
    size, dim = config["model"]["vocab_size"], config["model"]["hidden"]
    ids = np.load(work(config, "corpus_ids.npy"))
    starts = np.load(work(config, "corpus_starts.npy"))
    matrix = ppmi(cooccurrence(ids, starts, size, window=5))
    vectors = reduce(matrix, dim, np.random.default_rng(config.get("seed", 1)))
    vectors -= vectors.mean(0)
    vectors *= 0.05 / vectors.std()
    np.save(work(config, "static_vectors.npy"), vectors.astype(np.float32))
    say("vectors", vectors.shape)


if __name__ == "__main__":
    main(sys.argv[1])
