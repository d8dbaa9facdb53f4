"""Doorbells that ring through the broker, and the canary's way to its own worker."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from celery import Celery
from kombu.exceptions import KombuError, OperationalError

from services.core.errors import Unavailable
from services.orchestrator.celery_app import CANARY_TASK, RUN_TASK, RUNS_QUEUE


class BrokerDoorbell:
    """Publishes run ids. Publishing blocks, so one thread of its own does it, for at most the socket timeout."""

    def __init__(self, app: Celery) -> None:
        self._app = app
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="doorbell")

    async def ring(self, run_id: str) -> None:
        """See `Doorbell.ring`."""
        await self._publish(lambda: self._app.send_task(RUN_TASK, args=[run_id], queue=RUNS_QUEUE))

    async def ring_canary(self, queue: str, *, expires_s: float) -> None:
        """Send the canary to one worker's own queue. Raises Unavailable."""
        await self._publish(lambda: self._app.send_task(CANARY_TASK, queue=queue, expires=expires_s))

    async def _publish(self, send: Callable[[], object]) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, send)
        except (OperationalError, KombuError, OSError) as error:
            raise Unavailable(f"The broker does not answer: {error}.", store="broker") from error

    def close(self) -> None:
        """Give connection and thread back."""
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._app.close()
