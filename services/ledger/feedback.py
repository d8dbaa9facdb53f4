"""What readers think of answers: one rating a reader and run, the newest."""

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.ledger import runs
from services.ledger.models import Feedback
from services.ledger.schema import database_now
from services.ledger.schema import feedback as table
from services.ledger.schema import runs as runs_table


async def put(connection: AsyncConnection, feedback: Feedback, tenant: str) -> None:
    """Keep a rating, in place of an earlier one by the same reader. Raises NotFound for a run of another tenant."""
    run = await runs.get(connection, feedback.run_id, tenant)
    # Holding the run's row lets two ratings of one reader come one after the other on engines with many writers.
    await connection.execute(select(runs_table.c.id).where(runs_table.c.id == run.id).with_for_update())
    said = {"rating": feedback.rating, "comment": feedback.comment, "at": database_now()}
    where = (table.c.run_id == run.id, table.c.user == feedback.user)
    changed = await connection.execute(update(table).where(*where).values(**said))
    if changed.rowcount == 0:
        await connection.execute(insert(table).values(run_id=run.id, user=feedback.user, **said))


async def of_run(connection: AsyncConnection, run_id: str, tenant: str) -> tuple[Feedback, ...]:
    """Ratings of a run. Raises NotFound."""
    run = await runs.get(connection, run_id, tenant)
    rows = await connection.execute(select(table).where(table.c.run_id == run.id).order_by(table.c.user))
    return tuple(Feedback(row.run_id, row.user, row.rating, row.comment) for row in rows)
