"""Ingestion inside a process that has everything else too: no broker, the intake rings the worker itself."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from services.documents.intake import Intake
from services.documents.store import DocumentStore
from services.inference.port import Inference
from services.ingestion.assemble import ingestion
from services.ingestion.settings import Settings
from services.ingestion.worker import Worker


class InProcessDoorbell:
    """Starts the work on a document in this event loop."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._rung: set[asyncio.Task[object]] = set()

    async def ring(self, document_id: str) -> None:
        """See `services.documents.intake.Doorbell`."""
        task: asyncio.Task[object] = asyncio.create_task(self._worker.work_on(document_id))
        self._rung.add(task)
        task.add_done_callback(self._rung.discard)


@asynccontextmanager
async def ingesting(settings: Settings, store: DocumentStore, inference: Inference) -> AsyncIterator[Intake]:
    """Documents that the intake receives are worked on inside this context.

    On leaving, unfinished ones are given back.
    """
    async with ingestion(settings, store, inference) as parts:
        looking = asyncio.create_task(parts.worker.run())
        try:
            yield Intake(store, parts.blobs, InProcessDoorbell(parts.worker))
        finally:
            await parts.worker.stop(0.0)
            looking.cancel()
            with suppress(asyncio.CancelledError):
                await looking
