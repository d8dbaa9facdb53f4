"""The BERT encoder of multilingual-e5-small as an ONNX graph, without torch.

Standard operators only, so that any runtime takes it; query, key and value share one multiplication.
Source: Devlin et al., "BERT", NAACL 2019 (post-norm layers, exact GELU).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from services.inference.e5.wheel import Floats, Shape

OPSET = 20
IR_VERSION = 10
_MASKED = -1e4
DENSE = ".matmul"
"""Ending of the names of the nodes that multiply by the layers' weights."""


@dataclass(slots=True)
class Layer:
    """Weights of one encoder layer; matrices are output × input, as BERT stores them."""

    query_key_value: Floats
    query_key_value_bias: Floats
    attended: Floats
    attended_bias: Floats
    attended_norm: tuple[Floats, Floats]
    inner: Floats
    inner_bias: Floats
    outer: Floats
    outer_bias: Floats
    outer_norm: tuple[Floats, Floats]


@dataclass(slots=True)
class Graph:
    """A graph under construction: nodes and constants, with fresh names given out by `apply`."""

    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: list[onnx.TensorProto] = field(default_factory=list)

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        """Add a constant and return its name."""
        self.constants.append(numpy_helper.from_array(np.asarray(value, order="C"), name))
        return name

    def apply(self, operator: str, *inputs: str, name: str = "", outputs: int = 1, **attributes: Any) -> str:  # noqa: ANN401  # as ONNX
        """Add a node; return the name of its first output (further ones end in .1, .2 …)."""
        name = name or f"{operator}.{len(self.nodes)}"
        names = [name, *(f"{name}.{i}" for i in range(1, outputs))]
        self.nodes.append(helper.make_node(operator, list(inputs), names, name=name, **attributes))
        return name

    def model(
        self, name: str, inputs: Mapping[str, tuple[int, list[str | int]]], outputs: Sequence[str]
    ) -> onnx.ModelProto:
        """Close the graph. `inputs` gives element type and shape by name; outputs are FP32."""
        made = helper.make_graph(
            self.nodes,
            name,
            [helper.make_tensor_value_info(key, kind, dims) for key, (kind, dims) in inputs.items()],
            [helper.make_tensor_value_info(key, TensorProto.FLOAT, None) for key in outputs],
            self.constants,
        )
        return helper.make_model(
            made, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="sextant", ir_version=IR_VERSION
        )


def attention_bias(graph: Graph, mask: str) -> str:
    """Turn a mask (batch × tokens, INT64, 1 = token) into the term added to attention: 0 or a large negative number."""
    keep = graph.apply("Cast", mask, to=TensorProto.FLOAT)
    drop = graph.apply("Sub", graph.constant("one", np.array(1, np.float32)), keep)
    bias = graph.apply("Mul", drop, graph.constant("masked", np.array(_MASKED, np.float32)))
    return graph.apply("Unsqueeze", bias, graph.constant("mask_axes", np.array([1, 2], np.int64)))


def encoder(graph: Graph, hidden: str, *, bias: str, layers: Sequence[Layer], shape: Shape) -> str:
    """Add the layers; `hidden` is batch × tokens × hidden. Returns the name of the last hidden state."""
    split = graph.constant("split", np.array([0, 0, 3, shape.heads, shape.hidden // shape.heads], np.int64))
    merge = graph.constant("merge", np.array([0, 0, shape.hidden], np.int64))
    graph.constant("first_axis", np.array([0], np.int64))
    for number, layer in enumerate(layers):
        hidden = _layer(graph, hidden, _Named(f"l{number}", layer, shape, bias, split, merge))
    return hidden


@dataclass(frozen=True, slots=True)
class _Named:
    name: str
    weights: Layer
    shape: Shape
    bias: str
    split: str
    merge: str


def _layer(graph: Graph, hidden: str, layer: _Named) -> str:
    weights, name, epsilon = layer.weights, layer.name, layer.shape.epsilon
    attended = _attention(graph, hidden, layer)
    attended = _dense(graph, attended, name=f"{name}.attended", weights=(weights.attended, weights.attended_bias))
    attended = graph.apply("Add", hidden, attended)
    hidden = _norm(graph, attended, name=f"{name}.attended_norm", weights=weights.attended_norm, epsilon=epsilon)
    inner = _dense(graph, hidden, name=f"{name}.inner", weights=(weights.inner, weights.inner_bias))
    inner = graph.apply("Gelu", inner, approximate="none")
    outer = _dense(graph, inner, name=f"{name}.outer", weights=(weights.outer, weights.outer_bias))
    outer = graph.apply("Add", hidden, outer)
    return _norm(graph, outer, name=f"{name}.outer_norm", weights=weights.outer_norm, epsilon=epsilon)


def _attention(graph: Graph, hidden: str, layer: _Named) -> str:
    weights, shape = layer.weights, layer.shape
    scaled, scaled_bias = weights.query_key_value.copy(), weights.query_key_value_bias.copy()
    scaled[: shape.hidden] /= np.sqrt(shape.hidden // shape.heads)
    scaled_bias[: shape.hidden] /= np.sqrt(shape.hidden // shape.heads)
    joined = _dense(graph, hidden, name=f"{layer.name}.qkv", weights=(scaled, scaled_bias))
    heads = graph.apply("Transpose", graph.apply("Reshape", joined, layer.split), perm=[2, 0, 3, 1, 4])
    parts = graph.apply("Split", heads, name=f"{layer.name}.parts", outputs=3, axis=0, num_outputs=3)
    query, key, value = (graph.apply("Squeeze", part, "first_axis") for part in (parts, f"{parts}.1", f"{parts}.2"))
    scores = graph.apply("MatMul", query, graph.apply("Transpose", key, perm=[0, 1, 3, 2]))
    weighed = graph.apply("Softmax", graph.apply("Add", scores, layer.bias), axis=-1)
    context = graph.apply("Transpose", graph.apply("MatMul", weighed, value), perm=[0, 2, 1, 3])
    return graph.apply("Reshape", context, layer.merge)


def _dense(graph: Graph, value: str, *, name: str, weights: tuple[Floats, Floats]) -> str:
    matrix, bias = weights
    weight = graph.constant(f"{name}.weight", matrix.T.astype(np.float32))
    product = graph.apply("MatMul", value, weight, name=name + DENSE)
    return graph.apply("Add", product, graph.constant(f"{name}.bias", bias.astype(np.float32)))


def _norm(graph: Graph, value: str, *, name: str, weights: tuple[Floats, Floats], epsilon: float) -> str:
    scale = graph.constant(f"{name}.scale", weights[0].astype(np.float32))
    shift = graph.constant(f"{name}.shift", weights[1].astype(np.float32))
    return graph.apply("LayerNormalization", value, scale, shift, axis=-1, epsilon=epsilon)
