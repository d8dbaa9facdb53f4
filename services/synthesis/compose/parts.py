"""What a composition is made of."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from services.core.domain.answer import Contradiction
from services.core.domain.finding import Finding
from services.core.domain.plan import Plan
from services.core.domain.question import Question
from services.core.domain.route import Route
from services.language.questions import QuestionShape
from services.synthesis.sources import Source
from services.synthesis.wording import Wording


@dataclass(frozen=True, slots=True)
class Part:
    """A sentence before it has citation numbers. `computed` when code put figures together that no source states."""

    text: str
    kind: str = "support"
    sources: tuple[Source, ...] = ()
    computed: bool = False


@dataclass(frozen=True, slots=True)
class Composition:
    """An answer before it has citation numbers."""

    parts: tuple[Part, ...]
    short_answer: str = ""
    abstained: bool = False
    unconfirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Brief:
    """What to compose from. `pool` holds, per sub-question, its key sentences without duplicates."""

    question: Question
    shape: QuestionShape
    route: Route
    plan: Plan
    findings: tuple[Finding, ...]
    contradictions: tuple[Contradiction, ...]
    wording: Wording
    today: dt.date
    answer_floor: float
    support_sentences: int
    collect_sentences: int
    pool: Mapping[int, tuple[Source, ...]] = field(default_factory=dict)
