"""A worker over a data directory, to be killed: `python -m tests.integration.ingestion.doomed_worker DIR [BROKER]`.

Models and indexes are fakes, the parser process, the store and the leases are real. With a broker it is the product's
own Celery process; without one it works until nothing is left.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from services.documents.blobs import Blobs
from services.documents.store import DocumentStore
from services.inference.port import FloatMatrix, Priority, TextKind
from services.ingestion.embed import Embedder
from services.ingestion.ingest import Ingestor, Stages
from services.ingestion.process import WorkerProcess
from services.ingestion.sandbox import Sandbox
from services.ingestion.settings import Settings
from services.ingestion.worker import Worker
from tests.fakes.indexer import MemoryIndexer
from tests.fakes.inference import FakeInference
from tests.unit.ingestion.files import tokens


class Slow(FakeInference):
    """Models that take their time, so that a kill hits them."""

    async def embed(
        self, texts: Sequence[str], kind: TextKind, priority: Priority = Priority.INTERACTIVE
    ) -> FloatMatrix:
        await asyncio.sleep(0.03)
        return await super().embed(texts, kind, priority)


@asynccontextmanager
async def worker_over(settings: Settings) -> AsyncIterator[Worker]:
    store = await DocumentStore.open(settings.documents_url)
    sandbox = Sandbox()
    stages = Stages(sandbox, tokens, Embedder(store, Slow(), batch=4), MemoryIndexer(store))
    blobs = Blobs(settings.data_dir / "blobs")
    ingestor = Ingestor(store, blobs, stages, worker=settings.worker_name, lease_s=settings.ingestion_lease_s)
    yield Worker(store, ingestor, concurrency=2, look_s=settings.ingestion_look_s)
    await sandbox.close()
    await store.close()


async def until_nothing_is_left(settings: Settings) -> None:
    store = await DocumentStore.open(settings.documents_url)
    async with worker_over(settings) as worker:
        looking = asyncio.create_task(worker.run())
        for _ in range(2_000):
            await asyncio.sleep(0.05)
            if not await unfinished(store):
                break
        await worker.stop(5.0)
        await looking
    await store.close()


async def unfinished(store: DocumentStore) -> bool:
    return any(not status.terminal for status in (await store.counts("acme")).documents)


def main(arguments: list[str]) -> int:
    folder, broker = Path(arguments[0]), arguments[1:]
    if broker:
        settings = Settings(data_dir=folder, broker_url=broker[0], ingestion_look_s=60.0)
        return WorkerProcess(settings, worker_over).run()
    settings = Settings(data_dir=folder, ingestion_lease_s=0.6, ingestion_look_s=0.1)
    asyncio.run(until_nothing_is_left(settings))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
