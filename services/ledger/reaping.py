"""What happens to runs that nobody takes care of. Each is moved in its own transaction, if it is still as seen."""

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, and_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.ledger import outbox, runs, steps
from services.ledger.models import ReapRules
from services.ledger.run import Outcome, RunStatus
from services.ledger.schema import database_now
from services.ledger.schema import runs as table

Seen = tuple[str, int]
"""A run's id and attempt, as seen by a query."""


async def late(connection: AsyncConnection, rules: ReapRules) -> Sequence[Seen]:
    """Live runs past their deadline; a worker gets the grace to end its run itself."""
    return await _seen(connection, _late(rules), rules.batch)


async def end_late(connection: AsyncConnection, seen: Seen, rules: ReapRules) -> bool:
    """Fail a late run."""
    over = Outcome(RunStatus.FAILED, reason="deadline: the run's time was over before it was finished")
    return await runs.end(connection, seen[0], over, _late(rules))


def _late(rules: ReapRules) -> ColumnElement[bool]:
    worked_on = and_(table.c.status == RunStatus.RUNNING, table.c.deadline < database_now() - rules.grace_s)
    idle = and_(table.c.status.in_((RunStatus.QUEUED, RunStatus.WAITING)), table.c.deadline < database_now())
    return or_(worked_on, idle)


async def expired(connection: AsyncConnection, rules: ReapRules) -> Sequence[Seen]:
    """Runs whose worker let the lease run out."""
    return await _seen(connection, _expired(), rules.batch)


async def recover(connection: AsyncConnection, seen: Seen, rules: ReapRules) -> RunStatus | None:
    """Count the loss, and queue the run again, or end it: DEAD at the last loss, CANCELLED when asked to.

    Returns the new state, None when the run was no longer as seen.
    """
    run_id, attempt = seen
    as_seen = (table.c.attempt == attempt, _expired())
    lost = update(table).where(table.c.id == run_id, *as_seen).values(losses=table.c.losses + 1)
    row = (await connection.execute(lost.returning(table.c.losses, table.c.cancel_requested))).first()
    if row is None:
        return None
    # A step that was begun takes the blame; without one it is the run's own.
    by_step = await steps.count_losses(connection, run_id, attempt) or {"": row.losses}
    worst = max(by_step.values())
    if row.cancel_requested:
        outcome = Outcome(RunStatus.CANCELLED, reason="cancelled; its worker was lost")
    elif worst >= rules.max_losses:
        outcome = Outcome(RunStatus.DEAD, reason=_cause(by_step, worst))
    else:
        await runs.requeue(connection, run_id)
        return RunStatus.QUEUED
    await runs.end(connection, run_id, outcome)
    return outcome.status


def _cause(by_step: Mapping[str, int], worst: int) -> str:
    guilty = sorted(step for step, losses in by_step.items() if losses == worst)
    where = ", ".join(f"step {step!r}" for step in guilty if step) or "no step"
    return f"worker_lost: the worker was lost {worst} times in {where}"


def _expired() -> ColumnElement[bool]:
    return and_(table.c.status == RunStatus.RUNNING, table.c.lease_until < database_now())


async def waking(connection: AsyncConnection, rules: ReapRules) -> Sequence[Seen]:
    """Parked runs whose time has come."""
    return await _seen(connection, _waking(), rules.batch)


async def wake(connection: AsyncConnection, seen: Seen) -> bool:
    """Queue a parked run."""
    return await runs.requeue(connection, seen[0], _waking(), reason="")


def _waking() -> ColumnElement[bool]:
    return and_(table.c.status == RunStatus.WAITING, table.c.wake <= database_now())


async def nudge(connection: AsyncConnection, rules: ReapRules) -> tuple[str, ...]:
    """Ring again for runs that have been queued long: the broker may have forgotten them, or a worker swallowed it."""
    long = and_(table.c.status == RunStatus.QUEUED, table.c.nudged < database_now() - rules.nudge_s)
    # Several reapers pass each other by on PostgreSQL, for two that wait for each other's rows would never end.
    some = select(table.c.id).where(long).order_by(table.c.nudged).limit(rules.batch).with_for_update(skip_locked=True)
    nudged = update(table).where(table.c.id.in_(some), long).values(nudged=database_now()).returning(table.c.id)
    ids = (await connection.execute(nudged)).scalars().all()
    silent = sorted(set(ids) - await outbox.pending(connection, ids))
    for run_id in silent:
        await outbox.add(connection, run_id)
    return tuple(silent)


async def _seen(connection: AsyncConnection, where: ColumnElement[bool], limit: int) -> Sequence[Seen]:
    rows = await connection.execute(select(table.c.id, table.c.attempt).where(where).limit(limit))
    return [(row.id, row.attempt) for row in rows]
