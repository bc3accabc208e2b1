"""The shipped reranker turned back into fp32, for those who want to compare with it: plain.py OUT_DIR [MODEL_DIR]

OUT_DIR becomes a folder in transformers.js layout. Its weights are those of the int8 file, de-quantised (codes times scale), so the
calibration of relevance is in them and only the rounding of activations is left as a difference.
    onnx/model.onnx         as torch.onnx.export writes the PyTorch model, all tokens through all layers as in any BERT: what one gets without further thought
    onnx/model_fused.onnx   the shipped graph with fp32 products: attention, GELU and norms already fused
    onnx/product.onnx       one uint8 by int8 matrix product, [rows, 1024] by [1024, 1024]: how fast this machine's int8 kernels are
"""
import os
import shutil
import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from common import HERE, load_config
from graph import reranker_graph
from model import Reranker, build_encoder

LINEARS = ("qkv", "out", "up", "down")
OPSET = 17
PRODUCT_SIZE = 1024


def node_of(nodes, what, test):
    found = [n for n in nodes if test(n)]
    if len(found) != 1:
        raise ValueError(f"the graph has {len(found)} places for {what}, not 1: was it written by another graph.py?")
    return found[0]


def state_of(model):
    """Weights by the names of model.Reranker. ValueError where the graph is not one of graph.py's int8 rerankers."""
    value = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
    nodes = model.graph.node
    gathers = [n for n in nodes if n.op_type == "Gather" and n.input[0] in value]
    table = node_of(gathers, "token codes", lambda n: n.input[1] == "input_ids" and value[n.input[0]].dtype == np.int8)
    scale = node_of(gathers, "token scales", lambda n: n.input[1] == "input_ids" and value[n.input[0]].dtype == np.float32)
    types = node_of(gathers, "segments", lambda n: n.input[1] == "token_type_ids")
    relative = [value[n.input[0]] for n in gathers if value[n.input[0]].ndim == 3]
    state = {"encoder.tokens.weight": value[table.input[0]].astype(np.float32) * value[scale.input[0]],
             "encoder.types.weight": value[types.input[0]],
             "encoder.relative": np.concatenate(relative), "near": value["near"]}
    for name in value:
        if name.endswith((".g", ".b")):
            state[f"encoder.{name[:-2]}.{'weight' if name.endswith('.g') else 'bias'}"] = value[name]
    products = [n for n in nodes if n.op_type == "MatMulIntegerToFloat"]
    if len(products) != len(relative) * len(LINEARS):
        raise ValueError(f"{len(products)} int8 products for {len(relative)} layers: was it written by another graph.py?")
    for i, n in enumerate(products):
        name = f"encoder.layers.{i // len(LINEARS)}.{LINEARS[i % len(LINEARS)]}"
        state[f"{name}.weight"] = value[n.input[1]].T.astype(np.float32) * value[n.input[3]][:, None]
        state[f"{name}.bias"] = value[n.input[6]]
    gemms = [n for n in nodes if n.op_type == "Gemm"]
    for name, n in zip(("pool", "score"), gemms):
        state[f"{name}.weight"], state[f"{name}.bias"] = value[n.input[1]], value[n.input[2]]
    return {k: np.array(v) for k, v in state.items()}


class WithColumn(torch.nn.Module):
    """Logits as [batch, 1], as sequence classifiers have them."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.model(input_ids, attention_mask, token_type_ids, rows=input_ids.shape[1])[:, None]


def export_plain(state, model_config, path):
    model = Reranker(build_encoder({"model": model_config, "compute_dtype": "float32"})).eval()
    model.load_state_dict({k: torch.from_numpy(v) for k, v in state.items()})
    names = ["input_ids", "attention_mask", "token_type_ids"]
    example = tuple(torch.ones(2, 9, dtype=torch.int64) for _ in names)
    axes = {name: {0: "batch", 1: "length"} for name in names}
    torch.onnx.export(WithColumn(model), example, path, input_names=names, output_names=["logits"],
                      dynamic_axes={**axes, "logits": {0: "batch"}}, opset_version=OPSET)


def int8_product(size):
    weights = np.random.default_rng(1).integers(-63, 64, (size, size)).astype(np.int8)
    graph = helper.make_graph([helper.make_node("MatMulInteger", ["a", "b"], ["y"])], "product",
                              [helper.make_tensor_value_info("a", TensorProto.UINT8, ["rows", size])],
                              [helper.make_tensor_value_info("y", TensorProto.INT32, ["rows", size])],
                              [numpy_helper.from_array(weights, "b")])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)


def main(out, folder=os.path.join(HERE, "..", "reranker")):
    config = load_config(os.path.join(HERE, "config", "base.json"))["model"]
    state = state_of(onnx.load(os.path.join(folder, "onnx", "model_quantized.onnx")))
    os.makedirs(os.path.join(out, "onnx"), exist_ok=True)
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json"):
        shutil.copyfile(os.path.join(folder, name), os.path.join(out, name))
    export_plain(state, config, os.path.join(out, "onnx", "model.onnx"))
    onnx.save(reranker_graph(state, config["heads"], None), os.path.join(out, "onnx", "model_fused.onnx"))
    onnx.save(int8_product(PRODUCT_SIZE), os.path.join(out, "onnx", "product.onnx"))
    print("wrote", out)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
