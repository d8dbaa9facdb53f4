"""The inference port with each call timed and counted, as the stages `inference.embed`, `.rerank` and `.read`."""

from collections.abc import Sequence

from services.core.telemetry import stage_timer
from services.inference.port import Capabilities, FloatMatrix, Inference, Priority, Reading, Text, TextKind


class TimedInference:
    """Another inference, observed."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference

    async def capabilities(self) -> Capabilities:
        """See the port."""
        return await self._inference.capabilities()

    async def embed(
        self, texts: Sequence[str], kind: TextKind, priority: Priority = Priority.INTERACTIVE
    ) -> FloatMatrix:
        """See the port."""
        with stage_timer("inference.embed"):
            return await self._inference.embed(texts, kind, priority)

    async def rerank(self, question: str, passages: Sequence[Text]) -> list[float]:
        """See the port."""
        with stage_timer("inference.rerank"):
            return await self._inference.rerank(question, passages)

    async def read(self, question: str, passages: Sequence[Text], limit: int = 10) -> Reading:
        """See the port."""
        with stage_timer("inference.read"):
            return await self._inference.read(question, passages, limit)

    async def close(self) -> None:
        """See the port."""
        await self._inference.close()
