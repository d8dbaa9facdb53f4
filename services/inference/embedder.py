"""Unit vectors of texts, by multilingual-e5-small.

A text longer than the model's 512 positions is cut into windows without overlap, and its vector is the mean of theirs
weighed by tokens: the rule of the wheel's own engine. Past `MAX_WINDOWS` the rest of a text no longer moves its
vector and is left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from services.inference.build import EMBEDDER_FILE
from services.inference.port import FloatMatrix, TextKind
from services.inference.session import Session
from services.inference.tokenizer import Tokenizer

NAME = "multilingual-e5-small-int8"
DIMENSIONS = 384
MAX_TOKENS = 512
MAX_WINDOWS = 4
_START, _PAD, _END = 0, 1, 2
_PREFIXES = {TextKind.QUERY: "query: ", TextKind.PASSAGE: "passage: "}
# Characters of the windows at the very most, so that a book pasted as a question is not tokenised to its end.
_MAX_CHARACTERS = MAX_WINDOWS * MAX_TOKENS * 8
_BATCH_TOKENS = 640


@dataclass(frozen=True, slots=True)
class Window:
    """Tokens of (a part of) one text, special ones included."""

    text: int
    ids: list[int]


class Embedder:
    """Texts to vectors; synchronous, for one thread at a time."""

    def __init__(self, model_dir: Path, tokenizer: Tokenizer, threads: int = 2) -> None:
        self._session = Session(model_dir / EMBEDDER_FILE, threads, "embed")
        self._tokenizer = tokenizer

    def windows(self, texts: Sequence[str], kind: TextKind) -> list[Window]:
        """The windows of the texts, with the prefix of their kind and the special tokens."""
        room = MAX_TOKENS - 2
        found: list[Window] = []
        for index, text in enumerate(texts):
            ids = self._tokenizer.ids(_PREFIXES[kind] + text[:_MAX_CHARACTERS])[: MAX_WINDOWS * room]
            found.extend(Window(index, [_START, *ids[at : at + room], _END]) for at in range(0, max(len(ids), 1), room))
        return found

    def batches(self, windows: Sequence[Window]) -> Iterator[list[Window]]:
        """Windows of like length together, shortest first, so that little is padded.

        A batch is what a question may have to wait for: `_BATCH_TOKENS` tokens or one window, about 0.2 s.
        """
        batch: list[Window] = []
        for window in sorted(windows, key=lambda window: len(window.ids)):
            if batch and (len(batch) + 1) * len(window.ids) > _BATCH_TOKENS:
                yield batch
                batch = []
            batch.append(window)
        if batch:
            yield batch

    def run(self, batch: Sequence[Window]) -> FloatMatrix:
        """Unit vectors of a batch, one row a window."""
        longest = max(len(window.ids) for window in batch)
        ids: NDArray[np.int64] = np.full((len(batch), longest), _PAD, np.int64)
        mask: NDArray[np.int64] = np.zeros_like(ids)
        for row, window in enumerate(batch):
            ids[row, : len(window.ids)] = window.ids
            mask[row, : len(window.ids)] = 1
        return self._session.run({"input_ids": ids, "attention_mask": mask})[0]

    @staticmethod
    def joined(count: int, parts: Sequence[tuple[Sequence[Window], FloatMatrix]]) -> FloatMatrix:
        """Vectors of `count` texts from those of their windows."""
        sums = np.zeros((count, DIMENSIONS), np.float32)
        for batch, vectors in parts:
            for window, vector in zip(batch, vectors, strict=True):
                sums[window.text] += vector * len(window.ids)
        return unit(sums)


def unit(rows: FloatMatrix) -> FloatMatrix:
    """Rows at length 1; a row of zeros stays."""
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: FloatMatrix = (rows / np.maximum(norms, 1e-12)).astype(np.float32)
    return scaled
