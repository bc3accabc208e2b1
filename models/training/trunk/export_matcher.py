"""Writes the trained matcher as int8 ONNX with tokenizer, configuration, golden file and manifest.

    python3 export_matcher.py WEIGHTS FEATURES.ndjson      (of the messages of `entry_messages.py training`)
"""
import json
import sys
from pathlib import Path

import numpy as np
import onnx
import torch

import data
from export import FILES, HEADS, files_of, products_of, session, write, write_tokenizer
from graph import matcher_graph  # puts the folder above on the path
from calibrate import Ranges
from matcher import MESSAGE_TOKENS, QUESTION_TOKENS, Matcher, pair_batch
from trunk import Texts, public_encoder

FOLDER = data.REPOSITORY / "models" / "matcher"
MODEL_ID, MAX_TOKENS = "phasewise-matcher-1", MESSAGE_TOKENS + QUESTION_TOKENS + 3
GOLDEN = [
    ("How long before bed should I stop eating?", "How many hours should lie between dinner and bed?"),
    ("How long before bed should I stop eating?", "Does a late dinner or bedtime snack disturb my sleep?"),
    ("slept 5 h but feel totaly fine?? do i still go to spin at 7", "Should I train today after a short night?"),
    ("coffee cutoff", "When should I have my last coffee?"), ("x", "Why is my HRV low?"), ("Ich schlafe schlecht.", "Why do I sleep badly?"),
    ("naïve café — 37.2 °C", "Is 37.2 °C normal at night?"), ("[SEP] [CLS] tokens are letters", "[SEP] What is this?"),
    ("so " * 150 + "can I nap?", "Should I nap today?"), ("月经 前 不 睡", "Why do I sleep badly before my period?"), ("🙂", "Should I stop tracking for a while?"),
]


def calibrated(model, texts, features):
    rows, rng = [r for r in data.read_ndjson(features) if r["found"]], np.random.default_rng(5)
    questions = {e["id"]: e["texts"][0] for e in data.guidance()}
    pairs = [(r["query"], questions[e]) for r in rows for e in [e["id"] for e in r["found"]["entries"][:4]] if e in questions]
    ranges = Ranges(products_of(model.encoder))
    torch.manual_seed(5)
    with torch.no_grad():
        for _ in range(16):
            ids, mask, types = pair_batch(texts, [pairs[i] for i in rng.integers(len(pairs), size=24)])
            ranges.mask = mask
            model(ids, mask, types)
    ranges.close()
    return ranges.scales()


def run(sess, texts, pairs):
    """Logits, one pair at a time as the service does."""
    names = ("input_ids", "attention_mask", "token_type_ids")
    return np.array([sess.run(["logits"], dict(zip(names, (t.numpy() for t in pair_batch(texts, [pair])))))[0][0, 0] for pair in pairs])


def main(weights, features):
    model = Matcher(public_encoder())
    model.load_state_dict(torch.load(weights)["model"])
    model.eval()
    texts = Texts()
    with torch.no_grad():
        trained = model(*pair_batch(texts, GOLDEN)).numpy()
    state = {k: v.numpy() for k, v in model.state_dict().items()}
    (FOLDER / "onnx").mkdir(parents=True, exist_ok=True)
    fp32 = Path(weights).with_suffix(".onnx")
    onnx.save(matcher_graph(state, HEADS, None), fp32)
    onnx.save(matcher_graph(state, HEADS, calibrated(model, texts, features)), FOLDER / FILES[3])
    write_tokenizer(FOLDER, MAX_TOKENS)
    logits, exact = run(session(FOLDER / FILES[3]), texts, GOLDEN), run(session(fp32), texts, GOLDEN)
    print("the graph against the program that trained it: largest logit difference", np.abs(trained - exact).max())
    print("int8 against fp32: largest logit difference", np.abs(logits - exact).max())
    score = lambda x: round(float(1 / (1 + np.exp(-x))), 5)
    cases = []
    for (message, question), logit in zip(GOLDEN, logits):
        ids, _, types = pair_batch(texts, [(message, question)])
        cases.append({"query": message, "passage": question, "input_ids": ids[0].tolist(), "token_type_ids": types[0].tolist(),
                      "logit": round(float(logit), 5), "score": score(logit)})
    write(FOLDER / "golden.json", {"model": MODEL_ID, "logit_tolerance": 0.3, "score_tolerance": 0.05, "cases": cases})
    write(FOLDER / "manifest.json", {
        "id": MODEL_ID, "kind": "matcher", "format": 1, "files": files_of(FOLDER), "dtype": "q8", "max_tokens": MAX_TOKENS,
        "pair": {"query_tokens_max": MESSAGE_TOKENS, "exact_match_segments": False, "stopwords": []}, "activation": "sigmoid",
        "self_test": {"query": GOLDEN[0][0], "passage": GOLDEN[0][1], "score": cases[0]["score"], "tolerance": 0.05}})
    print("wrote", FOLDER, files_of(FOLDER)[3]["bytes"])


if __name__ == "__main__":
    main(*sys.argv[1:])
