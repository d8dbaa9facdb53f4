"""Events of a run, numbered from 1 without gaps. The caller's transaction holds the run's row."""

from collections.abc import Sequence

import orjson
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.ledger.models import StoredEvent
from services.ledger.rows import to_event
from services.ledger.run import Event, EventKind
from services.ledger.schema import database_now, events, runs

_SPOKEN = (EventKind.ANSWER_DRAFT, EventKind.ANSWER_SENTENCE)


async def append(connection: AsyncConnection, run_id: str, new: Sequence[Event], *, step: str = "") -> None:
    """Add events under the run's row, which gives out their numbers. `step` says whose checkpoint they belong to."""
    if not new:
        return
    grown = update(runs).where(runs.c.id == run_id).values(last_event=runs.c.last_event + len(new))
    last = (await connection.execute(grown.returning(runs.c.last_event))).scalar_one()
    first = last - len(new) + 1
    rows = [
        {
            "run_id": run_id,
            "n": n,
            "kind": event.kind.value,
            "data": orjson.dumps(dict(event.data)).decode(),
            "step": step,
        }
        for n, event in enumerate(new, start=first)
    ]
    await connection.execute(insert(events).values(at=database_now()), rows)


async def after(connection: AsyncConnection, run_id: str, *, n: int, limit: int) -> list[StoredEvent]:
    """Events with a number above `n`, in order."""
    query = select(events).where(events.c.run_id == run_id, events.c.n > n).order_by(events.c.n).limit(limit)
    return [to_event(row) for row in (await connection.execute(query)).mappings()]


async def before_words_of(connection: AsyncConnection, run_id: str, forgotten: Sequence[str]) -> int | None:
    """The number before the first words that forgotten steps have said; None when they said none."""
    said = (events.c.kind.in_((*_SPOKEN, EventKind.ANSWER_FINAL)), events.c.step.in_(forgotten))
    query = select(func.min(events.c.n)).where(events.c.run_id == run_id, *said)
    first: int | None = (await connection.execute(query)).scalar_one()
    return None if first is None else first - 1


async def void_after(connection: AsyncConnection, run_id: str) -> int | None:
    """The number above which words of the answer are void because no checkpoint holds them; None when there are none.

    A step that was cut off will say its words again, so a reader must forget what it said the first time.
    """
    kept_query = select(func.coalesce(func.max(events.c.n), 0)).where(
        events.c.run_id == run_id, (events.c.step != "") | (events.c.kind == EventKind.ANSWER_RESTARTED)
    )
    kept: int = (await connection.execute(kept_query)).scalar_one()
    spoken = select(func.count()).where(events.c.run_id == run_id, events.c.n > kept, events.c.kind.in_(_SPOKEN))
    return kept if (await connection.execute(spoken)).scalar_one() else None
