"""Upkeep over the embedded engines."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.integration.retrieval.test_embedded_retrieval import Stack, running
from tests.integration.retrieval.upkeep_cases import (
    a_rebuild_restores_both_without_embedding,
    differences_are_told_and_mended,
)


@pytest.fixture
async def stack(tmp_path: Path) -> AsyncIterator[Stack]:
    async with running(tmp_path) as opened:
        yield opened


async def test_differences_are_told_and_mended(stack: Stack) -> None:
    await differences_are_told_and_mended(stack)


async def test_a_rebuild_restores_both_indexes_without_embedding(stack: Stack) -> None:
    await a_rebuild_restores_both_without_embedding(stack)
