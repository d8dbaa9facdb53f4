"""The steps of decomposing, in the words of those who need them. Each may be done by rules or by a language model."""

from dataclasses import dataclass
from typing import Protocol

from services.core.domain.finding import Finding
from services.core.domain.plan import Decision, Plan, Query
from services.core.domain.question import Question, RunContext
from services.core.domain.route import Route


@dataclass(frozen=True, slots=True)
class QuestionToCondense:
    """The last question of a conversation, with the turns before it in its history."""

    context: RunContext
    question: Question


@dataclass(frozen=True, slots=True)
class Condensed:
    """A question that needs no history. `changed` says whether its text is another."""

    question: Question
    changed: bool


@dataclass(frozen=True, slots=True)
class QuestionToPlan:
    """A routed question. With `findings` it is planned again, because of `reason`."""

    context: RunContext
    question: Question
    route: Route
    max_sub_questions: int
    findings: tuple[Finding, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan; empty when it was planned again and there is nothing new worth asking."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class QuestionToRewrite:
    """A sub-question, and what earlier rounds of searching for it learned. `attempt` is from 1."""

    context: RunContext
    question: Question
    attempt: int
    tried: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    next_query: str = ""


@dataclass(frozen=True, slots=True)
class Rewriting:
    """New queries, best first, none of them tried; empty when there is no new angle. `keywords` carry the question."""

    queries: tuple[Query, ...]
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FindingsToReflect:
    """All sub-questions planned so far, and what was found."""

    context: RunContext
    question: Question
    plan: Plan
    findings: tuple[Finding, ...]
    replans: int = 0


@dataclass(frozen=True, slots=True)
class Reflection:
    """What to do next, and why."""

    decision: Decision
    reason: str


class Condenser(Protocol):
    """Makes the last question of a conversation self-contained."""

    async def condense(self, task: QuestionToCondense) -> Condensed:
        """A question that is self-contained already comes back as it is."""
        ...


class Planner(Protocol):
    """Makes a plan of self-contained sub-questions."""

    async def plan(self, task: QuestionToPlan) -> Planned:
        """At most `max_sub_questions`, in dependency order; ids are never used twice in a run."""
        ...


class Rewriter(Protocol):
    """Finds phrasings to search with."""

    async def rewrite(self, task: QuestionToRewrite) -> Rewriting:
        """Never a query that was tried."""
        ...


class Policy(Protocol):
    """Reflects on findings."""

    async def decide(self, task: FindingsToReflect) -> Reflection:
        """Continue, finish or plan again."""
        ...
