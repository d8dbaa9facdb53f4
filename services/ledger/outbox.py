"""Doorbells to ring, written in the same transaction as what they ring for. Rung at least once."""

from collections.abc import Sequence

from sqlalchemy import Select, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.ledger.models import OutboxItem
from services.ledger.schema import database_now, outbox

RUN = "run"


async def add(connection: AsyncConnection, key: str) -> None:
    """A doorbell for a run."""
    now = database_now()
    await connection.execute(insert(outbox).values(kind=RUN, key=key, created=now, available=now, attempts=0))


async def any_due(connection: AsyncConnection) -> bool:
    """Whether there is something to take. A read, so that an idle relay never asks for the write lock."""
    return (await connection.execute(_due(1))).first() is not None


async def take(connection: AsyncConnection, limit: int, hold_s: float) -> list[OutboxItem]:
    """The oldest due doorbells, hidden from other relays for `hold_s`: who dies with them leaves them to others."""
    taken = (
        update(outbox)
        # Several relays pass each other by on PostgreSQL; SQLite has one writer and ignores the clause.
        .where(outbox.c.id.in_(_due(limit).with_for_update(skip_locked=True)))
        .values(attempts=outbox.c.attempts + 1, available=database_now() + hold_s)
        .returning(outbox.c.id, outbox.c.kind, outbox.c.key, outbox.c.attempts)
    )
    rows = (await connection.execute(taken)).all()
    return sorted((OutboxItem(*row) for row in rows), key=lambda item: item.id)


async def published(connection: AsyncConnection, ids: Sequence[int]) -> None:
    """These rang."""
    await connection.execute(update(outbox).where(outbox.c.id.in_(ids)).values(published=database_now()))


async def postpone(connection: AsyncConnection, ids: Sequence[int], delay_s: float) -> None:
    """These could not be rung now."""
    later = database_now() + delay_s
    await connection.execute(update(outbox).where(outbox.c.id.in_(ids)).values(available=later))


async def pending(connection: AsyncConnection, keys: Sequence[str]) -> frozenset[str]:
    """Those of the keys whose doorbell has not rung yet."""
    query = select(outbox.c.key).where(outbox.c.key.in_(keys), outbox.c.published.is_(None))
    return frozenset((await connection.execute(query)).scalars())


async def purge(connection: AsyncConnection, older_than_s: float) -> None:
    """Forget what rang long ago."""
    await connection.execute(delete(outbox).where(outbox.c.published < database_now() - older_than_s))


def _due(limit: int) -> Select[int]:
    due = (outbox.c.published.is_(None), outbox.c.available <= database_now())
    return select(outbox.c.id).where(*due).order_by(outbox.c.id).limit(limit)
