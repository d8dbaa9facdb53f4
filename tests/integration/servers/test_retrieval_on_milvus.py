"""The whole retrieval service over a Milvus server, beside tantivy and SQLite."""

import datetime as dt
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from pymilvus import MilvusClient

from services.cli.stack.servers.running import RunningServer
from services.documents.models import StoredPassage
from services.indexes.tiers import TieredVectors
from tests.integration.retrieval.test_embedded_retrieval import Stack, running
from tests.integration.retrieval.upkeep_cases import (
    Upkeep,
    a_rebuild_restores_both_without_embedding,
    differences_are_told_and_mended,
    filled,
)

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
async def stack(milvus: RunningServer, tmp_path: Path) -> AsyncIterator[Stack]:
    async with running(tmp_path, milvus_url=f"http://{milvus.address()}") as opened:
        yield opened
        for generation in (1, 2):
            await opened.parts.generations.drop(generation)


async def test_a_search_is_rescored_by_exact_vectors_and_says_so(stack: Stack) -> None:
    await filled(stack)
    found = await stack.find("Who keeps the lighthouse of Varnholm, and why?")
    assert found.evidence[0].passage.title == "keeper"
    assert "exact FP32 cosines of 3 of 3 vector hits" in found.strategy_reason


async def test_an_old_document_that_nobody_asks_for_moves_to_ivf_flat_and_is_found_there(
    milvus: RunningServer, tmp_path: Path
) -> None:
    more: dict[str, Any] = {"milvus_url": f"http://{milvus.address()}", "retrieval_leg_seconds": 2.0}
    async with running(tmp_path, **more) as stack:
        await filled(stack)
        await stack.ingest("wreck", [StoredPassage("The schooner Brasse sank off Varnholm.")], date=dt.date(2009, 2, 1))
        await stack.parts.keeper.look()
        vectors = stack.parts.generations.at(1).vectors
        assert isinstance(vectors, TieredVectors)
        assert (await vectors.hot.count("acme"), await vectors.cold.count("acme")) == (3, 1)
        assert await Upkeep(stack).reconciled(mend=False) == ([], [(4, 4, 4)])
        found = await stack.find("Which schooner sank off Varnholm?")
        assert found.evidence[0].passage.title == "wreck"
        assert "hot and cold tier: best hot cosine" in found.strategy_reason
        client = MilvusClient(f"http://{milvus.address()}", dedicated=True)
        kinds = [client.describe_index(name, "vector")["index_type"] for name in ("passages_g1", "passages_g1_cold")]
        client.close()
        assert kinds == ["HNSW", "IVF_FLAT"]
        await stack.parts.generations.drop(1)


async def test_differences_are_told_and_mended(stack: Stack) -> None:
    await differences_are_told_and_mended(stack)


async def test_a_rebuild_restores_both_indexes_without_embedding(stack: Stack) -> None:
    await a_rebuild_restores_both_without_embedding(stack)
