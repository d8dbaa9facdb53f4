"""Models without models: the real rules over hashed word counts. Deterministic, and fast enough for any unit test."""

import hashlib
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
    Text,
    TextKind,
)
from services.inference.rules import ranker
from services.inference.rules import reader as rules
from services.inference.texts import asked, clean
from services.language.tokens import content_tokens, tokens

DIMENSIONS = 128


class FakeInference:
    """The inference port by rules; texts that share words are near. `down` names abilities that are unavailable."""

    def __init__(self) -> None:
        self.down: set[str] = set()
        self.embedded: list[tuple[str, TextKind, Priority]] = []
        self._closed = False

    async def capabilities(self) -> Capabilities:
        self._up("capabilities")
        return Capabilities(
            embed=Ability("hashed-words", trained=False, max_tokens=0),
            rerank=Ability(ranker.NAME, trained=False, max_tokens=0),
            read=Ability(rules.NAME, trained=False, max_tokens=0),
            dimensions=DIMENSIONS,
            calibration=Calibration(floor=0.15, source=0.6, duplicate=0.85),
        )

    async def embed(
        self, texts: Sequence[str], kind: TextKind, priority: Priority = Priority.INTERACTIVE
    ) -> FloatMatrix:
        self._up("embed")
        self.embedded += [(text, kind, priority) for text in texts]
        return np.stack([_vector(clean(text)) for text in texts]) if texts else np.zeros((0, DIMENSIONS), np.float32)

    async def rerank(self, question: str, passages: Sequence[Text]) -> list[float]:
        self._up("rerank")
        question = asked(question)
        drafts = ranker.prepare(question, passages)
        about = _vector(question)
        # Word counts spread over [0, 1]; the ranker knows the embedder's cosines, bunched above 0.75.
        return ranker.scores(drafts, [0.75 + 0.2 * float(_vector(draft.focus) @ about) for draft in drafts])

    async def read(self, question: str, passages: Sequence[Text], limit: int = 10) -> Reading:
        self._up("read")
        return rules.read(asked(question), [Text(clean(one.title), clean(one.text)) for one in passages], limit)

    async def close(self) -> None:
        self._closed = True

    def _up(self, ability: str) -> None:
        if self._closed or ability in self.down:
            raise InferenceUnavailable(ability, "it was closed" if self._closed else "the test said so")


def _vector(text: str) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    vector = np.full(DIMENSIONS, 1e-3, np.float32)
    for word in content_tokens(text) or tokens(text):
        vector[int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest(), "big") % DIMENSIONS] += 1
    return np.asarray(vector / np.linalg.norm(vector), np.float32)
