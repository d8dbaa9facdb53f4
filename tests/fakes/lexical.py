"""An inference port made of words: it embeds, ranks and reads by shared tokens. Honest, small, and never clever."""

import zlib
from collections.abc import Sequence

import numpy as np

from services.core.errors import InferenceUnavailable
from services.inference.port import (
    Ability,
    Calibration,
    Capabilities,
    FloatMatrix,
    Priority,
    Reading,
    ReadSpan,
    Text,
    TextKind,
)
from services.language.sentences import sentences
from services.language.tokens import content_tokens

DIMENSIONS = 256


class LexicalInference:
    """Every sentence is an answer as sure as its share of the question's words; `down` names abilities that are away."""

    def __init__(self, down: Sequence[str] = ()) -> None:
        self.down = set(down)
        self.calls: list[str] = []

    async def capabilities(self) -> Capabilities:
        """Cosines of these vectors spread from 0 to 1."""
        ability = Ability("lexical", trained=False, max_tokens=0)
        return Capabilities(ability, ability, ability, DIMENSIONS, Calibration(floor=0.2, source=0.6, duplicate=0.85))

    async def embed(
        self, texts: Sequence[str], kind: TextKind, priority: Priority = Priority.INTERACTIVE
    ) -> FloatMatrix:
        """Bags of hashed tokens, normalised."""
        self._called("embed")
        rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for token in content_tokens(text) or ["nothing"]:
                row[zlib.crc32(token.encode()) % DIMENSIONS] += 1.0
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)

    async def rerank(self, question: str, passages: Sequence[Text]) -> list[float]:
        """The share of the question's words in each passage."""
        self._called("rerank")
        return [_share(question, f"{each.title} {each.text}") for each in passages]

    async def read(self, question: str, passages: Sequence[Text], limit: int = 10) -> Reading:
        """Whole sentences, best first."""
        self._called("read")
        spans = [
            ReadSpan(index, span.start, span.end, _share(question, f"{each.title} {each.text[span.start : span.end]}"))
            for index, each in enumerate(passages)
            for span in sentences(each.text)
        ]
        spans.sort(key=lambda span: -span.score)
        best = [max((span.score for span in spans if span.passage == index), default=0.0) for index in range(len(passages))]
        return Reading(tuple(spans[:limit]), tuple(1 - score for score in best))

    async def close(self) -> None:
        """Nothing to close."""

    def _called(self, ability: str) -> None:
        self.calls.append(ability)
        if ability in self.down:
            raise InferenceUnavailable(ability, "it is down")


def _share(question: str, text: str) -> float:
    wanted = set(content_tokens(question))
    return len(wanted & set(content_tokens(text))) / len(wanted) if wanted else 0.0
