"""Models in this process, on its CPU: the embedded mode, and what the inference service itself serves."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Self

import numpy as np

from services.inference.cache import VectorCache
from services.inference.calibration import E5_SMALL
from services.inference.embedder import DIMENSIONS, MAX_TOKENS, NAME, Embedder
from services.inference.lane import Lane
from services.inference.port import Ability, Capabilities, FloatMatrix, Priority, Reading, Text, TextKind
from services.inference.settings import InferenceSettings
from services.inference.tokenizer import load_tokenizer

# Texts tokenised in one go: a few milliseconds, so that bulk work yields often.
_GROUP = 32


class InProcessInference:
    """The inference port over onnxruntime. One per process; used from one event loop at a time."""

    def __init__(self, embedder: Embedder, settings: InferenceSettings) -> None:
        self._embedder = embedder
        self._lane = Lane("inference", settings.queue)
        self._queries = VectorCache(settings.query_cache)

    @classmethod
    def load(cls, model_dir: Path, settings: InferenceSettings | None = None) -> Self:
        """Load the models of a directory made by `services.inference.build`; takes about a second.

        Raises InferenceUnavailable when they are not built or the extra `embedded` is not installed.
        """
        chosen = settings or InferenceSettings()
        tokenizer = load_tokenizer(model_dir)
        return cls(Embedder(model_dir, tokenizer, chosen.threads), chosen)

    async def capabilities(self) -> Capabilities:
        """See the port."""
        rules = Ability("rules", trained=False, max_tokens=0)
        return Capabilities(Ability(NAME, trained=True, max_tokens=MAX_TOKENS), rules, rules, DIMENSIONS, E5_SMALL)

    async def embed(
        self, texts: Sequence[str], kind: TextKind, priority: Priority = Priority.INTERACTIVE
    ) -> FloatMatrix:
        """See the port."""
        vectors = np.zeros((len(texts), DIMENSIONS), np.float32)
        missing: list[int] = []
        for index, text in enumerate(texts):
            known = self._queries.get(kind, text) if kind is TextKind.QUERY else None
            if known is None:
                missing.append(index)
            else:
                vectors[index] = known
        for group in _groups(sorted(missing, key=lambda index: len(texts[index]))):
            vectors[group] = await self._fresh([texts[index] for index in group], kind, priority)
        if kind is TextKind.QUERY:
            for index in missing:
                self._queries.put(kind, texts[index], vectors[index])
        return vectors

    async def _fresh(self, texts: list[str], kind: TextKind, priority: Priority) -> FloatMatrix:
        windows = await self._lane.run(partial(self._embedder.windows, texts, kind), priority)
        parts = [
            (batch, await self._lane.run(partial(self._embedder.run, batch), priority))
            for batch in self._embedder.batches(windows)
        ]
        return self._embedder.joined(len(texts), parts)

    async def rerank(self, question: str, passages: Sequence[Text]) -> list[float]:
        """See the port."""
        raise NotImplementedError

    async def read(self, question: str, passages: Sequence[Text], limit: int = 10) -> Reading:
        """See the port."""
        raise NotImplementedError

    async def close(self) -> None:
        """See the port."""
        await self._lane.close()


def _groups(indices: Sequence[int]) -> Iterator[list[int]]:
    for at in range(0, len(indices), _GROUP):
        yield list(indices[at : at + _GROUP])
