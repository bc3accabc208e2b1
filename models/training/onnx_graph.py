"""What every exported graph is made of: constants, named values, int8 weights and uint8 activations at fixed scales."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

MS = "com.microsoft"


def quantise_rows(table):
    scale = np.maximum(np.abs(table).max(1, keepdims=True), 1e-8) / 127
    return np.clip(np.round(table / scale), -127, 127).astype(np.int8), scale.astype(np.float32)


class Graph:
    """`state` are weights as numpy arrays; `scales` the activation scales by product, or None for fp32."""

    def __init__(self, state, heads, scales, weight_range):
        self.state, self.heads, self.scales, self.range = state, heads, scales, weight_range
        self.nodes, self.constants, self.count = [], {}, 0

    def constant(self, value, name=None):
        name = name or f"c{len(self.constants)}"
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.array(value, order="C"), name)
        return name

    def value(self):
        self.count += 1
        return f"v{self.count}"

    def add(self, op, inputs, outputs=1, domain="", **attributes):
        names = [self.value() for _ in range(outputs)]
        self.nodes.append(helper.make_node(op, inputs, names, domain=domain, **attributes))
        return names[0] if outputs == 1 else names

    def rename(self, value, name):
        self.nodes.append(helper.make_node("Identity", [value], [name]))

    def rows(self, table, ids="input_ids"):
        """The rows of `ids`; in int8, codes and a scale for each row."""
        if self.scales is None:
            return self.add("Gather", [self.constant(table), ids])
        codes, scale = quantise_rows(table)
        x = self.add("Cast", [self.add("Gather", [self.constant(codes), ids])], to=TensorProto.FLOAT)
        return self.add("Mul", [x, self.add("Gather", [self.constant(scale), ids])])

    def product(self, x, key, weight, bias):
        """x times weight plus bias; in int8 at the activation scale of `key`."""
        if self.scales is None:
            return self.add("Add", [self.add("MatMul", [x, self.constant(weight.T)]), self.constant(bias)])
        scale, zero = self.scales[key]
        a_scale, a_zero = self.constant(np.float32(scale)), self.constant(np.uint8(zero))
        w_scale = np.maximum(np.abs(weight).max(1), 1e-8) / self.range
        codes = np.clip(np.round(weight / w_scale[:, None]), -self.range, self.range).astype(np.int8)
        x = self.add("QuantizeLinear", [x, a_scale, a_zero])
        w_zero = self.constant(np.zeros(len(w_scale), dtype=np.int8), f"zero{len(w_scale)}")
        return self.add("MatMulIntegerToFloat", [x, self.constant(codes.T), a_scale, self.constant(w_scale.astype(np.float32)),
                                                 a_zero, w_zero, self.constant(bias)], domain=MS)

    def model(self, inputs, outputs):
        graph = helper.make_graph(self.nodes, "phasewise", inputs, outputs, list(self.constants.values()))
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(MS, 1)],
                                  producer_name="phasewise", ir_version=8)
        onnx.checker.check_model(model)
        return model
