"""Learn the WordPiece vocabulary: merges of the most frequent neighbouring pieces, most frequent first."""
import heapq
import sys
from collections import Counter, defaultdict

from common import load_config, say, work
from corpus_text import texts
from tokenizer import SPECIALS, split_words


def count_words(config):
    words = Counter()
    for text, weight in texts(config):
        for w in split_words(text):
            words[w] += weight
    return words


def learn(words, size, min_word, min_char, max_chars):
    chars = Counter()
    for w, n in words.items():
        for c in w:
            chars[c] += n
    ascii_chars = [chr(c) for c in range(33, 127) if not chr(c).isupper()]
    kept = set(ascii_chars) | {c for c, n in chars.most_common(max_chars) if n >= min_char}
    vocab = SPECIALS + sorted(kept) + ["##" + c for c in sorted(kept) if c.isalnum() or ord(c) > 126]
    known = set(vocab)

    spellings, counts = [], []
    for w, n in words.items():
        if n >= min_word and len(w) <= 40 and all(c in kept for c in w):
            spellings.append([w[0]] + ["##" + c for c in w[1:]])
            counts.append(n)
    pair_count, pair_words = Counter(), defaultdict(set)
    for i, s in enumerate(spellings):
        for pair in zip(s, s[1:]):
            pair_count[pair] += counts[i]
            pair_words[pair].add(i)
    heap = [(-n, p) for p, n in pair_count.items()]
    heapq.heapify(heap)
    while len(vocab) < size and heap:
        n, pair = heapq.heappop(heap)
        if -n != pair_count[pair]:
            if pair_count[pair] > 0:
                heapq.heappush(heap, (-pair_count[pair], pair))
            continue
        merged = pair[0] + pair[1][2:]
        if merged not in known:
            known.add(merged)
            vocab.append(merged)
        changed = set()
        for i in pair_words.pop(pair):
            old = spellings[i]
            new, j = [], 0
            while j < len(old):
                if j + 1 < len(old) and (old[j], old[j + 1]) == pair:
                    new.append(merged)
                    j += 2
                else:
                    new.append(old[j])
                    j += 1
            for p in zip(old, old[1:]):
                pair_count[p] -= counts[i]
                changed.add(p)
            for p in zip(new, new[1:]):
                pair_count[p] += counts[i]
                pair_words[p].add(i)
                changed.add(p)
            spellings[i] = new
        pair_count[pair] = 0
        for p in changed:
            if pair_count[p] > 0:
                heapq.heappush(heap, (-pair_count[p], p))
    return vocab


def main(path):
    config = load_config(path)
    words = count_words(config)
    say("words", sum(words.values()), "different", len(words))
    vocab = learn(words, **config["vocab"])
    with open(work(config, "vocab.txt"), "w", encoding="utf-8") as f:
        f.write("".join(p + "\n" for p in vocab))
    say("vocabulary", len(vocab))


if __name__ == "__main__":
    main(sys.argv[1])
