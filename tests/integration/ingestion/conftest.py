"""Ingestion over a real document store, real blobs and a real parser process; models and indexes are fakes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from services.core.domain.passage import Passage
from services.core.domain.question import Scope
from services.documents.blobs import Blobs
from services.documents.intake import Arrival, Intake, NoBell
from services.documents.models import DocumentRow
from services.documents.store import DocumentStore
from services.ingestion.embed import Embedder
from services.ingestion.ingest import Ingestor, Parser, Patience, Stages
from services.ingestion.sandbox import Sandbox
from services.ingestion.worker import Worker
from tests.fakes.indexer import MemoryIndexer
from tests.fakes.inference import FakeInference
from tests.unit.ingestion.files import tokens

ACME = Scope("acme")


@dataclass
class Bench:
    """Everything of one ingestion, with short ways to use it."""

    store: DocumentStore
    blobs: Blobs
    intake: Intake
    inference: FakeInference
    indexer: MemoryIndexer
    parser: Parser

    def ingestor(
        self, name: str = "w1", *, lease_s: float = 15.0, patience: Patience | None = None, **stages: Any
    ) -> Ingestor:
        """Another worker over the same stores; parts may be exchanged."""
        parts = Stages(self.parser, tokens, Embedder(self.store, self.inference, batch=4), self.indexer)
        stages_ = replace(parts, **stages)
        return Ingestor(self.store, self.blobs, stages_, worker=name, lease_s=lease_s, patience=patience)

    def worker(self, **stages: Any) -> Worker:
        """A worker loop."""
        return Worker(self.store, self.ingestor(**stages), concurrency=2, look_s=0.05)

    async def take(self, name: str, data: bytes | str, **said: Any) -> DocumentRow:
        """Receive and ingest a file; the row afterwards."""
        body = data.encode() if isinstance(data, str) else data
        row = await self.intake.receive("acme", body, Arrival(name=name, **said))
        await self.ingestor().ingest(row.id)
        return await self.store.get(ACME, row.id)

    async def passages(self, row: DocumentRow, scope: Scope = ACME) -> list[Passage]:
        """What a reader may see of a document's searched version."""
        ids = [one.id for one in await self.store.version_passages(row.id, row.version)]
        return await self.store.passages(scope, ids)


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    made = Sandbox()
    yield made
    await made.close()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[DocumentStore]:
    opened = await DocumentStore.open(f"sqlite+aiosqlite:///{tmp_path / 'documents.db'}")
    yield opened
    await opened.close()


@pytest.fixture
def bench(store: DocumentStore, tmp_path: Path, sandbox: Sandbox) -> Bench:
    blobs = Blobs(tmp_path / "blobs")
    intake = Intake(store, blobs, NoBell())
    return Bench(store, blobs, intake, FakeInference(), MemoryIndexer(store), sandbox)


async def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait for a condition."""
    for _ in range(int(seconds / 0.01)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError
