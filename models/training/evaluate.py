"""Development figures: BM25 top 50 reranked on the public sets, and the project's own held-out questions."""
import json
import os
import sys

import numpy as np
import torch

from batches import held_out, in_chunks, padded
from bm25 import BM25
from common import beside, data, device, load_config, read_ndjson, say, work
from model import Embedder, Reranker, build_encoder, fold_scale
from pair import PairAssembler
from sources import judged_questions, off_topic_questions, own_questions, records_as_served
from tokenizer import CLS, SEP, Tokenizer


def load_set(config, name):
    folder = data(config, "eval", name)
    corpus = {r["_id"]: f"{r['title'].rstrip('.')}. {r['text']}" if r.get("title") else r["text"] for r in read_ndjson(f"{folder}/corpus.jsonl")}
    queries = {r["_id"]: r["text"] for r in read_ndjson(f"{folder}/queries.jsonl")}
    grades = {}
    with open(f"{folder}/qrels/dev.tsv", encoding="utf-8") as f:
        next(f)
        for line in f:
            q, d, s = line.split("\t")
            grades.setdefault(q, {})[d] = int(s)
    return corpus, queries, grades


def ndcg(ranked, grades, k=10):
    gain = sum((2 ** grades.get(d, 0) - 1) / np.log2(i + 2) for i, d in enumerate(ranked[:k]))
    best = sorted(grades.values(), reverse=True)[:k]
    ideal = sum((2 ** g - 1) / np.log2(i + 2) for i, g in enumerate(best))
    return gain / ideal if ideal else 0.0


class Scorer:
    """Scores of a reranker or an embedder for one query and many passages, all as token ids."""

    def __init__(self, model, tokenizer, place, max_tokens=256):
        self.model, self.assemble, self.place, self.max_tokens = model, PairAssembler(tokenizer), place, max_tokens

    def rerank(self, query, passages):
        with torch.no_grad():
            return in_chunks(self.model, [self.assemble(query, p, self.max_tokens) for p in passages], self.place).cpu().numpy()

    def vectors(self, texts, max_tokens=192):
        sequences = [([CLS] + list(t)[:max_tokens - 2] + [SEP], [0] * (min(len(t), max_tokens - 2) + 2)) for t in texts]
        with torch.no_grad():
            return in_chunks(lambda ids, mask, types: self.model(ids, mask), sequences, self.place).cpu().numpy()


def rerank_public(config, scorer, tokenizer, name, n):
    corpus, queries, grades = load_set(config, name)
    dids = sorted(corpus)
    asked = sorted(q for q in grades if any(v > 0 for v in grades[q].values()))
    asked = [asked[i] for i in np.random.default_rng(5).permutation(len(asked))[:n]]
    index = BM25([corpus[d] for d in dids], max_share=1.0)
    ids = {}
    lexical, reranked = [], []
    for q in asked:
        found, _ = index.search(queries[q], 50)
        first = [dids[i] for i in found]
        if not first:
            lexical.append(0.0)
            reranked.append(0.0)
            continue
        for d in first:
            if d not in ids:
                ids[d] = tokenizer.encode(corpus[d][:2600])
        scores = scorer.rerank(tokenizer.encode(queries[q]), [ids[d] for d in first])
        lexical.append(ndcg(first, grades[q]))
        reranked.append(ndcg([first[i] for i in np.argsort(-scores, kind="stable")], grades[q]))
    return {"queries": len(asked), "bm25": round(float(np.mean(lexical)), 4), "reranked": round(float(np.mean(reranked)), 4)}


