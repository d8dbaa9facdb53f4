"""An answer, its claims, and how sure it is."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from services.core.domain.finding import Finding
from services.core.domain.plan import Plan
from services.core.domain.route import Route


class Verdict(StrEnum):
    """What a check found of a claim."""

    SUPPORTED = "supported"
    PARTIAL = "partial"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"


@dataclass(frozen=True, slots=True)
class Citation:
    """A place that a sentence points to by `[n]`; `quote` are the words relied upon."""

    n: int
    passage_id: str
    document_id: str
    external_id: str
    title: str
    section: str
    page: int
    quote: str
    date: dt.date | None = None
    url: str = ""


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence without its marks. Kinds: answer, support, conflict make claims; unconfirmed and notice do not."""

    text: str
    citations: tuple[int, ...] = ()
    kind: str = "support"

    @property
    def marked(self) -> str:
        """The sentence with its citation marks, as people read it."""
        return self.text + "".join(f"[{number}]" for number in self.citations)


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer before, or after, its check."""

    sentences: tuple[AnswerSentence, ...]
    short_answer: str
    abstained: bool
    citations: tuple[Citation, ...] = ()
    unconfirmed: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The whole answer with citation marks."""
        return " ".join(sentence.marked for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable statement: `sentence` is its index in the draft, `evidence` holds passage ids, best first."""

    text: str
    sentence: int
    verdict: Verdict
    methods: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    score: float = 0.0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """What one source says in a disagreement."""

    value: str
    passage_id: str
    title: str
    quote: str
    date: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Sources that do not agree. `preferred` is an index into `statements`, or -1 when none is; `reason` says why."""

    topic: str
    statements: tuple[Statement, ...]
    preferred: int = -1
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Confidence:
    """How sure the answer is: high from 0.8, medium from 0.6, else low."""

    score: float
    label: str
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """Verdicts on a draft, and searches that could confirm what failed."""

    claims: tuple[Claim, ...]
    confidence: Confidence
    next_queries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RetrievedPassage:
    """A passage that a run looked at, in the answer object."""

    passage_id: str
    document_id: str
    external_id: str
    title: str
    section: str
    page: int
    score: float
    fate: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer object of the native API and of `sextant ask --json`."""

    run_id: str
    question: str
    answer: str
    short_answer: str
    abstained: bool
    conflict: bool
    citations: tuple[Citation, ...]
    retrieved: tuple[RetrievedPassage, ...]
    claims: tuple[Claim, ...]
    confidence: Confidence
    contradictions: tuple[Contradiction, ...]
    unconfirmed: tuple[str, ...]
    route: Route
    plan: Plan
    findings: tuple[Finding, ...]
    timings: Mapping[str, float] = field(default_factory=dict)
    usage: Mapping[str, int] = field(default_factory=dict)
    degraded: tuple[str, ...] = ()
    profile: str = ""
    generation: int = 0
