"""The keyword index suite on the fake and on tantivy."""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from services.core.errors import IndexUnavailable
from services.indexes.adapters.tantivy import TantivyEngine
from services.indexes.port import KeywordEngine
from services.language.tokens import tokens
from tests.contract.index_cases import entry
from tests.contract.keyword_index import ASKER, WORD, KeywordIndexSuite, rows
from tests.fakes.indexes import InMemoryKeywordEngine

analyse = partial(tokens, bigrams=True)


class TestInMemory(KeywordIndexSuite):
    @pytest.fixture
    def engine(self) -> KeywordEngine:
        return InMemoryKeywordEngine(analyse)

    @pytest.fixture
    def reopen(self) -> Callable[[], KeywordEngine]:
        engine = InMemoryKeywordEngine(analyse)
        return lambda: engine


class TestTantivy(KeywordIndexSuite):
    @pytest.fixture
    def engine(self, tmp_path: Path) -> Iterator[KeywordEngine]:
        engine = TantivyEngine(tmp_path / "keywords", analyse)
        yield engine
        asyncio.run(engine.close())

    @pytest.fixture
    def reopen(self, tmp_path: Path) -> Callable[[], KeywordEngine]:
        return lambda: TantivyEngine(tmp_path / "again", analyse)


async def test_a_folder_that_another_engine_writes_is_unavailable_for_writing_and_readable(tmp_path: Path) -> None:
    owner, other = TantivyEngine(tmp_path, analyse), TantivyEngine(tmp_path, analyse)
    try:
        await owner.index("k").upsert(rows([entry("p")]))
        with pytest.raises(IndexUnavailable):
            await other.index("k").upsert(rows([entry("q")]))
        assert [hit.passage_id for hit in await other.index("k").search(WORD, 5, ASKER)] == ["p"]
    finally:
        await owner.close()
        await other.close()


async def test_a_closed_engine_is_unavailable_and_not_a_crash(tmp_path: Path) -> None:
    engine = TantivyEngine(tmp_path, analyse)
    index = engine.index("k")
    await engine.close()
    with pytest.raises(IndexUnavailable):
        await index.count("acme")


async def test_searches_go_on_while_documents_are_written(tmp_path: Path) -> None:
    engine = TantivyEngine(tmp_path, analyse)
    try:
        index = engine.index("k")
        await index.upsert(rows([entry("first")]))

        async def write(number: int) -> None:
            await index.upsert(rows([entry(f"p{number}", document_id=f"d{number}")]))

        async def read() -> int:
            return len(await index.search(WORD, 100, ASKER))

        results = await asyncio.gather(*(job for number in range(10) for job in (write(number), read())))
        assert all(found >= 1 for found in results if found is not None)
        assert await index.count("acme") == 11
    finally:
        await engine.close()
