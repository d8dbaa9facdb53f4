"""The embedder's word table on disk, mapped into memory rather than read: the reader shares it.

Rows are unpacked from 4 bits for the tokens at hand, so the table costs a process only the pages it touches.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from services.core.errors import InferenceUnavailable
from services.inference.e5.wheel import BLOCK, BLOCK_BYTES, Wheel

NIBBLES_FILE, SCALES_FILE, POSITIONS_FILE = "words.npy", "scales.npy", "positions.npy"

Floats = NDArray[np.float32]


def word_table(wheel: Wheel) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """The word table as stored: nibbles (words × hidden / 2) and block scales (words × hidden / 32)."""
    per_row = wheel.shape.hidden // BLOCK
    blocks = np.frombuffer(wheel.tensors["emb.word"].raw, np.uint8).reshape(-1, per_row, BLOCK_BYTES)
    scales = blocks[:, :, :2].copy().view(np.float16).reshape(-1, per_row)
    return blocks[:, :, 2:].reshape(len(blocks), -1).copy(), scales


def save_vocabulary(wheel: Wheel, directory: Path) -> list[str]:
    """Write the table; return the names of the files."""
    nibbles, scales = word_table(wheel)
    positions = wheel.matrix("emb.pos", wheel.shape.positions) + wheel.matrix("emb.type", 2)[0]
    norm = np.stack([wheel.vector("emb.ln.w"), wheel.vector("emb.ln.b")])
    for name, array in (
        (NIBBLES_FILE, nibbles),
        (SCALES_FILE, scales),
        (POSITIONS_FILE, np.concatenate([norm, positions])),
    ):
        np.save(directory / name, array)
    return [NIBBLES_FILE, SCALES_FILE, POSITIONS_FILE]


class Vocabulary:
    """First hidden states of tokens: words + positions, normalised."""

    def __init__(self, model_dir: Path) -> None:
        try:
            self._nibbles = np.load(model_dir / NIBBLES_FILE, mmap_mode="r")
            self._scales = np.load(model_dir / SCALES_FILE, mmap_mode="r")
            table = np.load(model_dir / POSITIONS_FILE)
        except FileNotFoundError as missing:
            raise InferenceUnavailable("read", f"no models in {model_dir}; run `sextant models pull`") from missing
        self._scale, self._shift, self._positions = table[0], table[1], table[2:]

    def embeddings(self, ids: NDArray[np.int64]) -> Floats:
        """Batch × tokens → batch × tokens × hidden, FP32; at most as many tokens as there are positions."""
        batch, tokens = ids.shape
        nibbles = np.asarray(self._nibbles[ids]).reshape(batch, tokens, -1, BLOCK // 2)
        scales = np.asarray(self._scales[ids]).astype(np.float32)[..., None]
        levels = np.concatenate([nibbles & 15, nibbles >> 4], axis=-1).astype(np.float32) - 8
        summed = (levels * scales).reshape(batch, tokens, -1) + self._positions[:tokens]
        mean = summed.mean(-1, keepdims=True)
        spread = np.sqrt(summed.var(-1, keepdims=True) + 1e-12)
        normalised: Floats = (summed - mean) / spread * self._scale + self._shift
        return normalised
