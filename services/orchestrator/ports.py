"""What the pipeline needs of the other services, in its own words.

Adapters: `adapters/grpc.py`, and the fakes in tests/fakes/services.py. Every call raises `SextantError`: `Unavailable`
when the service cannot answer now, `BadInput` or `Refused` when it will not.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from services.core.domain.answer import AnswerSentence, Check, Claim, Contradiction, Draft
from services.core.domain.finding import Finding, Sufficiency
from services.core.domain.passage import Evidence, Passage, Retrieval, Strategy
from services.core.domain.plan import Decision, Filter, Plan, Query
from services.core.domain.question import Question, RunContext
from services.core.domain.route import Route


@dataclass(frozen=True, slots=True)
class Routed:
    """A question with its language and times, and its route."""

    question: Question
    route: Route


@dataclass(frozen=True, slots=True)
class Rewriting:
    """New queries for a sub-question; none when there is no new angle."""

    queries: tuple[Query, ...]
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """What earlier rounds learned: queries tried, what was missing, the search that the assessment proposed."""

    attempt: int = 1
    tried: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    next_query: str = ""


@dataclass(frozen=True, slots=True)
class Search:
    """A search: what for, with which phrasings, under which restrictions."""

    question: Question
    queries: tuple[Query, ...]
    filter: Filter = Filter()
    tried: tuple[Strategy, ...] = ()
    limit: int = 8
    precise: bool = False


@dataclass(frozen=True, slots=True)
class Assessment:
    """Whether evidence suffices, and what did not work while judging it."""

    sufficiency: Sufficiency
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """Which database can answer a text ("" for none), how surely, and why."""

    database: str = ""
    score: float = 0.0
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Queried:
    """What a database answers: its query, and the rows as evidence and in short form; no evidence when none can."""

    link: Link
    sql: str = ""
    evidence: Evidence | None = None
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Reflection:
    """What to do next, and why."""

    decision: Decision
    reason: str


@dataclass(frozen=True, slots=True)
class Writing:
    """What an answer is written from."""

    question: Question
    route: Route
    plan: Plan
    findings: tuple[Finding, ...]
    contradictions: tuple[Contradiction, ...] = ()


class IntentService(Protocol):
    """Screening, times and routing."""

    async def route(self, context: RunContext, question: Question) -> Routed:
        """Raises EmptyQuestion, QuestionTooLong, UnsafeQuestion, InjectionLike."""


class DecomposeService(Protocol):
    """Condensing, planning, rewriting, reflection."""

    async def condense(self, context: RunContext, question: Question) -> Question:
        """The question made self-contained from its history."""

    async def plan(self, context: RunContext, writing: Writing, *, reason: str, room: int) -> Plan:
        """A plan of at most `room` sub-questions; with findings, only such as were not asked before."""

    async def rewrite(self, context: RunContext, question: Question, hint: Hint) -> Rewriting:
        """Queries that were not tried, another angle on every attempt."""

    async def decide(self, context: RunContext, writing: Writing, replans: int) -> Reflection:
        """Continue, finish or plan again."""


class RetrievalService(Protocol):
    """Search."""

    async def retrieve(self, context: RunContext, search: Search) -> Retrieval:
        """Passages for the question, distilled. Raises IndexUnavailable when no index answers."""

    async def passages(self, context: RunContext, ids: Sequence[str]) -> tuple[Passage, ...]:
        """Passages by id that still exist and may be seen."""

    async def link(self, context: RunContext, question: Question, texts: Sequence[str]) -> Sequence[Link]:
        """For each text, whether a database of the tenant can answer it. Raises BadInput for an unknown database."""

    async def query(self, context: RunContext, question: Question) -> Queried:
        """What a database of the tenant answers. Raises BadInput as `link`, TooLarge for a query that is stopped."""

    async def holdings(self, context: RunContext) -> int:
        """How many passages of the tenant can be searched."""


class FactcheckService(Protocol):
    """Judging evidence and answers."""

    async def assess(self, context: RunContext, question: Question, evidence: Sequence[Evidence]) -> Assessment:
        """Whether the evidence is enough to answer."""

    async def compare(
        self, context: RunContext, question: Question, findings: Sequence[Finding]
    ) -> tuple[Contradiction, ...]:
        """Where the sources disagree about what is asked."""

    async def check(self, context: RunContext, writing: Writing, draft: Draft) -> Check:
        """A verdict on every claim of the draft."""


class SynthesisService(Protocol):
    """Writing."""

    def synthesize(self, context: RunContext, writing: Writing) -> AsyncIterator[AnswerSentence | Draft]:
        """Sentences as they are written; the whole draft comes last."""

    async def revise(self, context: RunContext, writing: Writing, draft: Draft, *, claims: Sequence[Claim]) -> Draft:
        """The draft without what its check did not confirm."""


@dataclass(frozen=True, slots=True)
class Services:
    """All of them."""

    intent: IntentService
    decompose: DecomposeService
    retrieval: RetrievalService
    factcheck: FactcheckService
    synthesis: SynthesisService
