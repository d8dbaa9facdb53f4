"""The ledger's time, moved by hand: a test need not wait for a lease, and a slow machine changes nothing."""

from sqlalchemy import update

from services.ledger.ledger import Ledger
from services.ledger.schema import outbox, runs


async def let_pass(ledger: Ledger, seconds: float) -> None:
    """Put everything that the database's clock is compared with so many seconds into the past."""
    async with ledger._database.write() as connection:
        for column in (runs.c.lease_until, runs.c.deadline, runs.c.nudged, runs.c.queued, runs.c.wake):
            await connection.execute(update(runs).values({column.name: column - seconds}))
        await connection.execute(update(outbox).values(available=outbox.c.available - seconds))
