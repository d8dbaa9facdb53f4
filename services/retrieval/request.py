"""A search as the funnel takes it."""

import datetime as dt
from dataclasses import dataclass

from services.core.domain.passage import Strategy
from services.core.domain.plan import Filter, Query
from services.core.domain.question import Question, RunContext
from services.indexes.port import IndexFilter


@dataclass(frozen=True, slots=True)
class Search:
    """One search: `queries` are phrasings of `question`; `limit` passages are wanted.

    `distil` cuts them down to what matters, `explain` also returns what was dropped. `precise` looks
    at more vector hits and orders them by exact FP32 cosines, whatever the index: the second pass for claims that fail.
    """

    context: RunContext
    question: Question
    queries: tuple[Query, ...]
    filter: Filter | None = None
    strategy: Strategy = Strategy.AUTO
    tried: tuple[Strategy, ...] = ()
    limit: int = 10
    distil: bool = True
    precise: bool = False
    explain: bool = False

    @property
    def wanted(self) -> Filter:
        """The restrictions; none restrict nothing."""
        return self.filter or Filter()

    @property
    def seconds_left(self) -> float:
        """Seconds until the run's deadline; negative after it."""
        return (self.context.deadline - dt.datetime.now(dt.UTC)).total_seconds()

    @property
    def where(self) -> IndexFilter:
        """The filter for both indexes: identity from the context, restrictions from the sub-question."""
        scope, wanted = self.context.scope, self.wanted
        return IndexFilter(
            scope.tenant,
            scope.user,
            scope.groups,
            tags=wanted.tags,
            languages=wanted.languages,
            document_ids=wanted.document_ids,
            section=wanted.section,
            dated=wanted.dated,
        )
