"""Whether this worker still hears: connected and deaf is a known state of Celery on Redis (celery#10205, #10302).

A canary goes to the worker's own queue. A worker that has a free place, whose canary the broker took, and that has
heard nothing for long is deaf: it ends itself, and its supervisor starts another. Its runs are safe in the ledger.
"""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import structlog

from services.core.errors import Unavailable

log = structlog.get_logger()

TICK_S = 2.0


class Canary(Protocol):
    """Sends a canary to a queue."""

    async def ring_canary(self, queue: str, *, expires_s: float) -> None:
        """Raises Unavailable when the broker did not take it."""


class Hearing:
    """Sends canaries, hears them, and touches the liveness file while all is well. Times are seconds."""

    def __init__(
        self, canary: Canary, queue: str, file: Path, *, busy: Callable[[], bool], every_s: float, deaf_s: float
    ) -> None:
        self._canary = canary
        self._queue = queue
        self._file = file
        self._busy = busy
        self._every_s = every_s
        self._deaf_s = deaf_s
        self._heard_at = time.monotonic()

    def heard(self) -> None:
        """Something came through the broker. Callable from any thread."""
        self._heard_at = time.monotonic()

    @property
    def deaf(self) -> bool:
        """Whether nothing was heard for longer than a healthy worker could be silent."""
        return time.monotonic() - self._heard_at > self._deaf_s

    async def run(self) -> None:
        """Watch until cancelled, or end the process when it is deaf."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        sent_at = -self._every_s
        while True:
            if time.monotonic() - sent_at >= self._every_s:
                sent_at = time.monotonic()
                await self._send()
            if self._busy():
                self.heard()  # With no free place it need not listen.
            if self.deaf:
                log.critical("deaf: ending this worker", queue=self._queue, silent_s=self._deaf_s)
                os.kill(os.getpid(), signal.SIGTERM)
                return
            self._file.touch()
            await asyncio.sleep(min(TICK_S, self._every_s))

    async def _send(self) -> None:
        try:
            await self._canary.ring_canary(self._queue, expires_s=self._every_s)
        except Unavailable as error:
            log.warning("canary was not sent", reason=error.message)
            self.heard()  # The broker's silence is not our deafness.
