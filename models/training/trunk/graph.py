"""The ONNX graph of the trunk: fp32, or int8 weights and uint8 activations at fixed scales, so that a score does not depend on its batch."""
import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper

sys.path.append(str(Path(__file__).resolve().parent.parent))
from onnx_graph import MS, Graph  # noqa: E402  shared with reranker and embedder
from trunk import SAFETY_LABELS  # noqa: E402

EPSILON = 1e-12


class TrunkGraph(Graph):
    def __init__(self, state, heads, scales):
        super().__init__(state, heads, scales, weight_range=63)
        self.layers = 1 + max(int(k.split(".")[2]) for k in state if k.startswith("encoder.layers."))

    def of(self, name):
        return self.constant(self.state[name].astype(np.float32), name)

    def skip_norm(self, branch, skip, name):
        normed = self.value()
        self.nodes.append(helper.make_node("SkipLayerNormalization", [branch, skip, self.of(f"{name}.weight"), self.of(f"{name}.bias")],
                                           [normed], domain=MS, epsilon=EPSILON))
        return normed

    def encode(self, with_types=False):
        """[batch, length, hidden]; without types every token is of type 0."""
        s = {k[len("encoder."):]: v for k, v in self.state.items() if k.startswith("encoder.")}
        x = self.rows(s["tokens.weight"])
        length = self.add("Shape", ["input_ids"], start=1, end=2)
        start, along = self.constant(np.array([0], dtype=np.int64)), self.constant(np.array([0], dtype=np.int64))
        positions = self.add("Slice", [self.constant(s["positions.weight"]), start, length, along])
        x = self.add("Add", [x, positions])
        types = s["types.weight"]
        x = self.add("Add", [x, self.add("Gather", [self.constant(types), "token_type_ids"]) if with_types else self.constant(types[0])])
        x = self.add("LayerNormalization", [x, self.of("encoder.norm0.weight"), self.of("encoder.norm0.bias")], axis=-1, epsilon=EPSILON)
        mask = self.add("Cast", ["attention_mask"], to=TensorProto.INT32)
        for i in range(self.layers):
            at = f"layers.{i}"
            weight = np.concatenate([s[f"{at}.{n}.weight"] for n in "qkv"])
            bias = np.concatenate([s[f"{at}.{n}.bias"] for n in "qkv"])
            q, k, v = self.add("Split", [self.product(x, f"{i}.qkv", weight, bias)], outputs=3, axis=2)
            attended = self.add("MultiHeadAttention", [q, k, v, "", mask], domain=MS, num_heads=self.heads)
            x = self.skip_norm(self.product(attended, f"{i}.out", s[f"{at}.out.weight"], s[f"{at}.out.bias"]), x, f"encoder.{at}.norm1")
            inner = self.add("Gelu", [self.product(x, f"{i}.up", s[f"{at}.up.weight"], s[f"{at}.up.bias"])], domain=MS)
            x = self.skip_norm(self.product(inner, f"{i}.down", s[f"{at}.down.weight"], s[f"{at}.down.bias"]), x, f"encoder.{at}.norm2")
        return x


def _input(name):
    return helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])


