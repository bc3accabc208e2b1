"""Checks of the rules the runtime shares: /usr/bin/python3 -m unittest test_training"""
import unittest

from bm25 import BM25
from pair import PairAssembler, match_key
from tokenizer import CLS, SEP, SPECIALS, Tokenizer, normalise, split_words

VOCAB = SPECIALS + ["hr", "##v", "luteal", "phase", "phases", "class", "the", "is", "low", ".", "?", "x"]


class TokenizerRules(unittest.TestCase):
    def test_normalises_like_bert(self):
        self.assertEqual(normalise("Ré\u0000sumé\u200b\u00a0Å"), "resume a")
        self.assertEqual(split_words("HRV-based, café月"), ["hrv", "-", "based", ",", "cafe", "月"])

    def test_greedy_pieces(self):
        t = Tokenizer(VOCAB)
        self.assertEqual([VOCAB[i] for i in t.encode("HRV is low? zzz")], ["hr", "##v", "is", "low", "?", "[UNK]"])
        self.assertEqual(t.encode("x" * 101), [1])
        self.assertEqual(t.encode("[SEP]"), [1, 1, 1])


class PairRules(unittest.TestCase):
    def setUp(self):
        self.t = Tokenizer(VOCAB)
        self.assemble = PairAssembler(self.t)

    def pair(self, q, d, **limits):
        return self.assemble(self.t.encode(q), self.t.encode(d), **limits)

    def test_match_keys(self):
        self.assertEqual([match_key(w) for w in ("phases", "class", "gas", "does", "this", "?", "the", "[UNK]", "17β")],
                         ["phase", "class", "gas", None, None, None, None, None, "17β"])

    def test_segments(self):
        ids, types = self.pair("the HRV phases ? zzz", "phase . HRV the luteal zzz")
        self.assertEqual([VOCAB[i] for i in ids],
                         "[CLS] the hr ##v phases ? [UNK] [SEP] phase . hr ##v the luteal [UNK] [SEP]".split())
        self.assertEqual(types, [0, 0, 2, 2, 2, 0, 0, 0, 3, 1, 3, 3, 1, 1, 1, 1])

    def test_truncation(self):
        ids, types = self.pair("low " * 300, "phase " * 300)
        self.assertEqual((len(ids), len(types), ids[0], ids[65], ids[-1]), (256, 256, CLS, SEP, SEP))
        self.assertEqual(ids.count(VOCAB.index("phase")), 189)
        self.assertEqual(self.pair("", "")[0], [CLS, SEP, SEP])

    def test_a_match_beyond_the_cut_does_not_count(self):
        self.assertEqual(set(self.pair("luteal", "phase " * 300 + "luteal")[1]), {0, 1})


class LexicalSearch(unittest.TestCase):
    def test_the_rarer_word_decides(self):
        index = BM25(["low phase", "low luteal", "low x"], max_share=1.0)
        self.assertEqual(index.search("low luteal", 3)[0][0], 1)


if __name__ == "__main__":
    unittest.main()
