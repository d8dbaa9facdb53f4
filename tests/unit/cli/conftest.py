"""The command line's own client over the real gateway, without a socket; documents are worked on when they arrive."""

import asyncio
import shutil
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
import pytest

from services.cli.client import Gateway
from services.documents.blobs import Blobs
from services.documents.intake import Intake
from services.documents.status import DocumentReason, DocumentStatus
from services.documents.store import DocumentStore
from services.gateway.app import create_app
from tests.fakes.gateway import gateway_parts


@dataclass
class Workers:
    """Rung for, they index a document at once, or refuse it; while they sleep, nothing happens."""

    store: DocumentStore
    asleep: bool = False
    refuse: set[str] = field(default_factory=set)
    waiting: list[str] = field(default_factory=list)

    async def ring(self, document_id: str) -> None:
        """Work on a document."""
        self.waiting.append(document_id)
        if not self.asleep:
            await self.wake()

    async def wake(self, most: int = 1_000_000) -> None:
        """Work on what waits."""
        some, self.waiting = self.waiting[:most], self.waiting[most:]
        for key in some:
            job = await self.store.claim_job(key, "w")
            if job is None:
                continue
            if job.document.status is DocumentStatus.DELETED:
                await self.store.cleaned(key)
            elif job.document.name in self.refuse:
                await self.store.set_status(key, DocumentStatus.REJECTED, DocumentReason.CORRUPT, detail="Broken.")
            else:
                for status in (DocumentStatus.PARSING, DocumentStatus.INDEXING, DocumentStatus.INDEXED):
                    await self.store.set_status(key, status)


@dataclass
class Bench:
    """A gateway to talk to, what works behind it, and how often it was asked."""

    gateway: Gateway
    workers: Workers
    store: DocumentStore
    asked: Counter[str] = field(default_factory=Counter)


@pytest.fixture(scope="session")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of empty stores with their tables: copying them is much quicker than making them."""
    folder = tmp_path_factory.mktemp("stores")

    async def make() -> None:
        async with gateway_parts(folder):
            pass

    asyncio.run(make())
    return folder


@pytest.fixture
async def bench(tmp_path: Path, stores: Path) -> AsyncIterator[Bench]:
    shutil.copytree(stores, tmp_path / "data")
    async with gateway_parts(tmp_path / "data") as made:
        workers = Workers(made.documents)
        parts = replace(made, intake=Intake(made.documents, Blobs(made.settings.blob_dir), workers))
        gateway = Gateway("http://127.0.0.1", "acme")
        await gateway._http.aclose()
        ready = Bench(gateway, workers, made.documents)

        async def count(request: httpx.Request) -> None:
            ready.asked[f"{request.method} {request.url.path}"] += 1

        gateway._http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=create_app(parts)),
            base_url="http://127.0.0.1",
            headers={"X-Sextant-Tenant": "acme"},
            event_hooks={"request": [count]},
        )
        async with gateway:
            yield ready
