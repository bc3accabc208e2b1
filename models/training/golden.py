"""Golden files and manifests, made with the exported int8 model run by onnxruntime-node."""
import hashlib
import json
import os
import subprocess
import sys

from common import HERE, load_config, say, work
from export import FOLDERS
from golden_texts import LONE, PAIRS, SELF_TEST
from pair import QUERY_MAX, STOPWORDS, PairAssembler
from tokenizer import CLS, SEP, Tokenizer

FILES = ["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model_quantized.onnx"]


def run_onnx(config, model, items):
    given, result = work(config, "run_in.json"), work(config, "run_out.json")
    with open(given, "w", encoding="utf-8") as f:
        json.dump(items, f)
    subprocess.run(["node", os.path.join(HERE, "run_onnx.mjs"), model, given, result, "2", "1"], check=True)
    with open(result, encoding="utf-8") as f:
        return json.load(f)


def sigmoid(x):
    return 1 / (1 + 2.718281828459045 ** -x)


def reranker_items(config, tokenizer, pairs):
    assemble = PairAssembler(tokenizer)
    items = []
    for query, passage in pairs:
        ids, types = assemble(tokenizer.encode(query), tokenizer.encode(passage), config["max_tokens"])
        items.append({"query": query, "passage": passage, "ids": ids, "types": types})
    return items


def embedder_items(config, tokenizer, texts):
    return [{"text": t, "ids": [CLS] + tokenizer.encode(t)[:config["max_tokens"] - 2] + [SEP]} for t in texts]


def sha256(path):
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def manifest(config, folder, self_test):
    files = [{"path": p, "bytes": os.path.getsize(os.path.join(folder, p)), "sha256": sha256(os.path.join(folder, p))} for p in FILES]
    value = {"id": config["id"], "kind": config["kind"], "format": 1, "files": files, "dtype": "q8", "max_tokens": config["max_tokens"]}
    if config["kind"] == "reranker":
        value["pair"] = {"query_tokens_max": QUERY_MAX, "exact_match_segments": True, "stopwords": STOPWORDS}
        value["activation"] = "sigmoid"
    else:
        value["dimensions"] = config["model"]["hidden"]
        value["pooling"] = "sentence_embedding"
    value["self_test"] = self_test
    return value


def write(path, value):
    with open(path, "w", encoding="utf-8") as f:
        json.dump(value, f, ensure_ascii=True, indent=1)
        f.write("\n")


def main(path):
    config = load_config(path)
    folder = FOLDERS[config["kind"]]
    model = os.path.join(folder, "onnx", "model_quantized.onnx")
    tokenizer = Tokenizer.load(work(config, "vocab.txt"))
    if config["kind"] == "reranker":
        items = reranker_items(config, tokenizer, [SELF_TEST] + PAIRS)
        logits = [r[0] for r in run_onnx(config, model, items)]
        cases = [{"query": i["query"], "passage": i["passage"], "input_ids": i["ids"], "token_type_ids": i["types"],
                  "logit": round(x, 5), "score": round(sigmoid(x), 5)} for i, x in zip(items, logits)]
        golden = {"model": config["id"], "logit_tolerance": 0.1, "score_tolerance": 0.02, "cases": cases}
        self_test = {"query": SELF_TEST[0], "passage": SELF_TEST[1], "score": cases[0]["score"], "tolerance": 0.02}
    else:
        items = embedder_items(config, tokenizer, [SELF_TEST[1]] + LONE)
        vectors = run_onnx(config, model, items)
        cases = [{"text": i["text"], "input_ids": i["ids"], "vector": [round(x, 5) for x in v]} for i, v in zip(items, vectors)]
        golden = {"model": config["id"], "tolerance": 0.02, "cases": cases}
        self_test = {"text": SELF_TEST[1], "first_8": cases[0]["vector"][:8], "tolerance": 0.02}
    write(os.path.join(folder, "golden.json"), golden)
    write(os.path.join(folder, "manifest.json"), manifest(config, folder, self_test))
    say(config["kind"], "cases", len(cases), "self test", self_test.get("score", ""))


if __name__ == "__main__":
    main(sys.argv[1])
