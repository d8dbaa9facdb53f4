"""A retrieval service in memory."""

import datetime as dt
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

from services.core.domain.passage import Passage, Retrieval, Stage, Strategy
from services.core.domain.plan import Filter, Query
from services.core.domain.question import Budget, Locale, Question, RunContext, Scope
from services.documents.models import Acl
from services.indexes.generations import Generations
from services.language.tokens import tokens
from services.retrieval.engine import Engine
from services.retrieval.funnel import Tools, Widths
from services.retrieval.indexer import Indexer
from services.retrieval.request import Search
from tests.fakes.indexes import InMemoryKeywordEngine, InMemoryKeywords, InMemoryVectorEngine, InMemoryVectors
from tests.fakes.passages import FOR_ALL, InMemoryPassages, WordModels, tomorrow

ACME = Scope("acme")
NOW = dt.datetime(2025, 6, 1, tzinfo=dt.UTC)


@dataclass
class World:
    """Everything a search touches, to be looked at and broken by tests."""

    store: InMemoryPassages = field(default_factory=InMemoryPassages)
    models: WordModels = field(default_factory=WordModels)
    vector_engine: InMemoryVectorEngine = field(default_factory=InMemoryVectorEngine)
    keyword_engine: InMemoryKeywordEngine = field(
        default_factory=lambda: InMemoryKeywordEngine(partial(tokens, bigrams=True))
    )
    widths: Widths = Widths()

    def __post_init__(self) -> None:
        self.generations = Generations(self.vector_engine, self.keyword_engine)
        self.indexer = Indexer(self.generations, self.store, self.models)

    @property
    def engine(self) -> Engine:
        return Engine(self.generations, Tools(self.store, self.models, self.widths))

    @property
    def vectors(self) -> InMemoryVectors:
        self.vector_engine.index("passages_g1")
        return self.vector_engine.indexes["passages_g1"]

    @property
    def keywords(self) -> InMemoryKeywords:
        self.keyword_engine.index("passages_g1")
        return self.keyword_engine.indexes["passages_g1"]

    async def add(self, *passages: Passage, tenant: str = "acme", acl: Acl = FOR_ALL) -> None:
        """Store passages and index their documents."""
        self.store.put(passages, tenant, acl)
        for document_id, version in dict.fromkeys((one.document_id, one.version) for one in passages):
            await self.indexer.index(tenant, document_id, version)

    async def run(self, search: Search) -> tuple[list[Stage], Retrieval]:
        """The stages and the result of a search."""
        parts = [part async for part in self.engine.retrieve(search)]
        stages, last = [part for part in parts if isinstance(part, Stage)], parts[-1]
        assert isinstance(last, Retrieval)
        return stages, last

    async def find(self, text: str, **more: Any) -> Retrieval:
        """The result of a search for one question."""
        return (await self.run(search_for(text, **more)))[1]


def search_for(
    text: str,
    *,
    scope: Scope = ACME,
    profile: str = "general",
    question: Question | None = None,
    **more: Any,
) -> Search:
    """A search for one question, by one query unless told otherwise."""
    context = RunContext("run-1", scope, Locale(), NOW, tomorrow(), profile, Budget())
    return Search(context, question or Question(text), **({"queries": (Query(text),)} | more))


@pytest.fixture
def world() -> World:
    return World()


__all__ = ["NOW", "Filter", "Strategy", "World", "search_for"]
