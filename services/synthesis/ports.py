"""The two steps of writing, in the words of those who need them. Each may be done by rules or by a language model."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from services.core.domain.answer import AnswerSentence, Claim, Contradiction, Draft
from services.core.domain.finding import Finding
from services.core.domain.plan import Plan
from services.core.domain.question import Question, RunContext
from services.core.domain.route import Route


@dataclass(frozen=True, slots=True)
class AnswerToWrite:
    """What to write from."""

    context: RunContext
    question: Question
    route: Route
    plan: Plan
    findings: tuple[Finding, ...]
    contradictions: tuple[Contradiction, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftToRevise:
    """A draft with its check, and what it was written from."""

    context: RunContext
    question: Question
    draft: Draft
    claims: tuple[Claim, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Revision:
    """Only what was confirmed, and a word on what was not."""

    draft: Draft


class Writer(Protocol):
    """Writes an answer from findings, and takes back what a check did not confirm."""

    def write(self, task: AnswerToWrite) -> AsyncIterator[AnswerSentence | Draft]:
        """Sentences in order as they are composed, then the whole draft as the last item."""
        ...

    async def revise(self, task: DraftToRevise) -> Draft:
        """The draft without what failed; an abstention when nothing that answers is left."""
        ...
