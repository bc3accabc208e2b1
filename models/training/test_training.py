"""Checks of the rules the runtime shares, and of what a stage learns from: /usr/bin/python3 -m unittest test_training"""
import unittest

import common  # noqa: F401  first: the matrix library reads its number of threads when it is loaded
import numpy as np
import torch
import torch.nn.functional as F

from asked import ANSWERED, SHARES, Asked, word_for
from batches import GAIN, RELEVANCE, Sampler, asked_source, findings_source, known
from bm25 import BM25
from carry import carried
from join_words import turned
from mean import mean_of
from model import Encoder, Reranker
from pair import PairAssembler, match_key
from parallel import Replicas
from tokenizer import CLS, SEP, SPECIALS, Tokenizer, normalise, split_words
from train_embedder import GradedSampler, PairSampler, by_shares
from train_words import Spans

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


class Sources(unittest.TestCase):
    """What a stage learns from."""
    group = {"query": [9], "levels": [[4, 5, 6], [3], [2], [0, 1]], "good": [(2, GAIN[2]), (0, GAIN[3]), (1, GAIN[3])],
             "close": [4], "known": {3}}
    source = {"passages": [np.array([20 + i]) for i in range(12)], "groups": [group]}
    config = {"seed": 1, "queries": 4, "group": 8, "foreign": 0.0}

    def test_a_source_that_is_not_there_stops_the_stage(self):
        with self.assertRaisesRegex(ValueError, "own_gradde"):
            known({"own_graded": 1, "own_gradde": 1}, {"own_graded": self.source})

    def test_a_graded_group_is_ordered_by_grade_and_its_target_follows_the_gains(self):
        for query, passages, target, labels, sure in Sampler({"own_graded": self.source}, {"own_graded": 1}, self.config)(0):
            self.assertEqual((query, len(passages)), ([9], 8))
            self.assertEqual({int(p[0]) - 20 for p in passages[:2]}, {0, 1})
            self.assertEqual([int(p[0]) - 20 for p in passages[2:4]], [2, 3])
            np.testing.assert_allclose(target, np.array([7, 7, 3, 1, 0, 0, 0, 0]) / 18)
            np.testing.assert_allclose(labels, [RELEVANCE[3]] * 2 + [RELEVANCE[2], RELEVANCE[1]] + [0] * 4)
            # What fills the group is never one of its graded passages.
            self.assertGreater(int(passages[-1][0]) - 20, 6)


class Letters:
    """A tokenizer of single letters."""

    @staticmethod
    def encode(text):
        return [ord(letter) for letter in text]


