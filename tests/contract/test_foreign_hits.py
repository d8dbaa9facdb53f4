"""Nobody finds what is not theirs: the fakes, tantivy and Milvus Lite."""

from pathlib import Path

import pytest

from services.indexes.adapters.milvus import MilvusEngine
from services.indexes.adapters.tantivy import TantivyEngine
from services.indexes.port import IndexFilter, KeywordEngine, VectorEngine
from services.indexes.values import bounded
from tests.contract import keyword_index, vector_index
from tests.contract.foreign_hits import ENTRIES, LONG, check, filters, random_askers
from tests.fakes.indexes import InMemoryKeywordEngine, InMemoryVectorEngine, admits


async def keywords_keep_apart(engine: KeywordEngine, count: int) -> None:
    """Try filters on a keyword index of this engine."""
    index = engine.index("foreign")
    await index.upsert(keyword_index.rows(ENTRIES))

    async def search(where: IndexFilter) -> list[str]:
        return await keyword_index.ids(index, where)

    assert await check(search, count) > count / 10


async def vectors_keep_apart(engine: VectorEngine, count: int) -> None:
    """Try filters on a vector index of this engine."""
    index = engine.index("foreign")
    await index.upsert(vector_index.rows(ENTRIES))

    async def search(where: IndexFilter) -> list[str]:
        return await vector_index.ids(index, where)

    assert await check(search, count) > count / 10


async def test_the_fakes_keep_apart() -> None:
    await keywords_keep_apart(InMemoryKeywordEngine(str.split), filters())
    await vectors_keep_apart(InMemoryVectorEngine(), filters())


async def test_tantivy_keeps_apart(tmp_path: Path) -> None:
    engine = TantivyEngine(tmp_path, str.split)
    try:
        await keywords_keep_apart(engine, filters())
    finally:
        await engine.close()


@pytest.mark.timeout(600)
async def test_milvus_lite_keeps_apart(tmp_path: Path) -> None:
    engine = MilvusEngine(str(tmp_path / "index.db"))
    try:
        await vectors_keep_apart(engine, filters())
    finally:
        await engine.close()


def test_the_filters_are_worth_trying() -> None:
    askers = list(random_askers(2_000))
    finders = [where for where in askers if any(admits(where, one) for one in ENTRIES)]
    assert len(finders) > 400
    assert len(set(askers)) > 1_900


def test_the_digest_of_a_long_value_is_not_that_value() -> None:
    assert bounded(bounded(LONG)) != bounded(LONG)
    assert bounded("#tag") == "#tag"
