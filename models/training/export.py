"""Write a trained model as ONNX (fp32 in the work folder, int8 in the model folder) with tokenizer and configuration."""
import json
import os
import sys

import numpy as np
import onnx
import torch

from batches import padded
from calibrate import Ranges
from common import HERE, load_config, say, seed_everything, work
from graph import embedder_graph, reranker_graph
from model import Embedder, Linear, Reranker, build_encoder, fold_scale
from pair import PairAssembler
from tokenizer import CLS, SEP, Tokenizer, write_tokenizer


FOLDERS = {"reranker": os.path.join(HERE, "..", "reranker"), "embedder": os.path.join(HERE, "..", "embedder")}


def load_trained(config):
    """The finished model in fp32, with the calibration of the reranker folded into its last layer."""
    config = {**config, "compute_dtype": "float32"}
    kind = config["kind"]
    encoder = build_encoder(config, layers=config["layers"])
    model = Reranker(encoder) if kind == "reranker" else Embedder(encoder, with_words=True)
    model.load_state_dict(torch.load(work(config, config["trained"]), map_location="cpu"))
    path = work(config, "calibration.json")
    if kind == "reranker" and os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            fold_scale(model, json.load(f))
    return model.eval()


def sample_inputs(config, tokenizer, n):
    """Sequences like those of use: pairs, or queries and passages alone."""
    rng = np.random.default_rng(config["seed"])
    sources = np.load(work(config, "groups.npy"), allow_pickle=True)[0]
    assemble = PairAssembler(tokenizer)
    for i in range(n):
        name = ("domain", "medquad_qa", "bioasq_passages_train", "title_abstract")[i % 4]
        source = sources[name]
        group = source["groups"][rng.integers(len(source["groups"]))]
        good = source["passages"][group["good"][0][0]].tolist()
        passage = good if rng.random() < 0.5 else source["passages"][rng.integers(len(source["passages"]))].tolist()
        if config["kind"] == "reranker":
            yield assemble(group["query"], passage, 192)
        else:
            ids = (group["query"] if rng.random() < 0.4 else passage)[:config["max_tokens"] - 2]
            yield [CLS] + list(ids) + [SEP], [0] * (len(ids) + 2)


def activation_scales(model, config, tokenizer, batches=16, size=16):
    products = {f"{i}.{name}": getattr(layer, name) for i, layer in enumerate(model.encoder.layers) for name in ("qkv", "out", "up", "down")}
    ranges = Ranges(products)
    inputs = list(sample_inputs(config, tokenizer, batches * size))
    with torch.no_grad():
        for i in range(batches):
            ids, mask, types = padded(inputs[i * size:(i + 1) * size], "cpu")
            ranges.mask = mask
            model(ids, mask, types) if config["kind"] == "reranker" else model(ids, mask)
    ranges.close()
    return ranges.scales()


def model_config(config):
    m, kind = config["model"], config["kind"]
    value = {"model_type": "bert", "architectures": ["BertForSequenceClassification" if kind == "reranker" else "BertModel"],
             "vocab_size": m["vocab_size"], "hidden_size": m["hidden"], "num_hidden_layers": config["layers"],
             "num_attention_heads": m["heads"], "intermediate_size": m["ffn"], "hidden_act": "gelu", "max_position_embeddings": 256,
             "position_embedding_type": "relative_bias", "type_vocab_size": m["types"], "pad_token_id": 0, "layer_norm_eps": 1e-5}
    if kind == "reranker":
        value.update(num_labels=1, id2label={"0": "relevance"}, label2id={"relevance": 0})
    return value


def main(path):
    config = load_config(path)
    seed_everything(config["seed"])
    torch.set_num_threads(2)
    folder = FOLDERS[config["kind"]]
    os.makedirs(os.path.join(folder, "onnx"), exist_ok=True)
    tokenizer = Tokenizer.load(work(config, "vocab.txt"))
    model = load_trained(config)
    assert Linear.compute == torch.float32
    state = {k: v.numpy() for k, v in model.state_dict().items()}
    build = reranker_graph if config["kind"] == "reranker" else embedder_graph
    heads = config["model"]["heads"]
    onnx.save(build(state, heads, None), work(config, config["kind"], "model.onnx"))
    scales = activation_scales(model, config, tokenizer)
    target = os.path.join(folder, "onnx", "model_quantized.onnx")
    onnx.save(build(state, heads, scales, config["weight_range"]), target)
    write_tokenizer(folder, tokenizer.vocab, config["max_tokens"])
    with open(os.path.join(folder, "config.json"), "w", encoding="utf-8") as f:
        json.dump(model_config(config), f, indent=2)
        f.write("\n")
    say("wrote", target, os.path.getsize(target))


if __name__ == "__main__":
    main(sys.argv[1])
