"""The ONNX graph of an encoder with a head, in fp32 or with int8 weights and uint8 activations at fixed scales."""
import numpy as np
from onnx import TensorProto, helper

from model import APART_SCALE, SAME_SCALE
from onnx_graph import MS, Graph


class EncoderGraph(Graph):
    """`state` are the encoder's weights as numpy arrays; `scales` the activation scales, or None for fp32."""

    def __init__(self, state, heads, scales, weight_range=127):
        super().__init__(state, heads, scales, weight_range)
        self.layers = 1 + max(int(k.split(".")[1]) for k in state if k.startswith("layers."))
        self.hidden = state["norm.weight"].shape[0]

    def embedding(self, with_types):
        x = self.rows(self.state["tokens.weight"])
        types = self.state["types.weight"]
        if with_types:
            x = self.add("Add", [x, self.add("Gather", [self.constant(types), "token_type_ids"])])
        else:
            x = self.add("Add", [x, self.constant(types[0])])
        return self.norm(x, "norm0")

    def norm(self, x, name):
        gamma, beta = self.constant(self.state[f"{name}.weight"], f"{name}.g"), self.constant(self.state[f"{name}.bias"], f"{name}.b")
        return self.add("LayerNormalization", [x, gamma, beta], axis=-1, epsilon=1e-5)

    def skip_norm(self, branch, skip, name):
        """The norm of branch + skip, and the sum itself."""
        gamma, beta = self.constant(self.state[f"{name}.weight"], f"{name}.g"), self.constant(self.state[f"{name}.bias"], f"{name}.b")
        normed, total = self.value(), self.value()
        self.nodes.append(helper.make_node("SkipLayerNormalization", [branch, skip, gamma, beta], [normed, "", "", total], domain=MS, epsilon=1e-5))
        return normed, total

    def linear(self, x, layer, name):
        at = f"{layer}.{name}"
        return self.product(x, at, self.state[f"layers.{at}.weight"], self.state[f"layers.{at}.bias"])

    def relative(self):
        """A function from layer to its position bias for the actual length.

        The bias for the longest input is gathered from constants alone, so that the runtime folds it once when it loads the model and a run
        only cuts it to its length. Gathering in every run took a fifth of a pair's time; a folded table in the file would add half to its size.
        """
        table = self.state["relative"]
        reach = table.shape[2] // 2
        at = np.arange(256)
        index = self.constant((np.clip(at[None, :] - at[:, None], -reach, reach) + reach).astype(np.int32))
        length = self.add("Shape", ["input_ids"], start=1, end=2)
        start, end = self.constant(np.array([0, 0], dtype=np.int64)), self.add("Concat", [length, length], axis=0)
        axes = self.constant(np.array([2, 3], dtype=np.int64))

        def bias(layer):
            longest = self.add("Gather", [self.constant(table[layer][None]), index], axis=2)
            return self.add("Slice", [longest, start, end, axes])
        return bias

    def first(self, x, axis):
        """The first token's part of x, which `axis` runs along."""
        zero, one, along = (self.constant(np.array([n], dtype=np.int64)) for n in (0, 1, axis))
        return self.add("Slice", [x, zero, one, along])

    def encode(self, with_types, first_only):
        """(what the last layer reads, what it makes of it): [batch, length, hidden] both, or the latter [batch, 1, hidden] with `first_only`."""
        x = self.embedding(with_types)
        mask = self.add("Cast", ["attention_mask"], to=TensorProto.INT32)
        relative = self.relative()
        normed = self.norm(x, "layers.0.norm1")
        for i in range(self.layers):
            read = normed
            q, k, v = self.add("Split", [self.linear(read, i, "qkv")], outputs=3, axis=2)
            bias = relative(i)
            if first_only and i + 1 == self.layers:
                q, x, bias = self.first(q, 1), self.first(x, 1), self.first(bias, 2)
            attended = self.add("MultiHeadAttention", [q, k, v, "", mask, bias], domain=MS, num_heads=self.heads)
            normed, x = self.skip_norm(self.linear(attended, i, "out"), x, f"layers.{i}.norm2")
            inner = self.add("Gelu", [self.linear(normed, i, "up")], domain=MS)
            following = f"layers.{i + 1}.norm1" if i + 1 < self.layers else "norm"
            normed, x = self.skip_norm(self.linear(inner, i, "down"), x, following)
        return read, normed

    def total(self, x, weights):
        """The weighted sum of a text's vectors: x [batch, length, hidden], weights [batch, length]."""
        rows = self.add("Unsqueeze", [weights, self.constant(np.array([1], dtype=np.int64))])
        return self.add("Squeeze", [self.add("MatMul", [rows, x]), self.constant(np.array([1], dtype=np.int64))])

    def direction(self, x):
        """The vector's direction; that of no vector is zero."""
        length = self.add("Max", [self.add("ReduceL2", [x], axes=[1], keepdims=1), self.constant(np.array([1e-12], dtype=np.float32))])
        return self.add("Div", [x, length])

    def floats(self, name):
        return self.add("Cast", [name], to=TensorProto.FLOAT)


def _input(name):
    return helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])


def reranker_graph(state, heads, scales, weight_range=127):
    encoder = {k[len("encoder."):]: v for k, v in state.items() if k.startswith("encoder.")}
    g = EncoderGraph(encoder, heads, scales, weight_range)
    x, last = g.encode(with_types=True, first_only=True)
    first = g.add("Squeeze", [last, g.constant(np.array([1], dtype=np.int64))])
    odd = g.add("Cast", [g.add("Mod", ["token_type_ids", g.constant(np.array(2, dtype=np.int64))])], to=TensorProto.FLOAT)
    mask = g.floats("attention_mask")
    passage = g.add("Mul", [odd, mask])
    q, d = (g.direction(g.total(x, side)) for side in (g.add("Sub", [mask, passage]), passage))
    same = g.add("Mul", [q, d])
    pooled = g.add("Concat", [first, g.add("Mul", [same, g.constant(np.float32(SAME_SCALE))]),
                              g.add("Mul", [g.add("Sub", [q, d]), g.constant(np.float32(APART_SCALE))])], axis=1)
    pooled = g.add("Tanh", [g.add("Gemm", [pooled, g.constant(state["pool.weight"]), g.constant(state["pool.bias"])], transB=1)])
    near = g.add("Mul", [g.add("ReduceSum", [same, g.constant(np.array([1], dtype=np.int64))], keepdims=1), g.constant(state["near"], "near")])
    read = g.add("Gemm", [pooled, g.constant(state["score.weight"]), g.constant(state["score.bias"])], transB=1)
    g.rename(g.add("Add", [read, near]), "logits")
    return g.model([_input("input_ids"), _input("attention_mask"), _input("token_type_ids")],
                   [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])])


def embedder_graph(state, heads, scales, weight_range=127):
    encoder = {k[len("encoder."):]: v for k, v in state.items() if k.startswith("encoder.")}
    g = EncoderGraph(encoder, heads, scales, weight_range)
    _, x = g.encode(with_types=False, first_only=False)
    mask = g.floats("attention_mask")
    read, words = g.direction(g.total(x, mask)), g.direction(g.total(g.rows(state["words.weight"]), mask))
    g.rename(x, "last_hidden_state")
    g.rename(g.direction(g.add("Add", [read, g.add("Mul", [words, g.constant(state["share"])])])), "sentence_embedding")
    return g.model([_input("input_ids"), _input("attention_mask")],
                   [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "length", g.hidden]),
                    helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", g.hidden])])
