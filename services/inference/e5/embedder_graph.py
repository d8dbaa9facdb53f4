"""The embedder as one ONNX graph: token ids in, unit vectors out.

The vocabulary stays 4-bit, as the wheel has it, and is unpacked for the tokens at hand only; the layers are quantised
to int8 by `build`. Mean pooling over tokens and L2 normalisation are inside.
Source: Wang et al., "Multilingual E5 Text Embeddings", 2024 (mean pooling, L2).
"""

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto

from services.inference.e5.graph import Graph, Layer, attention_bias, encoder
from services.inference.e5.wheel import BLOCK, Wheel
from services.inference.vocabulary import word_table

IDS, MASK, VECTORS = "input_ids", "attention_mask", "sentence_embedding"
NIBBLES, SCALES = "vocabulary.nibbles", "vocabulary.scales"


def layers_of(wheel: Wheel) -> list[Layer]:
    """The encoder layers of the wheel, in order."""
    return [_layer(wheel, number) for number in range(wheel.shape.layers)]


def _layer(wheel: Wheel, number: int) -> Layer:
    hidden, inner = wheel.shape.hidden, wheel.shape.inner

    def matrix(name: str, rows: int = hidden) -> NDArray[np.float32]:
        return wheel.matrix(f"l{number}.{name}.w", rows)

    def vector(name: str) -> NDArray[np.float32]:
        return wheel.vector(f"l{number}.{name}")

    return Layer(
        query_key_value=np.concatenate([matrix("q"), matrix("k"), matrix("v")]),
        query_key_value_bias=np.concatenate([vector("q.b"), vector("k.b"), vector("v.b")]),
        attended=matrix("ao"),
        attended_bias=vector("ao.b"),
        attended_norm=(vector("aln.w"), vector("aln.b")),
        inner=matrix("fi", inner),
        inner_bias=vector("fi.b"),
        outer=matrix("fo"),
        outer_bias=vector("fo.b"),
        outer_norm=(vector("oln.w"), vector("oln.b")),
    )


def embedder(wheel: Wheel) -> onnx.ModelProto:
    """The whole embedder in FP32 except the vocabulary. Inputs INT64 batch × tokens; output batch × hidden."""
    graph = Graph()
    hidden = token_embeddings(graph, wheel)
    last = encoder(graph, hidden, bias=attention_bias(graph, MASK), layers=layers_of(wheel), shape=wheel.shape)
    _pool(graph, last)
    dims: list[str | int] = ["batch", "tokens"]
    return graph.model("multilingual-e5-small", {k: (TensorProto.INT64, dims) for k in (IDS, MASK)}, [VECTORS])


def token_embeddings(graph: Graph, wheel: Wheel) -> str:
    """Add words + positions + type, normalised: the first hidden state, batch × tokens × hidden."""
    hidden, per_row = wheel.shape.hidden, wheel.shape.hidden // BLOCK
    nibbles, scales = word_table(wheel)
    blocks = graph.constant("block_shape", np.array([0, 0, per_row, BLOCK // 2], np.int64))
    packed = graph.apply("Gather", graph.constant(NIBBLES, nibbles), IDS)
    packed = graph.apply("Reshape", packed, blocks)
    low = graph.apply("BitwiseAnd", packed, graph.constant("low_nibble", np.array(15, np.uint8)))
    high = graph.apply("BitShift", packed, graph.constant("nibble", np.array(4, np.uint8)), direction="RIGHT")
    levels = graph.apply("Cast", graph.apply("Concat", low, high, axis=-1), to=TensorProto.FLOAT)
    levels = graph.apply("Sub", levels, graph.constant("zero_level", np.array(8, np.float32)))
    scale = graph.apply("Cast", graph.apply("Gather", graph.constant(SCALES, scales), IDS), to=TensorProto.FLOAT)
    scale = graph.apply("Unsqueeze", scale, graph.constant("last_axis", np.array([-1], np.int64)))
    words = graph.apply("Mul", levels, scale)
    words = graph.apply("Reshape", words, graph.constant("row_shape", np.array([0, 0, hidden], np.int64)))
    summed = graph.apply("Add", words, _positions(graph, wheel))
    norm = [graph.constant(f"embedding_norm.{part}", wheel.vector(f"emb.ln.{part}")) for part in "wb"]
    return graph.apply("LayerNormalization", summed, *norm, axis=-1, epsilon=wheel.shape.epsilon)


def _positions(graph: Graph, wheel: Wheel) -> str:
    """Position and type embeddings of as many tokens as the input has."""
    table = wheel.matrix("emb.pos", wheel.shape.positions) + wheel.matrix("emb.type", 2)[0]
    zero, one, two = (graph.constant(f"index_{n}", np.array([n], np.int64)) for n in range(3))
    length = graph.apply("Slice", graph.apply("Shape", IDS), one, two, zero)
    return graph.apply("Slice", graph.constant("positions", table), zero, length, zero)


def _pool(graph: Graph, last: str) -> None:
    keep = graph.apply("Unsqueeze", graph.apply("Cast", MASK, to=TensorProto.FLOAT), "last_axis")
    summed = graph.apply("ReduceSum", graph.apply("Mul", last, keep), "index_1", keepdims=0)
    mean = graph.apply("Div", summed, graph.apply("ReduceSum", keep, "index_1", keepdims=0))
    graph.apply("LpNormalization", mean, name=VECTORS, axis=-1, p=2)
