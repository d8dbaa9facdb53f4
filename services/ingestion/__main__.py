"""Run a worker on documents: `python -m services.ingestion`."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.core.process import leaving
from services.core.telemetry import configure
from services.documents.store import DocumentStore
from services.inference.adapters.remote import RemoteInference
from services.ingestion.assemble import ingestion
from services.ingestion.process import WorkerProcess
from services.ingestion.settings import Settings
from services.ingestion.worker import Worker


@asynccontextmanager
async def worker(settings: Settings) -> AsyncIterator[Worker]:
    """A worker over the document store, the inference service and the retrieval service."""
    store = await DocumentStore.open(settings.documents_url)
    inference = RemoteInference.connect(settings.inference_address)
    async with ingestion(settings, store, inference) as parts:
        yield parts.worker
    await inference.close()
    await store.close()


if __name__ == "__main__":
    chosen = Settings()
    configure("ingestion", chosen.with_metrics_port("ingestion"))
    with leaving("ingestion"):
        sys.exit(WorkerProcess(chosen, worker).run())
