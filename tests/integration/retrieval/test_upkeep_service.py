"""Upkeep over the embedded engines."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

from services.cli.commands.upkeep import _with_vectors
from services.cli.upkeep import Upkeep
from services.core.errors import BadInput
from services.documents.generations import Pointer
from sextant.retrieval.v1.upkeep_pb2_grpc import UpkeepServiceStub
from tests.fakes.passages import WordModels
from tests.integration.retrieval.test_embedded_retrieval import Stack, running, titles
from tests.integration.retrieval.upkeep_cases import (
    TEXTS,
    a_rebuild_restores_both_without_embedding,
    differences_are_told_and_mended,
    filled,
)


@pytest.fixture
async def stack(tmp_path: Path) -> AsyncIterator[Stack]:
    async with running(tmp_path) as opened:
        yield opened


async def test_differences_are_told_and_mended(stack: Stack) -> None:
    await differences_are_told_and_mended(stack)


async def test_a_rebuild_restores_both_indexes_without_embedding(stack: Stack) -> None:
    await a_rebuild_restores_both_without_embedding(stack)


async def test_reindexing_by_another_embedder_goes_on_beside_searches_which_keep_to_one(tmp_path: Path) -> None:
    models = WordModels(model="another")
    async with running(tmp_path, following=models) as stack:
        await filled(stack)
        bar = Progress(console=Console(quiet=True))
        upkeep = Upkeep(UpkeepServiceStub(stack.channel), stack.store, models)
        with pytest.raises(BadInput, match="not by 'third'"):
            await _with_vectors(upkeep, "third", bar)
        reindexing = asyncio.create_task(_with_vectors(upkeep, "another", bar))
        seen = []
        while not reindexing.done():
            found = await stack.find("Who keeps the lighthouse?")
            assert (titles(found)[0], found.degraded) == ("keeper", ())
            seen.append(found.generation)
        built = await reindexing
        assert (built.generation, built.model, built.samples) == (2, "another", len(TEXTS))
        assert await stack.store.pointer("acme") == Pointer(2, "another")
        stack.models.embedded.clear()
        models.embedded.clear()
        found = await stack.find("Who keeps the lighthouse?")
        assert (titles(found)[0], found.generation, found.degraded) == ("keeper", 2, ())
        assert stack.models.embedded == []
        assert models.embedded
        assert seen == sorted(seen)
        assert seen[0] == 1