def own_figures(config, scorer, tokenizer):
    """Held-out questions against all held-out records: ranking, and how well 0.5 parts on topic from off topic."""
    records = {d: p for d, p in records_as_served(beside(config["records"])).items() if held_out(d)}
    dois = sorted(records)
    ids = [tokenizer.encode(records[d]) for d in dois]
    index = BM25([records[d] for d in dois])
    questions = list(own_questions(beside(config["questions"])))
    rng = np.random.default_rng(6)
    asked = [(q, d) for q, d in questions if d in records]
    asked = [asked[i] for i in rng.permutation(len(asked))[:config.get("own_queries", 160)]]
    away = sorted({q for q, d in questions if d is None and held_out(q)} | {q for q in off_topic_questions() if held_out(q)})
    away = [away[i] for i in rng.permutation(len(away))[:config.get("own_away", 50)]]
    mrr, mrr_lexical, top5, own, other = [], [], [], [], []
    for q, d in asked:
        scores = scorer.rerank(tokenizer.encode(q), ids)
        at = dois.index(d)
        rank = 1 + int((scores > scores[at]).sum())
        mrr.append(1 / rank)
        top5.append(rank <= 5)
        own.append(scores[at])
        other.append(np.delete(scores, at))
        found = index.search(q, len(dois))[0].tolist()
        mrr_lexical.append(1 / (1 + found.index(at)) if at in found else 0.0)
    off = [scorer.rerank(tokenizer.encode(q), ids).max() for q in away]
    return {"questions": len(asked), "records": len(dois), "mrr": round(float(np.mean(mrr)), 4), "mrr_bm25": round(float(np.mean(mrr_lexical)), 4),
            "in_first_5": round(float(np.mean(top5)), 4), "own_record_at_least_half": round(float((np.array(own) >= 0).mean()), 4),
            "other_records_below_half": round(float((np.concatenate(other) < 0).mean()), 4), "off_topic_questions": len(off),
            "off_topic_best_below_half": round(float((np.array(off) < 0).mean()), 4)}


def judged_figures(config, scorer, tokenizer, split="eval"):
    """Questions graded by reading: the judged records of each, ranked; and what 0.5 parts."""
    records = records_as_served(beside(config["records"]))
    ids, ranked, lexical, by_grade, off = {}, [], [], {0: [], 1: [], 2: [], 3: []}, []
    index = BM25([records[d] for d in sorted(records)])
    order = {d: i for i, d in enumerate(sorted(records))}
    for question, grades in judged_questions(beside(config["judgments"]), split):
        dois = sorted(d for d in grades if d in records)
        if not dois:
            continue
        for d in dois:
            ids.setdefault(d, tokenizer.encode(records[d]))
        scores = scorer.rerank(tokenizer.encode(question), [ids[d] for d in dois])
        if max(grades.values()) == 0:
            off.append(scores.max())
            continue
        found, weights = index.search(question, len(order))
        weight = dict(zip(found.tolist(), weights.tolist()))
        ranked.append(ndcg([dois[i] for i in np.argsort(-scores, kind="stable")], grades))
        lexical.append(ndcg(sorted(dois, key=lambda d: (-weight.get(order[d], 0.0), d)), grades))
        for d, s in zip(dois, scores):
            by_grade[grades[d]].append(s)
    return {"questions": len(ranked), "ndcg10_judged": round(float(np.mean(ranked)), 4), "ndcg10_judged_bm25": round(float(np.mean(lexical)), 4),
            "at_least_half_by_grade": {str(g): round(float((np.array(s) >= 0).mean()), 4) for g, s in by_grade.items()},
            "pairs_by_grade": {str(g): len(s) for g, s in by_grade.items()},
            "off_topic_questions": len(off), "off_topic_best_below_half": round(float((np.array(off) < 0).mean()), 4)}


def judged_dense(config, scorer, tokenizer, split="eval"):
    """The graded questions searched in all records by the embedder, by BM25, and by both fused."""
    records = records_as_served(beside(config["records"]))
    dois = sorted(records)
    passages = scorer.vectors([tokenizer.encode(records[d]) for d in dois])
    index = BM25([records[d] for d in dois])
    asked = [(q, g) for q, g in judged_questions(beside(config["judgments"]), split) if max(g.values()) >= 2]
    vectors = scorer.vectors([tokenizer.encode(q) for q, _ in asked])
    recall = {"dense": [], "bm25": [], "fused": []}
    ranked_well = []
    for (q, grades), v in zip(asked, vectors):
        dense = np.argsort(-(passages @ v), kind="stable").tolist()
        ranked_well.append(ndcg([dois[i] for i in dense[:10]], grades))
        found = index.search(q, len(dois))[0].tolist()
        points = {}
        for ranked in (dense, found):
            for r, i in enumerate(ranked):
                points[i] = points.get(i, 0) + 1 / (60 + r)
        good = {i for i, d in enumerate(dois) if grades.get(d, 0) >= 2}
        for name, ranked in (("dense", dense), ("bm25", found), ("fused", sorted(points, key=lambda i: (-points[i], i)))):
            recall[name].append(len(good & set(ranked[:48])) / len(good) if good else 1.0)
    return {"questions": len(asked), "ndcg10_dense": round(float(np.mean(ranked_well)), 4), **{f"recall48_{n}": round(float(np.mean(r)), 4) for n, r in recall.items()}}


