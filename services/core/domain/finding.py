"""What a sub-question found, and whether it is enough."""

from dataclasses import dataclass

from services.core.domain.passage import Evidence

SUFFICIENT = 0.8


@dataclass(frozen=True, slots=True)
class Span:
    """An answer read out of a passage, by character offsets in its text. `score` is in [0, 1]."""

    passage_id: str
    start: int
    end: int
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Sufficiency:
    """Whether evidence is enough: `score` in [0, 1], 0.8 is. `no_answer` in [0, 1]: how likely it holds no answer."""

    score: float
    missing: tuple[str, ...] = ()
    next_query: str | None = None
    spans: tuple[Span, ...] = ()
    no_answer: float = 0.0


@dataclass(frozen=True, slots=True)
class Finding:
    """What one sub-question found. `question` has earlier answers put in; `ended` says why its loop stopped."""

    sub_question_id: int
    question: str
    answer: str | None
    sufficiency: Sufficiency
    evidence: tuple[Evidence, ...] = ()
    rounds: int = 1
    tried: tuple[str, ...] = ()
    ended: str = ""

    @property
    def sufficient(self) -> bool:
        """Whether the sub-question is answered well enough to build on."""
        return self.answer is not None and self.sufficiency.score >= SUFFICIENT
