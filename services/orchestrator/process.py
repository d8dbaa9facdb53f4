"""The worker process: Celery listens in the main thread, runs are worked on by one event loop beside it."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack

import structlog
from celery import Celery
from celery.signals import worker_shutting_down

from services.ledger.broker import look
from services.ledger.celery_options import keep_our_logging
from services.ledger.ledger import Ledger
from services.orchestrator import tasks
from services.orchestrator.adapters.broker import BrokerDoorbell
from services.orchestrator.celery_app import RUNS_QUEUE, make_app
from services.orchestrator.event_loop import LoopThread
from services.orchestrator.hearing import Hearing
from services.orchestrator.settings import Settings
from services.orchestrator.worker import Worker

log = structlog.get_logger()

WorkerOf = Callable[[Ledger, Settings], AbstractAsyncContextManager[Worker]]
"""Makes a worker on the running loop, and closes what it made for it."""


class WorkerProcess:
    """Owns what a worker process needs, from its start to its drain.

    The loop and all that lives on it are made before Celery begins to listen: the threads pool forks nothing, and what
    cannot be opened stops the process with a clear error instead of leaving a worker that only refuses.
    """

    def __init__(self, settings: Settings, worker_of: WorkerOf) -> None:
        self._settings = settings
        self._worker_of = worker_of
        self._loop = LoopThread()

    def run(self) -> int:
        """Work until told to stop; the exit code. Raises what opening the ledger raises, BadInput for a bad broker."""
        settings, loop = self._settings, self._loop
        look(settings.broker_url)
        loop.start()
        opened = AsyncExitStack()
        worker = loop.call(self._open(opened))
        app = make_app(settings)
        doorbell = BrokerDoorbell(app)
        own_queue = f"sextant.canary.{settings.worker_name}"
        hearing = Hearing(
            doorbell,
            own_queue,
            settings.liveness_file,
            busy=lambda: worker.active >= settings.orchestrator_concurrency,
            every_s=settings.orchestrator_canary_s,
            deaf_s=settings.orchestrator_deaf_s,
        )
        tasks.register(app, answer=lambda run_id: loop.call(worker.work_on(run_id)), heard=hearing.heard)
        watching = loop.submit(hearing.run())
        try:
            return self._listen(app, worker, [RUNS_QUEUE, own_queue])
        finally:
            watching.cancel()
            loop.call(worker.drain(0.0))
            doorbell.close()
            loop.call(opened.aclose())
            loop.stop()

    async def _open(self, opened: AsyncExitStack) -> Worker:
        settings = self._settings
        ledger = await Ledger.open(settings.database_url, lease_s=settings.orchestrator_lease_s)
        opened.push_async_callback(ledger.close)
        return await opened.enter_async_context(self._worker_of(ledger, settings))

    def _listen(self, app: Celery, worker: Worker, queues: list[str]) -> int:
        settings = self._settings

        def drain(**_facts: object) -> None:
            # Called in a signal handler: start the drain and return. Celery waits for the tasks, which end with it.
            self._loop.submit(worker.drain(settings.orchestrator_drain_s))

        keep_our_logging()
        worker_shutting_down.connect(drain, weak=False)
        listener = app.Worker(
            hostname=f"orchestrator@{settings.worker_name}",
            queues=queues,
            quiet=True,
            loglevel=settings.log_level.upper(),
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        log.info("worker listens", name=settings.worker_name, concurrency=settings.orchestrator_concurrency)
        try:
            listener.start()
        finally:
            worker_shutting_down.disconnect(drain)
        return int(listener.exitcode or 0)
