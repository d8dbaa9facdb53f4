"""Another adapter, and in its absence the models in this process: slower, never other vectors, and counted."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import structlog
from prometheus_client import Counter

from services.core.errors import InferenceUnavailable
from services.inference.port import Capabilities, FloatMatrix, Inference, Priority, Reading, Text, TextKind

FALLBACKS = Counter("sextant_inference_fallbacks_total", "Calls answered by the models in reserve.", ["ability"])

_LOG = structlog.get_logger(__name__)

T = TypeVar("T")


class FallbackInference:
    """The inference port over `first`, and over what `load` gives (called in a thread, once) when that is unavailable.

    Bulk embedding does not fall back: it can wait, and questions need the processor then. Nor does a reserve with
    another embedder embed anything: its vectors would not fit the index.
    """

    def __init__(self, first: Inference, load: Callable[[], Inference]) -> None:
        self._first, self._load = first, load
        self._reserve: Inference | None = None
        self._loading = asyncio.Lock()
        self._closed = False

    async def capabilities(self) -> Capabilities:
        """Those of the first, while it says them or once said them."""
        return await self._first.capabilities()

    async def embed(
        self, texts: Sequence[str], kind: TextKind, priority: Priority = Priority.INTERACTIVE
    ) -> FloatMatrix:
        """See the port."""

        async def reserve(models: Inference) -> FloatMatrix:
            wanted, given = (await self.capabilities()).embed.name, (await models.capabilities()).embed.name
            if wanted != given:
                raise InferenceUnavailable("embedding", f"{wanted} is away, and {given} in reserve gives other vectors")
            return await models.embed(texts, kind, priority)

        first = self._first.embed(texts, kind, priority)
        return await (first if priority is Priority.BULK else self._either("embed", first, reserve))

    async def rerank(self, question: str, passages: Sequence[Text]) -> list[float]:
        """See the port."""
        first = self._first.rerank(question, passages)
        return await self._either("rerank", first, lambda models: models.rerank(question, passages))

    async def read(self, question: str, passages: Sequence[Text], limit: int = 10) -> Reading:
        """See the port."""
        first = self._first.read(question, passages, limit)
        return await self._either("read", first, lambda models: models.read(question, passages, limit))

    async def close(self) -> None:
        """See the port."""
        self._closed = True
        await self._first.close()
        if self._reserve is not None:
            await self._reserve.close()

    async def _either(self, ability: str, first: Awaitable[T], reserve: Callable[[Inference], Awaitable[T]]) -> T:
        try:
            return await first
        except InferenceUnavailable as away:
            if self._closed:
                raise
            _LOG.warning("inference.fallback", ability=ability, why=away.message)
            answer = await reserve(await self._loaded())
            FALLBACKS.labels(ability).inc()
            return answer

    async def _loaded(self) -> Inference:
        async with self._loading:
            if self._reserve is None:
                self._reserve = await asyncio.to_thread(self._load)
            return self._reserve
