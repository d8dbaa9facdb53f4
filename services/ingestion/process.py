"""The worker process: Celery listens in the main thread; documents are worked on by one event loop beside it."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from threading import Thread
from typing import Any, TypeVar

import structlog
from celery.signals import worker_shutting_down

from services.ingestion import tasks
from services.ingestion.celery_app import QUEUE, make_app
from services.ingestion.settings import Settings
from services.ingestion.worker import Worker
from services.ledger.broker import look
from services.ledger.celery_options import keep_our_logging

_LOG = structlog.get_logger(__name__)

T = TypeVar("T")
WorkerOf = Callable[[Settings], AbstractAsyncContextManager[Worker]]


class WorkerProcess:
    """Owns what the process needs, from its start to its drain.

    The loop is made before Celery listens; nothing forks.
    """

    def __init__(self, settings: Settings, worker_of: WorkerOf) -> None:
        self._settings = settings
        self._worker_of = worker_of
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="event-loop", daemon=True)

    def run(self) -> int:
        """Work until told to stop; the exit code. Raises what opening the store or the models raises, BadInput for a
        wrong broker."""
        look(self._settings.broker_url)
        self._thread.start()
        opened = AsyncExitStack()
        try:
            worker = self._call(opened.enter_async_context(self._worker_of(self._settings)))
            looking = asyncio.run_coroutine_threadsafe(worker.run(), self._loop)
            code = self._listen(worker)
            self._call(worker.stop(0.0))
            looking.result()
            return code
        finally:
            self._call(opened.aclose())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def _listen(self, worker: Worker) -> int:
        settings = self._settings
        app = make_app(settings)

        def answer(document_id: str) -> None:
            try:
                self._call(worker.work_on(document_id))
            except CancelledError:
                return  # the process stops; another worker finds the document

        def drain(**_facts: object) -> None:
            # Called in a signal handler: start the drain and return. Celery waits for the tasks, which end with it.
            asyncio.run_coroutine_threadsafe(worker.stop(settings.drain_seconds), self._loop)

        tasks.register(app, answer)
        keep_our_logging()
        worker_shutting_down.connect(drain, weak=False)
        listener = app.Worker(
            hostname=f"ingestion@{settings.worker_name}", queues=[QUEUE], quiet=True,
            loglevel=settings.log_level.upper(), without_gossip=True, without_mingle=True, without_heartbeat=True,
        )  # fmt: skip
        _LOG.info("ingestion.listens", name=settings.worker_name, concurrency=settings.ingestion_concurrency)
        try:
            listener.start()
        finally:
            worker_shutting_down.disconnect(drain)
        return int(listener.exitcode or 0)

    def _call(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()
