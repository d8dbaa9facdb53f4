"""The whole retrieval service over a Milvus server, beside tantivy and SQLite."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.cli.stack.servers.running import RunningServer
from tests.integration.retrieval.test_embedded_retrieval import Stack, running
from tests.integration.retrieval.upkeep_cases import (
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


async def test_differences_are_told_and_mended(stack: Stack) -> None:
    await differences_are_told_and_mended(stack)


async def test_a_rebuild_restores_both_indexes_without_embedding(stack: Stack) -> None:
    await a_rebuild_restores_both_without_embedding(stack)
