"""Workers on documents: rung for by the doorbell, and looking for themselves, so that a lost ring loses nothing."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import structlog

from services.core.errors import Unavailable
from services.documents.status import DocumentStatus
from services.documents.store import DocumentStore
from services.ingestion.ingest import Ingestor

_LOG = structlog.get_logger(__name__)

Finished = Callable[[str, DocumentStatus | None], Awaitable[None]]


class Worker:
    """Runs an ingestor over several documents at a time. One bad document never stops the others."""

    def __init__(self, store: DocumentStore, ingestor: Ingestor, *, concurrency: int = 2, look_s: float = 5.0) -> None:
        self._store = store
        self._ingestor = ingestor
        self._places = asyncio.Semaphore(concurrency)
        self._look_s = look_s
        self._stopping = asyncio.Event()
        self._tasks: set[asyncio.Task[DocumentStatus | None]] = set()

    async def run(self) -> None:
        """Look for unfinished documents until stopped."""
        while not self._stopping.is_set():
            try:
                found = await self._store.next_unfinished()
            except Unavailable as error:
                _LOG.warning("documents.unavailable", message=error.message)
                found = []
            results = await self.work_through(found)
            if not any(results.values()):
                await _wait(self._stopping, self._look_s)

    async def work_through(
        self, document_ids: Iterable[str], finished: Finished | None = None
    ) -> dict[str, DocumentStatus | None]:
        """Work on these documents.

        `finished` hears of each. None: another worker has it, or a dependency is missing.
        """

        async def one(document_id: str) -> tuple[str, DocumentStatus | None]:
            status = await self.work_on(document_id)
            if finished is not None:
                await finished(document_id, status)
            return document_id, status

        return dict(await asyncio.gather(*(one(document_id) for document_id in dict.fromkeys(document_ids))))

    async def work_on(self, document_id: str) -> DocumentStatus | None:
        """Work on one document. Raises nothing: what goes wrong is in the document's state and in the log."""
        if self._stopping.is_set():
            return None  # it stays unfinished; another worker finds it
        task = asyncio.create_task(self._one(document_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.wait([task])
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            # The document store did not say or take what it should: its claim runs out, and a worker looks again.
            _LOG.error("document.left", document_id=document_id, exc_info=fault)
        return None if task.cancelled() or fault is not None else task.result()

    async def stop(self, grace_s: float) -> None:
        """Begin nothing more, let documents go on for `grace_s`, then give back the rest for others to take over."""
        self._stopping.set()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=grace_s)
        left = list(self._tasks)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _one(self, document_id: str) -> DocumentStatus | None:
        async with self._places:
            return await self._ingestor.ingest(document_id)


async def _wait(stopping: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await stopping.wait()
    except TimeoutError:
        return
