"""The ONNX graph of the trunk: fp32, or int8 weights and uint8 activations at fixed scales, so that a score does not depend on its batch."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

MS = "com.microsoft"
EPSILON = 1e-12


class Graph:
    """`state` are weights as numpy arrays; `scales` the activation scales by product, or None for fp32."""

    def __init__(self, state, heads, scales, weight_range=63):
        self.state, self.heads, self.scales, self.range = state, heads, scales, weight_range
        self.layers = 1 + max(int(k.split(".")[2]) for k in state if k.startswith("encoder.layers."))
        self.nodes, self.constants, self.count = [], {}, 0

    def constant(self, value, name=None):
        name = name or f"c{len(self.constants)}"
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.array(value, order="C"), name)
        return name

    def add(self, op, inputs, outputs=1, domain="", **attributes):
        names = [f"v{self.count + i + 1}" for i in range(outputs)]
        self.count += outputs
        self.nodes.append(helper.make_node(op, inputs, names, domain=domain, **attributes))
        return names[0] if outputs == 1 else names

    def named(self, value, name):
        self.nodes.append(helper.make_node("Identity", [value], [name]))

    def of(self, name):
        return self.constant(self.state[name].astype(np.float32), name)

    def rows(self, table, ids):
        if self.scales is None:
            return self.add("Gather", [self.constant(table), ids])
        scale = np.maximum(np.abs(table).max(1, keepdims=True), 1e-8) / 127
        codes = self.constant(np.clip(np.round(table / scale), -127, 127).astype(np.int8))
        x = self.add("Cast", [self.add("Gather", [codes, ids])], to=TensorProto.FLOAT)
        return self.add("Mul", [x, self.add("Gather", [self.constant(scale.astype(np.float32)), ids])])

    def linear(self, x, key, weight, bias):
        if self.scales is None or key not in self.scales:
            return self.add("Add", [self.add("MatMul", [x, self.constant(weight.T)]), self.constant(bias)])
        scale, zero = self.scales[key]
        a_scale, a_zero = self.constant(np.float32(scale)), self.constant(np.uint8(zero))
        w_scale = np.maximum(np.abs(weight).max(1), 1e-8) / self.range
        codes = np.clip(np.round(weight / w_scale[:, None]), -self.range, self.range).astype(np.int8)
        x = self.add("QuantizeLinear", [x, a_scale, a_zero])
        w_zero = self.constant(np.zeros(len(w_scale), dtype=np.int8), f"zero{len(w_scale)}")
        return self.add("MatMulIntegerToFloat", [x, self.constant(codes.T), a_scale, self.constant(w_scale.astype(np.float32)),
                                                 a_zero, w_zero, self.constant(bias)], domain=MS)

    def skip_norm(self, branch, skip, name):
        self.count += 1
        normed = f"v{self.count}"
        self.nodes.append(helper.make_node("SkipLayerNormalization", [branch, skip, self.of(f"{name}.weight"), self.of(f"{name}.bias")],
                                           [normed], domain=MS, epsilon=EPSILON))
        return normed

    def first(self, x):
        zero, one, along = (self.constant(np.array([n], dtype=np.int64)) for n in (0, 1, 1))
        return self.add("Slice", [x, zero, one, along])

    def encode(self, with_types=False, first_only=False):
        """[batch, length, hidden], or [batch, 1, hidden] of the first token."""
        s = {k[len("encoder."):]: v for k, v in self.state.items() if k.startswith("encoder.")}
        x = self.rows(s["tokens.weight"], "input_ids")
        length = self.add("Shape", ["input_ids"], start=1, end=2)
        start, along = self.constant(np.array([0], dtype=np.int64)), self.constant(np.array([0], dtype=np.int64))
        positions = self.add("Slice", [self.constant(s["positions.weight"]), start, length, along])
        x = self.add("Add", [x, positions])
        types = self.add("Gather", [self.constant(s["types.weight"]), "token_type_ids"]) if with_types else self.constant(s["types.weight"][0])
        x = self.add("Add", [x, types])
        x = self.add("LayerNormalization", [x, self.of("encoder.norm0.weight"), self.of("encoder.norm0.bias")], axis=-1, epsilon=EPSILON)
        mask = self.add("Cast", ["attention_mask"], to=TensorProto.INT32)
        for i in range(self.layers):
            at = f"layers.{i}"
            weight = np.concatenate([s[f"{at}.{n}.weight"] for n in "qkv"])
            bias = np.concatenate([s[f"{at}.{n}.bias"] for n in "qkv"])
            q, k, v = self.add("Split", [self.linear(x, f"{i}.qkv", weight, bias)], outputs=3, axis=2)
            if first_only and i + 1 == self.layers:
                q, x = self.first(q), self.first(x)
            attended = self.add("MultiHeadAttention", [q, k, v, "", mask], domain=MS, num_heads=self.heads)
            x = self.skip_norm(self.linear(attended, f"{i}.out", s[f"{at}.out.weight"], s[f"{at}.out.bias"]), x, f"encoder.{at}.norm1")
            inner = self.add("Gelu", [self.linear(x, f"{i}.up", s[f"{at}.up.weight"], s[f"{at}.up.bias"])], domain=MS)
            x = self.skip_norm(self.linear(inner, f"{i}.down", s[f"{at}.down.weight"], s[f"{at}.down.bias"]), x, f"encoder.{at}.norm2")
        return x

    def model(self, inputs, outputs):
        graph = helper.make_graph(self.nodes, "phasewise", inputs, outputs, list(self.constants.values()))
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(MS, 1)],
                                  producer_name="phasewise", ir_version=8)
        onnx.checker.check_model(model)
        return model


def _input(name):
    return helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])


def embedder_graph(state, heads, scales):
    g = Graph(state, heads, scales)
    x = g.encode()
    mask = g.add("Cast", ["attention_mask"], to=TensorProto.FLOAT)
    one = g.constant(np.array([1], dtype=np.int64))
    rows = g.add("Unsqueeze", [mask, one])
    total = g.add("Squeeze", [g.add("MatMul", [rows, x]), one])
    mean = g.add("Div", [total, g.add("ReduceSum", [mask, one], keepdims=1)])
    length = g.add("Max", [g.add("ReduceL2", [mean], axes=[1], keepdims=1), g.constant(np.array([1e-12], dtype=np.float32))])
    g.named(x, "last_hidden_state")
    g.named(g.add("Div", [mean, length]), "sentence_embedding")
    read = g.add("Gelu", [g.add("Gemm", [mean, g.of("read.weight"), g.of("read.bias")], transB=1)], domain=MS)
    g.named(g.add("Gemm", [read, g.of("heads.weight"), g.of("heads.bias")], transB=1), "understanding")
    hidden, labels = state["read.weight"].shape[1], state["heads.weight"].shape[0]
    info = helper.make_tensor_value_info
    return g.model([_input("input_ids"), _input("attention_mask")],
                   [info("last_hidden_state", TensorProto.FLOAT, ["batch", "length", hidden]),
                    info("sentence_embedding", TensorProto.FLOAT, ["batch", hidden]),
                    info("understanding", TensorProto.FLOAT, ["batch", labels])])
