"""Who may write to a run: claims by lease, with the attempt number as fencing token."""

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.core.errors import LeaseLost
from services.ledger import events, runs, steps
from services.ledger.models import Claim, RunRow
from services.ledger.rows import to_run
from services.ledger.run import Event, EventKind, Outcome, RunStatus
from services.ledger.schema import database_now
from services.ledger.schema import runs as table


async def claim(connection: AsyncConnection, run_id: str, *, worker: str, lease_s: float) -> Claim | None:
    """Take a queued run; None when it is not queued (any more) or its time is over.

    A run whose lease ran out is not taken directly: the reaper queues it, and counts the loss on the way.
    """
    taken = (
        update(table)
        .where(table.c.id == run_id, table.c.status == RunStatus.QUEUED, table.c.deadline > database_now())
        .values(
            status=RunStatus.RUNNING,
            attempt=table.c.attempt + 1,
            lease_owner=worker,
            lease_until=database_now() + lease_s,
            updated=database_now(),
        )
        .returning(table)
    )
    row = (await connection.execute(taken)).mappings().first()
    if row is None:
        return None
    run = to_run(row)
    results = await steps.results(connection, run_id)
    await events.append(connection, run_id, await _opening(connection, run, recalled=len(results)))
    return Claim(run, worker, run.attempt, results)


async def _opening(connection: AsyncConnection, run: RunRow, *, recalled: int) -> list[Event]:
    opening = [Event(EventKind.RUN_STARTED, {"attempt": run.attempt, "recalled": recalled})]
    void_after = await events.void_after(connection, run.id)
    if void_after is not None:
        opening.append(Event(EventKind.ANSWER_RESTARTED, {"attempt": run.attempt, "void_after": void_after}))
    return opening


async def fence(connection: AsyncConnection, held: Claim, **values: object) -> bool:
    """Hold the run's row for this claim until the transaction ends. True when somebody asked to stop the run.

    Raises LeaseLost when the run is another attempt's, or has ended.
    """
    mine = (table.c.id == held.run.id, table.c.attempt == held.attempt, table.c.status == RunStatus.RUNNING)
    changed = update(table).where(*mine).values(updated=database_now(), **values).returning(table.c.cancel_requested)
    row = (await connection.execute(changed)).first()
    if row is None:
        raise LeaseLost(f"Attempt {held.attempt} no longer holds run {held.run.id}.", run_id=held.run.id)
    return bool(row.cancel_requested)


async def heartbeat(connection: AsyncConnection, held: Claim, lease_s: float) -> bool:
    """Extend the lease. True when somebody asked to stop the run. Raises LeaseLost."""
    return await fence(connection, held, lease_until=database_now() + lease_s)


async def stop_wanted(connection: AsyncConnection, held: Claim) -> bool:
    """Whether to stop: somebody asked, or the claim is no longer good. A read."""
    query = select(table.c.attempt, table.c.status, table.c.cancel_requested).where(table.c.id == held.run.id)
    row = (await connection.execute(query)).one()
    mine = row.attempt == held.attempt and row.status == RunStatus.RUNNING
    return bool(row.cancel_requested) or not mine


async def finish(connection: AsyncConnection, held: Claim, outcome: Outcome) -> None:
    """End the run. Raises LeaseLost."""
    await fence(connection, held)
    await runs.end(connection, held.run.id, outcome)


async def release(connection: AsyncConnection, held: Claim) -> None:
    """Give the run back unharmed, for another worker to take at once. Raises LeaseLost."""
    if await fence(connection, held):
        await _end_cancelled(connection, held)
    else:
        await runs.requeue(connection, held.run.id)


async def park(connection: AsyncConnection, held: Claim, *, delay_s: float, reason: str) -> None:
    """Set the run aside for `delay_s` and count a retry, or end it when somebody asked to. Raises LeaseLost."""
    if await fence(connection, held):
        await _end_cancelled(connection, held)
        return
    await fence(
        connection,
        held,
        status=RunStatus.WAITING,
        reason=reason,
        lease_owner="",
        wake=database_now() + delay_s,
        retries=table.c.retries + 1,
    )


async def _end_cancelled(connection: AsyncConnection, held: Claim) -> None:
    await runs.end(connection, held.run.id, Outcome(RunStatus.CANCELLED, reason="cancelled while it ran"))
