"""Checkpoints: one row a step, keyed by run and step. The caller's transaction holds the run's row."""

from collections.abc import Mapping

from sqlalchemy import Insert, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.ledger.schema import database_now, steps


async def begin(connection: AsyncConnection, run_id: str, step: str, *, attempt: int) -> None:
    """Note that an attempt works on a step. A finished step stays as it is."""
    where = (steps.c.run_id == run_id, steps.c.step == step)
    begun = await connection.execute(update(steps).where(*where).values(attempt=attempt, begun=database_now()))
    if begun.rowcount == 0:
        await connection.execute(_row(run_id, step, attempt))


async def finish(connection: AsyncConnection, run_id: str, step: str, *, attempt: int, result: bytes) -> bool:
    """Keep a step's result. False when it has one already; then nothing is changed."""
    where = (steps.c.run_id == run_id, steps.c.step == step)
    done = {"attempt": attempt, "result": result, "finished": database_now()}
    kept = await connection.execute(update(steps).where(*where, steps.c.result.is_(None)).values(**done))
    if kept.rowcount:
        return True
    if (await connection.execute(select(steps.c.step).where(*where))).first() is not None:
        return False
    await connection.execute(_row(run_id, step, attempt).values(result=result, finished=database_now()))
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


def _row(run_id: str, step: str, attempt: int) -> Insert:
    return insert(steps).values(run_id=run_id, step=step, attempt=attempt, losses=0, begun=database_now())