class KnownQuestions(unittest.TestCase):
    def setUp(self):
        vectors = np.array([[1.0, 0.0], [0.8, 0.6], [0.6, 0.8], [0.0, 1.0]], dtype=np.float32)
        # Thirty more that nobody answers, far from the rest.
        vectors = np.concatenate([vectors, np.tile(np.array([[0.0, -1.0]], dtype=np.float32), (30, 1))])
        self.answers = [[0], [0], [0], [0, 1]] + [[]] * 30
        self.asked = Asked([[10 + n] for n in range(len(vectors))], vectors, self.answers, Letters())

    def shown(self, passage, times=60):
        rng = np.random.default_rng(4)
        return {tuple(self.asked.near(np.array([1.0, 0.0]), passage, rng)) for _ in range(times)}

    def test_one_that_is_near_is_shown_but_never_the_question_itself_nor_one_that_is_far(self):
        self.assertEqual(self.shown(0), {(11,), (12,)})
        self.assertEqual(self.shown(1), {()})
        self.assertEqual(self.shown(2), {()})

    def test_how_many_of_the_nearest_have_an_answer_counts_the_nearer_ones_more_and_the_question_itself_not_at_all(self):
        self.assertGreater(self.asked.shares(np.array([1.0, 0.0]))[0], 0.99)
        lonely = Asked(self.asked.queries, self.asked.vectors, [[], [0]] + [[]] * 32, Letters())
        self.assertLess(lonely.shares(np.array([0.0, 0.9]))[0], 0.4)

    def test_how_many_of_the_nearest_a_passage_answers(self):
        answered, shares = self.asked.shares(np.array([0.0, 0.9]))
        self.assertEqual(set(shares), {0, 1})
        self.assertAlmostEqual(shares[0], answered)
        self.assertLess(shares[1], shares[0])

    def test_a_share_has_a_word(self):
        self.assertEqual([word_for(ANSWERED, share) for share in (0, 0.4, 0.7, 0.8, 0.92, 1)], ["never", "seldom", "sometimes", "often", "always", "always"])
        self.assertEqual([word_for(SHARES, share) for share in (0, 0.01, 0.1, 0.3, 1)], ["none", "few", "some", "many", "most"])

    def test_both_stand_before_the_passage(self):
        source = {"passages": [np.array([7, 8])], "asked": self.asked}
        group, rng = {"vector": np.array([1.0, 0.0]), "answered": "often", "shares": {0: "few"}}, np.random.default_rng(4)
        readings = {tuple(Sampler.shown(rng, source, group, 0)) for _ in range(60)}
        words, none, between = Letters.encode("oftenfew"), Letters.encode("oftennone"), Letters.encode("|")
        self.assertEqual(readings, {(7, 8), (*words, 11, *between, 7, 8), (*words, 12, *between, 7, 8)})
        self.assertEqual({len(Sampler.shown(rng, {**source, "passages": [[], [], [5]]}, group, 2)) for _ in range(60)}, {1, len(none) + 2})
        self.assertEqual(list(Sampler.shown(rng, {"passages": source["passages"]}, {}, 0)), [7, 8])

    def test_two_questions_with_the_same_best_answer_are_each_other_s_passage_and_like_ones_without_an_answer_are_not(self):
        best, fair = GAIN[3], GAIN[2]
        groups = [("wine tonight", [1], [(0, best)]), ("wine later", [2], [(0, best), (1, fair)]), ("yoga", [3], [(1, best)]), ("wine rack", [4], [])]
        graded = {"groups": [{"text": text, "query": query, "good": good} for text, query, good in groups]}
        source = asked_source(graded, ["wine cork", "sofa", "wine tonight in rome"], Letters)
        self.assertEqual([[i for i, _ in g["good"]] for g in source["groups"]], [[1], [0], []])
        self.assertEqual([p.tolist() for p in source["passages"]], [[1], [2], [3], *map(Letters.encode, ("wine cork", "sofa", "wine tonight in rome"))])
        self.assertEqual([g["close"] for g in source["groups"]], [[5, 3], [3, 5], []])

    def test_of_a_study_only_its_own_findings_are_compared_for_a_question(self):
        rows = [{"question": "nap", "doi": "10.1/a", "best": 2, "also": [3]}, {"question": "tea", "doi": "10.1/b", "best": 1, "also": []},
                {"question": "gone", "doi": "10.1/left-out", "best": 1, "also": []}]
        source = findings_source({"10.1/a": ["x", "y", "z"], "10.1/b": ["p", "q"]}, rows, Letters)
        queries, passages, shares = GradedSampler(source, {"seed": 1}, [8, 8])(0)
        text = lambda ids: "".join(map(chr, ids))
        shown = {text(q): {text(p): share for p, share in zip(passages, row) if not np.isnan(share)} for q, row in zip(queries, shares)}
        self.assertEqual(set(shown), {"nap", "tea"})
        self.assertEqual({p: round(float(s), 3) for p, s in shown["nap"].items()}, {"x": 0.0, "y": 0.7, "z": 0.3})
        self.assertEqual({p: float(s) for p, s in shown["tea"].items()}, {"p": 1.0, "q": 0.0})

    def test_what_is_not_compared_changes_no_loss(self):
        scores, share = torch.tensor([[2.0, 1.0, 9.0]]), torch.tensor([[0.7, 0.3, float("nan")]])
        loss, first = by_shares(scores, share)
        torch.testing.assert_close(loss, by_shares(scores[:, :2], share[:, :2])[0])
        self.assertEqual(first, 1.0)

    def test_only_the_sources_named_give_a_close_passage_to_tell_apart(self):
        groups = [{"query": [q], "good": [(q, 1.0)], "close": [5, 4]} for q in (0, 1)]
        sources = {"own_asked": {"passages": [[n] for n in range(6)], "groups": groups}}
        drawn = lambda hard: PairSampler(sources, {"own_asked": 1}, {"seed": 1, "pairs": 2, "hard": hard})(0)[1]
        self.assertEqual(sorted(drawn(["own_asked"])), [[0], [1], [4], [4]])
        self.assertEqual(sorted(drawn([])), [[0], [1]])


