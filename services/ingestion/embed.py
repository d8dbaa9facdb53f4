"""Vectors for passages, through the cache.

Nothing is embedded twice, and what a killed worker had embedded is not lost.
"""

from collections.abc import Awaitable, Callable, Sequence

from services.core.domain.passage import Passage
from services.documents.models import Vector
from services.documents.store import DocumentStore
from services.documents.vectors import embedding_key
from services.inference.port import Inference, Priority, TextKind

_LOOK_UP = 512
_BATCH = 32

Progress = Callable[[int, int], Awaitable[None]]


def embedded_text(passage: Passage) -> str:
    """What the embedder reads of a passage: title and section say what its words are about."""
    return "\n".join(part for part in (passage.title, passage.section, passage.text) if part)


class Embedder:
    """Fills the document store with vectors."""

    def __init__(self, store: DocumentStore, inference: Inference, batch: int = _BATCH) -> None:
        self._store = store
        self._inference = inference
        self._batch = batch

    async def embed(
        self, document_id: str, version: int, *, fence: int | None = None, progress: Progress | None = None
    ) -> int:
        """Embed the passages of a version that have no vector yet; returns how many had to be computed.

        Each batch is stored before the next one begins. Raises InferenceUnavailable, LeaseLost.
        """
        model = (await self._inference.capabilities()).embed.name
        todo = await self._store.unembedded(document_id, version, model)
        computed = 0
        for start in range(0, len(todo), _LOOK_UP):
            part = todo[start : start + _LOOK_UP]
            computed += await self._part(part, model, fence)
            if progress is not None:
                await progress(start + len(part), len(todo))
        return computed

    async def _part(self, passages: Sequence[Passage], model: str, fence: int | None) -> int:
        texts = {passage.id: embedded_text(passage) for passage in passages}
        keys = {key: embedding_key(model, TextKind.PASSAGE, text) for key, text in texts.items()}
        cached = await self._store.cached_vectors(list(keys.values()))
        known = [(key, cached[name]) for key, name in keys.items() if name in cached]
        await self._store.put_vectors(model, known, fence=fence)
        # Like lengths together: a batch costs what its longest text costs.
        missing = sorted((key for key, name in keys.items() if name not in cached), key=lambda key: len(texts[key]))
        for start in range(0, len(missing), self._batch):
            batch = missing[start : start + self._batch]
            vectors = await self._inference.embed([texts[key] for key in batch], TextKind.PASSAGE, Priority.BULK)
            rows: list[tuple[str, Vector]] = list(zip(batch, vectors, strict=True))
            await self._store.put_vectors(model, rows, keys=[keys[key] for key in batch], fence=fence)
        return len(missing)
