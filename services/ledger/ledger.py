"""The ledger as its users see it: each call is one short transaction."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Self

from sqlalchemy.exc import IntegrityError

from services.core.errors import Cancelled, Conflict
from services.ledger import events, feedback, leases, outbox, reaping, revisions, runs, steps
from services.ledger.database import Database
from services.ledger.models import (
    Claim,
    Feedback,
    NewRun,
    OutboxItem,
    Reaped,
    ReapRules,
    RunPage,
    RunRow,
    StoredEvent,
)
from services.ledger.run import Event, Outcome, RunStatus

MAX_PAGE = 200


class Ledger:
    """Runs, steps, events, leases and outbox.

    Every call raises Unavailable when the store does not answer and StorageFull when its disk is full; then nothing of
    the call was stored, and everything stored before still is. Reads for people are scoped to a tenant: what belongs to
    another is NotFound. Use it on the event loop that opened it.
    """

    def __init__(self, database: Database, *, lease_s: float = 15.0) -> None:
        self._database = database
        self._lease_s = lease_s

    @classmethod
    async def open(cls, url: str, *, lease_s: float = 15.0) -> Self:
        """Connect, and make or upgrade the tables where needed. Raises WrongDataVersion, StorageFull, Unavailable."""
        database = Database(url)
        async with AsyncExitStack() as undo:
            undo.push_async_callback(database.close)
            await _brought_up_to_date(database)
            undo.pop_all()
        return cls(database, lease_s=lease_s)

    async def close(self) -> None:
        """Give the connections back."""
        await self._database.close()

    # Runs

    async def accept(self, new: NewRun) -> RunRow:
        """Store a run, its doorbell and its first event in one transaction.

        The same idempotency key with the same body gives the run that it made before (its id then differs from the
        request's), with another body raises Conflict.
        """
        try:
            async with self._database.write() as connection:
                return await runs.accept(connection, new)
        except IntegrityError as error:
            # On an engine with more than one writer, two requests with one key at the same time: the first one won.
            async with self._database.read() as connection:
                earlier = await runs.by_key(connection, new)
            if earlier is None:
                raise Conflict(f"There is a run {new.request.run_id} already.", run_id=new.request.run_id) from error
            return earlier

    async def get(self, run_id: str, tenant: str) -> RunRow:
        """A run. Raises NotFound."""
        async with self._database.read() as connection:
            return await runs.get(connection, run_id, tenant)

    async def list_runs(
        self, tenant: str, *, status: RunStatus | None = None, begin: str = "", limit: int = 50, cursor: str = ""
    ) -> RunPage:
        """At most `limit` (1 to 200) runs, newest first, from where `cursor` stands; `begin` is how their ids begin.

        Raises BadInput for a bad cursor.
        """
        size = max(1, min(limit, MAX_PAGE))
        where = [runs.of(tenant), *([runs.is_in(status)] if status else []), *([runs.begins(begin)] if begin else [])]
        async with self._database.read() as connection:
            return await runs.page(connection, where, limit=size, cursor=cursor)

    async def cancel(self, run_id: str, tenant: str) -> RunRow:
        """Stop a run: at once when nobody works on it, else its worker is asked to. Raises NotFound, Conflict."""
        async with self._database.write() as connection:
            return await runs.cancel(connection, run_id, tenant)

    async def resume(self, run_id: str, tenant: str) -> RunRow:
        """Queue a failed, dead, cancelled or degraded run again. Finished steps are kept, but for those that were done
        without something and all that came after. Raises NotFound, Conflict."""
        async with self._database.write() as connection:
            return await runs.resume(connection, run_id, tenant)

    async def steps(self, run_id: str, tenant: str) -> Mapping[str, bytes]:
        """Results of the finished steps by step. Raises NotFound."""
        async with self._database.read() as connection:
            await runs.get(connection, run_id, tenant)
            return await steps.results(connection, run_id)

    async def rate(self, rating: Feedback, tenant: str) -> None:
        """Keep what a reader thinks of a run, in place of what the same reader thought before. Raises NotFound."""
        async with self._database.write() as connection:
            await feedback.put(connection, rating, tenant)

    async def ratings(self, run_id: str, tenant: str) -> tuple[Feedback, ...]:
        """What readers think of a run. Raises NotFound."""
        async with self._database.read() as connection:
            return await feedback.of_run(connection, run_id, tenant)

    # Events

    async def events_after(self, run_id: str, tenant: str, n: int = 0, *, limit: int = 500) -> list[StoredEvent]:
        """Events with a number above `n`, in order. Raises NotFound."""
        async with self._database.read() as connection:
            await runs.get(connection, run_id, tenant)
            return await events.after(connection, run_id, n=n, limit=limit)

    async def follow(self, run_id: str, tenant: str, n: int = 0, *, poll_s: float = 0.1) -> AsyncIterator[StoredEvent]:
        """Events above `n` as they come, until the run has ended and all were given. Raises NotFound."""
        while True:
            run = await self.get(run_id, tenant)
            if run.last_event > n:
                for event in await self.events_after(run_id, tenant, n):
                    yield event
                    n = event.n
            elif run.status.terminal:
                return
            else:
                await asyncio.sleep(poll_s)

    # Work

    async def claim(self, run_id: str, worker: str) -> Claim | None:
        """Take a queued run for a lease; None when it is not to be had."""
        async with self._database.write() as connection:
            return await leases.claim(connection, run_id, worker=worker, lease_s=self._lease_s)

    async def heartbeat(self, claim: Claim) -> bool:
        """Extend the lease. True when somebody asked to stop the run. Raises LeaseLost."""
        async with self._database.write() as connection:
            return await leases.heartbeat(connection, claim, self._lease_s)

    async def stop_wanted(self, claim: Claim) -> bool:
        """Whether the run should be stopped or is no longer this claim's. Cheap enough for every second."""
        async with self._database.read() as connection:
            return await leases.stop_wanted(connection, claim)

    async def begin(self, claim: Claim, step: str) -> None:
        """Mark a step as being worked on. Raises LeaseLost, Cancelled."""
        async with self._database.write() as connection:
            _heed(await leases.fence(connection, claim, step=step))
            await steps.begin(connection, claim.run.id, step, attempt=claim.attempt)

    async def record(
        self, claim: Claim, step: str, result: bytes, *, told: Sequence[Event] = (), degraded: bool = False
    ) -> bool:
        """Keep a step's result and its events (`told`), both or neither; it counts as progress.

        `degraded`: something was away while it was done; a resumed run does it again. False when the step had a result
        already; then neither is written. Raises LeaseLost, Cancelled.
        """
        async with self._database.write() as connection:
            _heed(await leases.fence(connection, claim, losses=0))
            done = steps.Finished(step, result, degraded)
            fresh = await steps.finish(connection, claim.run.id, done, attempt=claim.attempt)
            if fresh:
                await events.append(connection, claim.run.id, told, step=step)
            return fresh

    async def emit(self, claim: Claim, new: Sequence[Event]) -> None:
        """Write events only. Raises LeaseLost, Cancelled."""
        async with self._database.write() as connection:
            _heed(await leases.fence(connection, claim))
            await events.append(connection, claim.run.id, new)

    async def finish(self, claim: Claim, outcome: Outcome) -> None:
        """End the run with its terminal state, answer and last event. Raises LeaseLost."""
        if not outcome.status.terminal:
            raise ValueError(f"{outcome.status} ends no run")
        async with self._database.write() as connection:
            await leases.finish(connection, claim, outcome)

    async def release(self, claim: Claim) -> None:
        """Give the run back for another worker to take at once; no loss is counted. Raises LeaseLost."""
        async with self._database.write() as connection:
            await leases.release(connection, claim)

    async def park(self, claim: Claim, delay_s: float, reason: str) -> None:
        """Set the run aside (waiting) for `delay_s` and count a retry; a cancelled one is ended. Raises LeaseLost."""
        async with self._database.write() as connection:
            await leases.park(connection, claim, delay_s=delay_s, reason=reason)

    # Relay and reaper

    async def take_doorbells(self, limit: int = 100, hold_s: float = 10.0) -> list[OutboxItem]:
        """Doorbells to ring now, hidden from other relays for `hold_s`."""
        async with self._database.read() as connection:
            if not await outbox.any_due(connection):
                return []
        async with self._database.write() as connection:
            return await outbox.take(connection, limit, hold_s)

    async def doorbells_rang(self, ids: Sequence[int]) -> None:
        """These were delivered to the broker."""
        async with self._database.write() as connection:
            await outbox.published(connection, ids)

    async def postpone_doorbells(self, ids: Sequence[int], delay_s: float) -> None:
        """These could not be delivered; offer them again after `delay_s`."""
        async with self._database.write() as connection:
            await outbox.postpone(connection, ids, delay_s)

    async def reap(self, rules: ReapRules) -> Reaped:
        """One pass over runs that nobody takes care of: late, lost, parked, forgotten. Safe in several processes."""
        late = await self._reap_late(rules)
        recovered = await self._reap_expired(rules)
        woken = await self._reap_waiting(rules)
        async with self._database.write() as connection:
            nudged = await reaping.nudge(connection, rules)
            await outbox.purge(connection, rules.keep_s)
        return Reaped(
            requeued=_ids(recovered, RunStatus.QUEUED),
            dead=_ids(recovered, RunStatus.DEAD),
            cancelled=_ids(recovered, RunStatus.CANCELLED),
            late=late,
            woken=woken,
            nudged=nudged,
            expired=len(recovered),
        )

    async def _reap_late(self, rules: ReapRules) -> tuple[str, ...]:
        async with self._database.read() as connection:
            found = await reaping.late(connection, rules)
        ended = []
        for seen in found:
            async with self._database.write() as connection:
                if await reaping.end_late(connection, seen, rules):
                    ended.append(seen[0])
        return tuple(ended)

    async def _reap_expired(self, rules: ReapRules) -> dict[str, RunStatus]:
        async with self._database.read() as connection:
            found = await reaping.expired(connection, rules)
        moved = {}
        for seen in found:
            async with self._database.write() as connection:
                status = await reaping.recover(connection, seen, rules)
            if status is not None:
                moved[seen[0]] = status
        return moved

    async def _reap_waiting(self, rules: ReapRules) -> tuple[str, ...]:
        async with self._database.read() as connection:
            found = await reaping.waking(connection, rules)
        woken = []
        for seen in found:
            async with self._database.write() as connection:
                if await reaping.wake(connection, seen):
                    woken.append(seen[0])
        return tuple(woken)

    # Figures for operators: of all tenants, without ids or texts

    async def oldest_queued_age(self) -> float:
        """Seconds that the longest waiting run has been queued; 0 when none is."""
        async with self._database.read() as connection:
            return await runs.oldest_queued_age(connection)

    async def counts(self) -> Mapping[RunStatus, int]:
        """How many runs are in each state."""
        async with self._database.read() as connection:
            return await runs.counts(connection)


async def _brought_up_to_date(database: Database) -> None:
    async with database.read() as connection:
        if await connection.run_sync(revisions.is_current):
            return
    # Late: Alembic is a tenth of a process's start, and only the first process over a new version needs it.
    from services.ledger import migration  # noqa: PLC0415

    await migration.upgrade(database)


def _heed(cancel_requested: bool) -> None:
    if cancel_requested:
        raise Cancelled("The run was cancelled.")


def _ids(moved: Mapping[str, RunStatus], status: RunStatus) -> tuple[str, ...]:
    return tuple(run_id for run_id, new in moved.items() if new is status)
