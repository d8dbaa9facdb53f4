"""Weights of the reader as archives: what training starts from, goes on from, and hands to the export.

`layers.*` are stacked over the layers; matrices are output × input. `span_w, span_b` are the head of the answer's
first and last token, `rel_w, rel_b` the head of relevance on the first token.
"""

import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from services.inference.e5.wheel import Wheel

Arrays = dict[str, NDArray[np.float32]]
HEADS = ("span_w", "span_b", "rel_w", "rel_b")
LAYER = "layers."
# Name here, name in the wheel, and whether it is a matrix with as many rows as the second says.
_PARTS = {
    "qw": ("q.w", "hidden"), "qb": ("q.b", ""), "kw": ("k.w", "hidden"), "kb": ("k.b", ""), "vw": ("v.w", "hidden"),
    "vb": ("v.b", ""), "ow": ("ao.w", "hidden"), "ob": ("ao.b", ""), "alw": ("aln.w", ""), "alb": ("aln.b", ""),
    "fiw": ("fi.w", "inner"), "fib": ("fi.b", ""), "fow": ("fo.w", "hidden"), "fob": ("fo.b", ""),
    "olw": ("oln.w", ""), "olb": ("oln.b", ""),
}  # fmt: skip


def from_archive(path: Path) -> Arrays:
    """Weights that an earlier training wrote."""
    with np.load(path) as archive:
        return {name: np.asarray(archive[name], np.float32) for name in archive.files}


def from_embedder(wheel: Wheel, *, seed: int) -> Arrays:
    """The embedder's encoder with new heads: a start without any reader."""
    rng = np.random.default_rng(seed)
    hidden = wheel.shape.hidden
    found: Arrays = {}
    for name, (stored, rows) in _PARTS.items():
        keys = [f"l{number}.{stored}" for number in range(wheel.shape.layers)]
        found[LAYER + name] = np.stack(
            [wheel.matrix(key, getattr(wheel.shape, rows)) if rows else wheel.vector(key) for key in keys]
        )
    found["span_w"] = rng.normal(0, 0.02, (hidden, 2)).astype(np.float32)
    found["rel_w"] = rng.normal(0, 0.02, hidden).astype(np.float32)
    found["span_b"], found["rel_b"] = np.zeros(2, np.float32), np.zeros((), np.float32)
    return found


def split(weights: Mapping[str, NDArray[np.float32]], frozen: int) -> tuple[Arrays, Arrays]:
    """The first `frozen` layers, and what is trained: the other layers and the heads."""
    low = {name: values[:frozen] for name, values in weights.items() if name.startswith(LAYER)}
    high = {name: (values[frozen:] if name.startswith(LAYER) else values) for name, values in weights.items()}
    return low, high


def joined(low: Mapping[str, NDArray[np.float32]], high: Mapping[str, NDArray[np.float32]]) -> Arrays:
    """The reverse of `split`."""
    return {
        name: np.concatenate([low[name], np.asarray(values)]) if name in low else np.asarray(values)
        for name, values in high.items()
    }


def save(arrays: Mapping[str, NDArray[np.generic]], path: Path) -> None:
    """Write an archive whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pending = path.with_name(f"{path.name}.part")
    with pending.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]  # the stub takes one of the names for a flag
        file.flush()
        os.fsync(file.fileno())
    pending.replace(path)