def own_dense(config, scorer, tokenizer):
    records = records_as_served(beside(config["records"]))
    dois = sorted(records)
    passages = scorer.vectors([tokenizer.encode(records[d]) for d in dois])
    asked = [(q, d) for q, d in own_questions(beside(config["questions"])) if d in records and held_out(d)]
    queries = scorer.vectors([tokenizer.encode(q) for q, _ in asked])
    ranks = []
    for (q, d), scores in zip(asked, queries @ passages.T):
        ranks.append(1 + int((scores > scores[dois.index(d)]).sum()))
    ranks = np.array(ranks)
    return {"questions": len(asked), "mrr": round(float((1 / ranks).mean()), 4), "recall_at_20": round(float((ranks <= 20).mean()), 4)}


def dense_public(config, scorer, tokenizer, name, n, pool=4000):
    """Dense search over the judged documents and a random part of the collection, beside BM25 over the same documents."""
    corpus, queries, grades = load_set(config, name)
    rng = np.random.default_rng(5)
    asked = sorted(q for q in grades if any(v > 0 for v in grades[q].values()))
    asked = [asked[i] for i in rng.permutation(len(asked))[:n]]
    wanted = {d for q in asked for d in grades[q] if d in corpus}
    every = sorted(corpus)
    wanted |= {every[i] for i in rng.permutation(len(every))[:pool]}
    dids = sorted(wanted)
    passages = scorer.vectors([tokenizer.encode(corpus[d][:1500]) for d in dids])
    index = BM25([corpus[d] for d in dids], max_share=1.0)
    asked_vectors = scorer.vectors([tokenizer.encode(queries[q]) for q in asked])
    dense, lexical, fused, recall = [], [], [], []
    for q, v in zip(asked, asked_vectors):
        order = np.argsort(-(passages @ v), kind="stable")[:100]
        found = index.search(queries[q], 100)[0]
        points = {}
        for ranked in (order, found):
            for r, i in enumerate(ranked.tolist()):
                points[i] = points.get(i, 0) + 1 / (60 + r)
        both = sorted(points, key=lambda i: (-points[i], i))
        for result, ranked in ((dense, order), (lexical, found), (fused, both)):
            result.append(ndcg([dids[i] for i in ranked[:10]], grades[q]))
        good = {d for d, g in grades[q].items() if g > 0}
        recall.append(len(good & {dids[i] for i in order}) / len(good))
    return {"queries": len(asked), "documents": len(dids), "dense": round(float(np.mean(dense)), 4), "bm25": round(float(np.mean(lexical)), 4),
            "fused": round(float(np.mean(fused)), 4), "dense_recall_100": round(float(np.mean(recall)), 4)}


def main(path, weights, *names):
    config = load_config(path)
    place = device(config)
    tokenizer = Tokenizer.load(work(config, "vocab.txt"))
    kind = config["kind"]
    encoder = build_encoder(config, layers=config["layers"])
    state = torch.load(work(config, weights), map_location="cpu")
    model = Reranker(encoder) if kind == "reranker" else Embedder(encoder, with_words="words.weight" in state)
    model.load_state_dict(state)
    calibration = work(config, "calibration.json")
    if kind == "reranker" and os.path.exists(calibration):
        with open(calibration, encoding="utf-8") as f:
            fold_scale(model, json.load(f))
    scorer = Scorer(model.to(place).eval(), tokenizer, place)
    figures = {}
    for name in names:
        if name == "judged":
            figures[name] = judged_figures(config, scorer, tokenizer) if kind == "reranker" else judged_dense(config, scorer, tokenizer)
        elif name == "own":
            figures[name] = own_figures(config, scorer, tokenizer) if kind == "reranker" else own_dense(config, scorer, tokenizer)
        else:
            public = rerank_public if kind == "reranker" else dense_public
            figures[name] = public(config, scorer, tokenizer, name, config.get("eval_queries", 150))
        say(name, json.dumps(figures[name]))
    with open(work(config, f"figures_{os.path.basename(weights)}.json"), "w", encoding="utf-8") as f:
        json.dump(figures, f, indent=2)


if __name__ == "__main__":
    main(*sys.argv[1:])
