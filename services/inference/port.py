"""What the rest of Sextant needs from models: embed, rerank, read.

What every adapter owes is in `tests/contract/inference_suite.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

FloatMatrix = NDArray[np.float32]
"""Rows of FP32 numbers: texts × dimensions."""


class TextKind(StrEnum):
    """What a text is to the embedder."""

    QUERY = "query"
    PASSAGE = "passage"


class Priority(StrEnum):
    """Whose work goes first: somebody waits for INTERACTIVE; BULK yields to it."""

    INTERACTIVE = "interactive"
    BULK = "bulk"


@dataclass(frozen=True, slots=True)
class Ability:
    """What provides an ability. `trained` is False for rules; `max_tokens` is 0 when there is no limit."""

    name: str
    trained: bool
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """Cosines of this embedder for the three thresholds of the design.

    `floor`: below it a passage is unrelated. `source`: from it a sentence may be the source of a claim. `duplicate`:
    from it two sentences may say the same; numbers, dates, names and negation must agree as well.
    """

    floor: float
    source: float
    duplicate: float


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What the models behind the port can do. `dimensions` is the length of a vector."""

    embed: Ability
    rerank: Ability
    read: Ability
    dimensions: int
    calibration: Calibration


@dataclass(frozen=True, slots=True)
class Text:
    """A passage as models see it; the title may be empty. Offsets of answers count in `text`."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class ReadSpan:
    """An answer: `text[start:end]` of the passage with this index; `score` in [0, 1]."""

    passage: int
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class Reading:
    """Spans, best first (several may come from one passage), and per passage how likely it holds no answer, in [0,
    1].
    """

    spans: tuple[ReadSpan, ...]
    no_answer: tuple[float, ...]


class Inference(Protocol):
    """Models behind one port. Every method raises InferenceUnavailable when its model cannot answer now."""

    async def capabilities(self) -> Capabilities:
        """What the models can do."""
        ...

    async def embed(
        self, texts: Sequence[str], kind: TextKind, priority: Priority = Priority.INTERACTIVE
    ) -> FloatMatrix:
        """Unit vectors, one row a text, in their order; prefixes the model needs are added inside.

        A text longer than the model's limit is embedded by windows and averaged. No texts give a matrix of shape (0,
        d).
        """
        ...

    async def rerank(self, question: str, passages: Sequence[Text]) -> list[float]:
        """How relevant each passage is to the question, in [0, 1], in the order of the passages."""
        ...

    async def read(self, question: str, passages: Sequence[Text], limit: int = 10) -> Reading:
        """At most `limit` answers found in the passages."""
        ...

    async def close(self) -> None:
        """Release threads, sessions or channels. Safe to call twice."""
        ...
