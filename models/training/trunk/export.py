"""Writes the trained reader as int8 ONNX with tokenizer, configuration, golden file and manifest.

    python3 export.py WEIGHTS
"""
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

import data
import messages
import thresholds
from graph import embedder_graph  # puts the folder above on the path
from calibrate import Ranges
from trunk import Embedder, Texts, public_encoder, public_folder, understood

FOLDER = data.REPOSITORY / "models" / "reader"
MODEL_ID, MAX_TOKENS, HEADS = "phasewise-reader-4", 192, 12
FILES = ["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model_quantized.onnx"]
GOLDEN = [
    "Heart rate variability across the menstrual cycle. Vagally mediated heart rate variability was lower in the luteal phase than in the follicular phase in naturally cycling women.",
    "why is my hrv so low before my period??", "coffee cutoff", "Ich schlafe schlecht.", "naïve café — 37.2 °C", "[SEP] [CLS] tokens are letters",
    "a" * 150, "月经 前 不 睡", "x", "Should I train hard today? I slept 5 hours and my resting HR is 61.", "i have no reason to go on living", "0.3 °C", "🙂",
]


def calibrated(model, texts):
    rng = np.random.default_rng(5)
    passages = [data.record_text(r) for r in data.records().values()]
    asked = [m for m, _ in messages.reading()] + [m for m, _ in messages.gate("fit")]
    ranges = Ranges(products_of(model.encoder))
    torch.manual_seed(5)
    with torch.no_grad():
        for n in range(16):
            pool = passages if n % 2 else asked
            ids, mask = texts.batch([pool[i] for i in rng.integers(len(pool), size=24)], MAX_TOKENS)
            ranges.mask = mask
            model.pooled(ids, mask)
    return ranges.scales()


def session(path):
    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def run(sess, texts, strings):
    """(vectors, logits), one text at a time as the service does."""
    vectors, logits = [], []
    for s in strings:
        ids, mask = texts.batch([s], MAX_TOKENS)
        v, u = sess.run(["sentence_embedding", "understanding"], {"input_ids": ids.numpy(), "attention_mask": mask.numpy()})
        vectors.append(v[0])
        logits.append(u[0])
    return np.array(vectors), np.array(logits)


def write(path, value, indent=1):
    path.write_text(json.dumps(value, indent=indent, ensure_ascii=True) + "\n", encoding="utf-8")


def write_tokenizer(folder, max_tokens):
    """Tokenizer and configuration of the public model."""
    tokenizer = json.loads((public_folder() / "tokenizer.json").read_text(encoding="utf-8"))
    # Cut and padded by who calls; a literal "[SEP]" in a text is ordinary characters.
    tokenizer.update(truncation=None, padding=None)
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    write(folder / "tokenizer_config.json", {"tokenizer_class": "BertTokenizer", "model_max_length": max_tokens, "do_lower_case": True,
                                             "strip_accents": None, "tokenize_chinese_chars": True, "clean_up_tokenization_spaces": True,
                                             "pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]",
                                             "mask_token": "[MASK]"}, 2)
    write(folder / "config.json", {"model_type": "bert", "architectures": ["BertModel"], "vocab_size": 30522, "hidden_size": 384,
                                   "num_hidden_layers": 6, "num_attention_heads": HEADS, "intermediate_size": 1536, "hidden_act": "gelu",
                                   "max_position_embeddings": 256, "type_vocab_size": 2, "pad_token_id": 0, "layer_norm_eps": 1e-12}, 2)


def files_of(folder):
    """The files of a manifest, with their sizes and digests."""
    return [{"path": p, "bytes": (folder / p).stat().st_size, "sha256": hashlib.sha256((folder / p).read_bytes()).hexdigest()} for p in FILES]


def products_of(encoder):
    """What is multiplied in int8, {key: module}. What enters q enters k and v too."""
    products = {}
    for i, layer in enumerate(encoder.layers):
        products.update({f"{i}.qkv": layer.q, f"{i}.out": layer.out, f"{i}.up": layer.up, f"{i}.down": layer.down})
    return products


def main(weights):
    saved = torch.load(weights)
    labels = saved["labels"]
    model = Embedder(public_encoder(), labels=len(labels))
    model.load_state_dict(saved["model"])
    model.eval()
    texts = Texts()
    with torch.no_grad():
        trained = understood(model, texts, GOLDEN, MAX_TOKENS).numpy()
    state = {k: v.numpy() for k, v in model.state_dict().items()}
    (FOLDER / "onnx").mkdir(parents=True, exist_ok=True)
    fp32 = Path(weights).with_suffix(".onnx")
    onnx.save(embedder_graph(state, HEADS, None), fp32)
    onnx.save(embedder_graph(state, HEADS, calibrated(model, texts)), FOLDER / FILES[3])
    write_tokenizer(FOLDER, MAX_TOKENS)
    int8, full = session(FOLDER / FILES[3]), session(fp32)
    vectors, logits = run(int8, texts, GOLDEN)
    exact, exact_logits = run(full, texts, GOLDEN)
    print("the graph against the program that trained it: largest logit difference", np.abs(trained - exact_logits).max())
    print("int8 against fp32: least cosine", (vectors * exact).sum(1).min(), "largest logit difference", np.abs(logits - exact_logits).max())
    cases = [{"text": t, "input_ids": texts.batch([t], MAX_TOKENS)[0][0].tolist(), "vector": [round(float(x), 5) for x in v],
              "understanding": [round(float(x), 4) for x in u]} for t, v, u in zip(GOLDEN, vectors, logits)]
    write(FOLDER / "golden.json", {"model": MODEL_ID, "tolerance": 0.02, "logit_tolerance": 0.3, "cases": cases})
    cuts = thresholds.chosen(lambda strings: run(int8, texts, strings)[1])
    print("thresholds", json.dumps(cuts))
    write(FOLDER / "manifest.json", {
        "id": MODEL_ID, "kind": "reader", "format": 1, "files": files_of(FOLDER), "dtype": "q8", "max_tokens": MAX_TOKENS, "dimensions": 384,
        "pooling": "sentence_embedding",
        "labels": labels, "thresholds": cuts,
        "self_test": {"text": GOLDEN[0], "first_8": cases[0]["vector"][:8], "tolerance": 0.02}})
    print("wrote", FOLDER, files_of(FOLDER)[3]["bytes"])


if __name__ == "__main__":
    main(*sys.argv[1:])
