"""Mine, per source, groups of one query, its positives and lexically close passages that are not among them."""
import sys
from collections import defaultdict

import numpy as np

from bm25 import BM25
from common import load_config, say, seed_everything, work
from rephrase import as_question
from sources import GOLD, POSITIVE, WEAK, abstract_sentences, domain_pairs, public_pairs
from tokenizer import Tokenizer


def mine(name, pairs, limit, rng, tokenizer, depth):
    """Arrays of one source. Passages are stored once, tokenised; groups point to them."""
    passages, number = [], {}
    positives, refused = defaultdict(dict), defaultdict(set)
    for query, passage, grade in pairs:
        i = number.setdefault(passage, len(passages))
        if i == len(passages):
            passages.append(passage)
        if grade > POSITIVE:
            positives[query][i] = grade
        else:
            refused[query].add(i)
    index = BM25(passages)
    queries = list(positives)
    rng.shuffle(queries)
    groups = []
    for query in queries[:limit]:
        good = positives[query]
        asked = query
        if name in ("title_abstract", "citation_sentence_title", "title_heading_paragraph") and rng.random() < 0.5:
            asked = as_question(query, rng) or query
        found = index.search(asked[:600], depth)[0].tolist()
        groups.append({
            "source": name,
            "query": tokenizer.encode(asked[:1000])[:64],
            "good": list(good.items()),
            "close": [i for i in found if i not in good] + list(refused[query]),
        })
    say(name, "passages", len(passages), "queries", len(queries), "groups", len(groups))
    return {"passages": [np.array(tokenizer.encode(p[:2600])[:250], dtype=np.uint16) for p in passages], "groups": groups}


def main(path):
    config = load_config(path)
    seed_everything(config["seed"])
    rng = np.random.default_rng(config["seed"])
    tokenizer = Tokenizer.load(work(config, "vocab.txt"))
    mined = {}
    for name in GOLD + WEAK:
        mined[name] = mine(name, public_pairs(config, name), config["limits"].get(name, 10**9), rng, tokenizer, config["depth"])
    mined["domain"] = mine("domain", domain_pairs(config), 10**9, rng, tokenizer, config["depth"])
    mined["sentence_abstract"] = mine("sentence_abstract", abstract_sentences(config), config["limits"]["sentence_abstract"], rng, tokenizer, config["depth"])
    np.save(work(config, "groups.npy"), np.array([mined], dtype=object), allow_pickle=True)


if __name__ == "__main__":
    main(sys.argv[1])
