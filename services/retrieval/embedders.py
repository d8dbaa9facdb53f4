"""Which embedder reads a question: the one whose vectors the generation holds that the request reads."""

from collections.abc import Sequence
from dataclasses import replace

from services.core.errors import InferenceUnavailable
from services.inference.port import Capabilities, FloatMatrix, Inference, Priority, Reading, Text, TextKind


class Embedders:
    """The models in force and, while documents are embedded again, those to come."""

    def __init__(self, present: Inference, following: Inference | None = None) -> None:
        self._present, self._all = present, [present, *([following] if following else [])]

    async def of(self, model: str) -> tuple[Inference, Capabilities]:
        """The models whose embedder is `model` ("" takes those in force), and what they can.

        When nobody serves it, models that say so when they are asked to embed: a vector of another embedder would find
        what is near by chance.
        """
        for each in self._all:
            able = await each.capabilities()
            if model in ("", able.embed.name):
                return each, able
        able = await self._present.capabilities()
        return _WithoutEmbedder(self._present, model), replace(able, embed=replace(able.embed, name=model))


class _WithoutEmbedder:
    """Models but for the embedder."""

    def __init__(self, models: Inference, model: str) -> None:
        self._models, self._model = models, model

    async def capabilities(self) -> Capabilities:
        return await self._models.capabilities()

    async def embed(
        self, texts: Sequence[str], kind: TextKind, priority: Priority = Priority.INTERACTIVE
    ) -> FloatMatrix:
        raise InferenceUnavailable("embedding", f"the index holds vectors of {self._model}, which nobody serves")

    async def rerank(self, question: str, passages: Sequence[Text]) -> list[float]:
        return await self._models.rerank(question, passages)

    async def read(self, question: str, passages: Sequence[Text], limit: int = 10) -> Reading:
        return await self._models.read(question, passages, limit)

    async def close(self) -> None:
        """The models are closed by who made them."""