def embedder_graph(state, heads, scales):
    g = TrunkGraph(state, heads, scales)
    x = g.encode()
    mask = g.add("Cast", ["attention_mask"], to=TensorProto.FLOAT)
    one = g.constant(np.array([1], dtype=np.int64))
    rows = g.add("Unsqueeze", [mask, one])
    total = g.add("Squeeze", [g.add("MatMul", [rows, x]), one])
    mean = g.add("Div", [total, g.add("ReduceSum", [mask, one], keepdims=1)])
    length = g.add("Max", [g.add("ReduceL2", [mean], axes=[1], keepdims=1), g.constant(np.array([1e-12], dtype=np.float32))])
    g.rename(x, "last_hidden_state")
    g.rename(g.add("Div", [mean, length]), "sentence_embedding")
    read = g.add("Gelu", [g.add("Gemm", [mean, g.of("read.weight"), g.of("read.bias")], transB=1)], domain=MS)
    labels = g.add("Gemm", [read, g.of("heads.weight"), g.of("heads.bias")], transB=1)
    # Each safety category reads the mean of the tokens that it looks at, as in `Embedder.understand`.
    looks = g.add("Add", [g.add("MatMul", [x, g.constant(state["attend.weight"].T.copy())]), g.of("attend.bias")])
    away = g.add("Mul", [g.add("Sub", [mask, g.constant(np.float32(1))]), g.constant(np.float32(1e9))])
    looks = g.add("Add", [looks, g.add("Unsqueeze", [away, g.constant(np.array([2], dtype=np.int64))])])
    shares = g.add("Transpose", [g.add("Softmax", [looks], axis=1)], perm=[0, 2, 1])
    looked = g.add("MatMul", [g.add("MatMul", [shares, x]), g.constant(state["read.weight"].T.copy())])
    looked = g.add("Gelu", [g.add("Add", [looked, g.of("read.bias")])], domain=MS)
    safety = g.add("Mul", [looked, g.constant(state["heads.weight"][:SAFETY_LABELS].copy())])
    safety = g.add("ReduceSum", [safety, g.constant(np.array([2], dtype=np.int64))], keepdims=0)
    safety = g.add("Add", [safety, g.constant(state["heads.bias"][:SAFETY_LABELS].copy())])
    first, end, along = (g.constant(np.array([n], dtype=np.int64)) for n in (SAFETY_LABELS, state["heads.bias"].shape[0], 1))
    g.rename(g.add("Concat", [safety, g.add("Slice", [labels, first, end, along])], axis=1), "understanding")
    hidden, labels = state["read.weight"].shape[1], state["heads.weight"].shape[0]
    info = helper.make_tensor_value_info
    return g.model([_input("input_ids"), _input("attention_mask")],
                   [info("last_hidden_state", TensorProto.FLOAT, ["batch", "length", hidden]),
                    info("sentence_embedding", TensorProto.FLOAT, ["batch", hidden]),
                    info("understanding", TensorProto.FLOAT, ["batch", labels])])


def matcher_graph(state, heads, scales):
    g = TrunkGraph(state, heads, scales)
    x = g.encode(with_types=True)
    one = g.constant(np.array([1], dtype=np.int64))
    least = g.constant(np.array([1e-12], dtype=np.float32))
    question = g.add("Cast", ["token_type_ids"], to=TensorProto.FLOAT)
    message = g.add("Sub", [g.add("Cast", ["attention_mask"], to=TensorProto.FLOAT), question])

    def side(share):
        total = g.add("Squeeze", [g.add("MatMul", [g.add("Unsqueeze", [share, one]), x]), one])
        return g.add("Div", [total, g.add("Max", [g.add("ReduceL2", [total], axes=[1], keepdims=1), least])])

    message, question = side(message), side(question)
    product = g.add("Mul", [message, question])
    difference = g.add("Abs", [g.add("Sub", [message, question])])
    wide = g.add("Mul", [product, g.constant(np.float32(state["read.weight"].shape[0] ** 0.5))])
    both = g.add("Concat", [message, question, wide, difference], axis=1)
    # Half as large, and no logit changes by more than a thousandth.
    weight = g.add("Cast", [g.constant(state["read.weight"].astype(np.float16))], to=TensorProto.FLOAT)
    read = g.add("Gelu", [g.add("Gemm", [both, weight, g.of("read.bias")], transB=1)], domain=MS)
    learnt = g.add("Gemm", [read, g.of("score.weight"), g.of("score.bias")], transB=1)
    cosine = g.add("Mul", [g.add("ReduceSum", [product, one], keepdims=1), g.of("cosine")])
    g.rename(g.add("Add", [learnt, cosine]), "logits")
    return g.model([_input("input_ids"), _input("attention_mask"), _input("token_type_ids")],
                   [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])])
