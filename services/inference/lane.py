"""One thread for model calls: questions before bulk work, in order of arrival within each.

A model call uses all the threads it is given, so calls run one after the other; the event loop never waits for one.
Bulk work comes in small pieces (see `Embedder.batches`), so a question waits for one piece at most.
"""

import asyncio
import heapq
import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from services.core.errors import InferenceUnavailable
from services.inference.port import Priority

T = TypeVar("T")
_RANK = {Priority.INTERACTIVE: 0, Priority.BULK: 1}


class Lane:
    """A bounded two-level queue in front of one thread. Used from one event loop at a time."""

    def __init__(self, name: str, limit: int) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._limit = limit
        self._numbers = itertools.count()
        self._busy = False
        self._closed = False

    async def run(self, work: Callable[[], T], priority: Priority = Priority.INTERACTIVE) -> T:
        """Do `work` in the thread. A cancelled caller's work is dropped if it has not begun.

        Raises InferenceUnavailable when too much is waiting or the lane is closed.
        """
        await self._turn(priority)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, work)
        finally:
            self._next()

    async def _turn(self, priority: Priority) -> None:
        if self._closed:
            raise InferenceUnavailable("inference", "it was closed")
        if not self._busy:
            self._busy = True
            return
        if len(self._waiting) >= self._limit:
            raise InferenceUnavailable("inference", f"{self._limit} calls are waiting already; try again later")
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (_RANK[priority], next(self._numbers), turn))
        try:
            await turn
        except asyncio.CancelledError:
            # The turn may have come in the same tick as the cancellation: then it is somebody else's now.
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._next()
            raise

    def _next(self) -> None:
        while self._waiting:
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._busy = False

    async def close(self) -> None:
        """Finish what has begun, refuse what waits. Safe to call twice."""
        self._closed = True
        for _, _, turn in self._waiting:
            if not turn.done():
                turn.set_exception(InferenceUnavailable("inference", "it was closed"))
        self._waiting.clear()
        await asyncio.to_thread(self._executor.shutdown, wait=True)
