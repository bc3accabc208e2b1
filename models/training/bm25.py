"""BM25 over word keys, held as one sparse matrix."""
from collections import Counter

import numpy as np

from pair import match_key
from tokenizer import split_words


def terms(text):
    return [k for k in map(match_key, split_words(text)) if k]


class BM25:
    def __init__(self, documents, k1=0.9, b=0.4, max_share=0.2):
        self.size = len(documents)
        self.index, lists = {}, []
        lengths = np.zeros(self.size, dtype=np.float32)
        for i, text in enumerate(documents):
            counts = Counter(terms(text))
            lengths[i] = sum(counts.values())
            for term, n in counts.items():
                j = self.index.setdefault(term, len(lists))
                if j == len(lists):
                    lists.append(([], []))
                lists[j][0].append(i)
                lists[j][1].append(n)
        norm = k1 * (1 - b + b * lengths / max(lengths.mean(), 1e-9))
        self.postings = []
        for ids, counts in lists:
            if len(ids) > max(max_share * self.size, 50):
                self.postings.append(None)
                continue
            ids = np.array(ids, dtype=np.int32)
            tf = np.array(counts, dtype=np.float32)
            idf = np.log(1 + (self.size - len(ids) + 0.5) / (len(ids) + 0.5))
            self.postings.append((ids, idf * tf * (k1 + 1) / (tf + norm[ids])))

    def search(self, query, n):
        """The best n documents and their scores."""
        scores = np.zeros(self.size, dtype=np.float32)
        for term, times in Counter(terms(query)).items():
            j = self.index.get(term)
            if j is not None and self.postings[j] is not None:
                ids, weights = self.postings[j]
                scores[ids] += weights
        n = min(n, self.size)
        top = np.argpartition(-scores, n - 1)[:n]
        top = top[np.argsort(-scores[top], kind="stable")]
        top = top[scores[top] > 0]
        return top, scores[top]