class Means(unittest.TestCase):
    def test_every_weight_is_the_mean_of_its_stages(self):
        states = [{"w": torch.tensor([1.0, 2.0]), "n": torch.tensor(3)}, {"w": torch.tensor([3.0, -2.0]), "n": torch.tensor(4)}]
        mean = mean_of(states)
        self.assertEqual(mean["w"].tolist(), [2.0, 0.0])
        self.assertEqual(mean["n"].item(), 4)

    def test_what_pre_training_changed_is_carried_into_the_same_weights_of_a_stage(self):
        before, after = ({"w": torch.tensor([w])} for w in (1.0, 1.5))
        stage = {"encoder.w": torch.tensor([4.0]), "near": torch.tensor([9.0])}
        self.assertEqual({name: value.item() for name, value in carried(stage, before, after).items()}, {"encoder.w": 4.5, "near": 9.0})


class TwoProcesses(unittest.TestCase):
    def test_their_gradient_is_the_mean_of_both_draws(self):
        def gradient(processes):
            torch.manual_seed(0)
            model = torch.nn.Linear(3, 1)

            def backward(n):
                loss = model(torch.tensor([1.0, 2.0, float(n)])).sum() ** 2
                loss.backward()
                return [loss.item()]

            figures = Replicas(model, processes, backward)(0)
            return figures, [p.grad.clone() for p in model.parameters()], backward, model

        figures, both, backward, model = gradient(2)
        for p in model.parameters():
            p.grad = None
        losses = [backward(0)[0], backward(1)[0]]
        self.assertAlmostEqual(figures[0], sum(losses) / 2, places=4)
        for p, mean in zip(model.parameters(), both):
            torch.testing.assert_close(p.grad / 2, mean)


class WordVectors(unittest.TestCase):
    def test_a_span_and_the_rest_of_its_line_make_up_the_line(self):
        ids = np.arange(1, 200, dtype=np.uint16)
        spans = Spans(ids, np.array([0, 60, 70, 199]), {"seed": 1, "pairs": 2})
        for n in range(20):
            for query, passage in zip(*spans(n)):
                line = ids[:60] if query[0] <= 60 else ids[70:199]
                self.assertTrue(set(query.tolist()) | set(passage.tolist()) == set(line.tolist()))
                self.assertIn(len(passage), (len(line), len(line) - len(query)))

    def test_turning_keeps_their_cosines_and_takes_them_out_of_the_way(self):
        rng = np.random.default_rng(1)
        words, read = (rng.normal(size=(200, 8)) * [9, 5, 1, .1, .1, .1, .1, .1] for _ in range(2))
        after = words @ turned(words, read)
        np.testing.assert_allclose(after @ after.T, words @ words.T, atol=1e-8)
        self.assertLess(np.abs(after @ read.T).mean(), 0.1 * np.abs(words @ read.T).mean())


class RerankerRules(unittest.TestCase):
    def test_padding_changes_no_score(self):
        torch.manual_seed(1)
        model = Reranker(Encoder(vocab_size=30, hidden=8, layers=1, heads=2, ffn=16, reach=4, types=4)).eval()
        ids, types = torch.tensor([[2, 7, 3, 8, 9, 3]]), torch.tensor([[0, 2, 0, 3, 1, 1]])
        alone = model(ids, torch.ones_like(ids), types)
        wide = [F.pad(t, (0, 5)) for t in (ids, torch.ones_like(ids), types)]
        torch.testing.assert_close(model(*wide), alone)
        wide[2][0, 6:] = 1
        torch.testing.assert_close(model(*wide), alone)

    def test_what_the_last_layer_makes_of_the_other_tokens_is_for_nothing(self):
        torch.manual_seed(2)
        model = Reranker(Encoder(vocab_size=30, hidden=8, layers=3, heads=2, ffn=16, reach=4, types=4)).eval()
        torch.nn.init.normal_(model.score.weight)
        ids, types = torch.tensor([[2, 7, 3, 8, 9, 3]]), torch.tensor([[0, 2, 0, 3, 1, 1]])
        mask = torch.ones_like(ids)
        torch.testing.assert_close(model(ids, mask, types), model(ids, mask, types, rows=ids.shape[1]))
        _, first = model.encoder.read(ids, mask, types, 1)
        torch.testing.assert_close(first, model.encoder(ids, mask, types)[:, :1])


if __name__ == "__main__":
    unittest.main()
