"""Looking at a run until it ends: often while things happen, less often while nothing does."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from services.core.domain.route import Path
from services.core.errors import Conflict, DeadlinePassed, NotFound
from services.gateway.unbroken import unbroken
from services.ledger.ledger import Ledger
from services.ledger.models import RunRow, StoredEvent
from services.ledger.run import EventKind, RunStatus

# The reaper ends a run that nobody ended; this is how long it is given beyond the deadline.
GRACE = dt.timedelta(seconds=20)
_FACTOR = 1.4

Gone = Callable[[], Awaitable[bool]]
"""Whether the reader has left."""


class Follower:
    """Follows runs in the ledger."""

    def __init__(self, ledger: Ledger, *, quickest_s: float = 0.03, slowest_s: float = 0.15) -> None:
        self._ledger = ledger
        self._quickest_s = quickest_s
        self._slowest_s = slowest_s

    async def ended(self, run: RunRow, gone: Gone) -> RunRow | None:
        """The run when it has ended; None when its reader left before. Raises DeadlinePassed."""
        wait = self._quickest_s
        while not run.status.terminal:
            if await gone():
                return None
            _check_time(run)
            await asyncio.sleep(wait)
            seen, run = run, await unbroken(self._ledger.get(run.id, run.tenant))
            wait = self._next(wait, moved=run.last_event > seen.last_event)
        return run

    async def events(self, run: RunRow, after: int = 0) -> AsyncIterator[StoredEvent]:
        """Events numbered above `after` as they come, each once, until the run has ended and all were given.

        Raises DeadlinePassed when nobody ends the run.
        """
        wait = self._quickest_s
        while True:
            moved = run.last_event > after
            for event in await unbroken(self._ledger.events_after(run.id, run.tenant, after)) if moved else ():
                yield event
                after = event.n
            if run.status.terminal and after >= run.last_event:
                return
            if not moved:
                _check_time(run)
                await asyncio.sleep(wait)
            wait = self._next(wait, moved=moved)
            run = await unbroken(self._ledger.get(run.id, run.tenant))

    async def left(self, run: RunRow) -> bool:
        """A reader left before the end: cancel the run unless it is a deep one. True when it was cancelled.

        A deep run has cost much and may be read later at its events; a fast one nobody will ask for again.
        """
        if await self._is_deep(run):
            return False
        with suppress(Conflict, NotFound):  # it ended meanwhile
            await self._ledger.cancel(run.id, run.tenant)
            return True
        return False

    async def _is_deep(self, run: RunRow) -> bool:
        if run.flow != "auto":
            return run.flow == Path.DEEP
        for event in await self._ledger.events_after(run.id, run.tenant):
            routed_deep = event.kind is EventKind.QUESTION_ROUTED and event.data.get("path") == Path.DEEP
            if routed_deep or event.kind is EventKind.RUN_ESCALATED:
                return True
        return False

    def _next(self, wait: float, *, moved: bool) -> float:
        return self._quickest_s if moved else min(self._slowest_s, wait * _FACTOR)


def _check_time(run: RunRow) -> None:
    over = run.deadline + GRACE
    if run.status is not RunStatus.WAITING and dt.datetime.now(dt.UTC) > over:
        raise DeadlinePassed(
            "The run's time is over and nobody ended it. Is the orchestrator running? `sextant status` shows it.",
            run_id=run.id,
        )
