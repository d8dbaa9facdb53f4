"""Checkpoints: one row a step, keyed by run and step. The caller's transaction holds the run's row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Insert, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.ledger.schema import database_now, steps


async def begin(connection: AsyncConnection, run_id: str, step: str, *, attempt: int) -> None:
    """Note that an attempt works on a step. A finished step stays as it is."""
    where = (steps.c.run_id == run_id, steps.c.step == step)
    begun = await connection.execute(update(steps).where(*where).values(attempt=attempt, begun=database_now()))
    if begun.rowcount == 0:
        await connection.execute(_row(run_id, step, attempt))


@dataclass(frozen=True, slots=True)
class Finished:
    """A step's result, and whether something was away while it was done."""

    step: str
    result: bytes
    degraded: bool = False


async def finish(connection: AsyncConnection, run_id: str, done: Finished, *, attempt: int) -> bool:
    """Keep a step's result. False when it has one already; then nothing is changed."""
    where = (steps.c.run_id == run_id, steps.c.step == done.step)
    values = {"result": done.result, "degraded": done.degraded, "finished": database_now(), "attempt": attempt}
    kept = await connection.execute(update(steps).where(*where, steps.c.result.is_(None)).values(**values))
    if kept.rowcount:
        return True
    if (await connection.execute(select(steps.c.step).where(*where))).first() is not None:
        return False
    await connection.execute(_row(run_id, done.step, attempt).values(**values))
    return True


async def results(connection: AsyncConnection, run_id: str) -> Mapping[str, bytes]:
    """Results of the finished steps."""
    query = select(steps.c.step, steps.c.result).where(steps.c.run_id == run_id, steps.c.result.is_not(None))
    return {row.step: row.result for row in await connection.execute(query)}


async def count_losses(connection: AsyncConnection, run_id: str, attempt: int) -> Mapping[str, int]:
    """Count one more loss on each step that an attempt had begun and not finished; the new counts by step."""
    lost = (
        update(steps)
        .where(steps.c.run_id == run_id, steps.c.attempt == attempt, steps.c.result.is_(None))
        .values(losses=steps.c.losses + 1)
        .returning(steps.c.step, steps.c.losses)
    )
    return {row.step: row.losses for row in await connection.execute(lost)}


async def forgive(connection: AsyncConnection, run_id: str) -> None:
    """Forget the losses of all steps."""
    await connection.execute(update(steps).where(steps.c.run_id == run_id).values(losses=0))


async def forget_degraded(connection: AsyncConnection, run_id: str) -> Sequence[str]:
    """Forget the steps that were done without something, and all that ended after the first of them had begun: no other
    can rest on it. Returns their names."""
    degraded = (steps.c.run_id == run_id, steps.c.degraded.is_(True))
    first = (await connection.execute(select(func.min(steps.c.begun)).where(*degraded))).scalar_one()
    if first is None:
        return ()
    resting = delete(steps).where(steps.c.run_id == run_id, or_(steps.c.degraded.is_(True), steps.c.finished >= first))
    return (await connection.execute(resting.returning(steps.c.step))).scalars().all()


def _row(run_id: str, step: str, attempt: int) -> Insert:
    return insert(steps).values(run_id=run_id, step=step, attempt=attempt, losses=0, begun=database_now())
