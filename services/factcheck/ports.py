"""The three steps of judging, in the words of those who need them. Each may be done by rules or by a language model."""

from dataclasses import dataclass
from typing import Protocol

from services.core.domain.answer import Check, Contradiction, Draft
from services.core.domain.finding import Finding, Sufficiency
from services.core.domain.passage import Evidence
from services.core.domain.question import Question, RunContext


@dataclass(frozen=True, slots=True)
class EvidenceToAssess:
    """Passages, best first, and the sub-question that they should answer."""

    context: RunContext
    question: Question
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Assessment:
    """The judgement, and what did not work on the way ("reader_unavailable")."""

    sufficiency: Sufficiency
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FindingsToCompare:
    """What the sub-questions of a question found."""

    context: RunContext
    question: Question
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Disagreements, most important first."""

    contradictions: tuple[Contradiction, ...]


@dataclass(frozen=True, slots=True)
class DraftToCheck:
    """An answer with what it was written from."""

    context: RunContext
    question: Question
    draft: Draft
    findings: tuple[Finding, ...]
    contradictions: tuple[Contradiction, ...] = ()


class Assessor(Protocol):
    """Whether evidence is enough to answer."""

    async def assess(self, task: EvidenceToAssess) -> Assessment:
        """Never raises for a model that is away: the judgement says so and is lower."""
        ...


class Comparer(Protocol):
    """Where sources disagree about what is asked."""

    async def compare(self, task: FindingsToCompare) -> Comparison:
        """Only disagreements that a person would call one: precision before recall."""
        ...


class Checker(Protocol):
    """Whether what an answer says is in its sources."""

    async def check(self, task: DraftToCheck) -> Check:
        """A verdict for every claim, in the order of the answer."""
        ...
