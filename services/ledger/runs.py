"""Accepting, reading, ending and reviving runs."""

import base64
import binascii
from collections.abc import Sequence

from sqlalchemy import ColumnElement, func, insert, literal, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.core.errors import BadInput, Conflict, NotFound
from services.core.wire.json import dumps
from services.ledger import events, outbox, steps
from services.ledger.models import NewRun, RunPage, RunRow
from services.ledger.rows import to_run
from services.ledger.run import Event, EventKind, Outcome, RunStatus
from services.ledger.schema import database_now, runs

REVIVABLE = (RunStatus.FAILED, RunStatus.DEAD, RunStatus.CANCELLED, RunStatus.DEGRADED)


async def accept(connection: AsyncConnection, new: NewRun) -> RunRow:
    """Store a run, its doorbell and its first event; or find the run that the same key and body made before.

    Raises Conflict for another body, IntegrityError when the id or key is taken meanwhile.
    """
    if new.idempotency_key:
        earlier = await by_key(connection, new)
        if earlier is not None:
            return earlier
    await connection.execute(insert(runs).values(**_first_values(new)))
    accepted = Event(EventKind.RUN_ACCEPTED, {"question": new.request.question.text, "flow": new.request.flow})
    await events.append(connection, new.request.run_id, [accepted])
    await outbox.add(connection, new.request.run_id)
    return await get(connection, new.request.run_id, new.tenant)


async def by_key(connection: AsyncConnection, new: NewRun) -> RunRow | None:
    """The run that this idempotency key made. Raises Conflict when it was made of another body."""
    where = (runs.c.tenant == new.tenant, runs.c.idempotency_key == new.idempotency_key)
    row = (await connection.execute(select(runs).where(*where))).mappings().first()
    if row is None:
        return None
    if row["body_hash"] != new.body_hash:
        raise Conflict(
            "This Idempotency-Key was used with another request. Use a new key for a new request.",
            run_id=row["id"],
            key=new.idempotency_key,
        )
    return to_run(row)


def _first_values(new: NewRun) -> dict[str, object]:
    now, context = database_now(), new.request.context
    deadline = context.deadline.timestamp()
    return {
        "id": new.request.run_id,
        "tenant": new.tenant,
        "question": dumps(new.request.question).decode(),
        "context": dumps(context).decode(),
        "flow": new.request.flow,
        "status": RunStatus.QUEUED,
        "reason": "",
        "attempt": 0,
        "lease_owner": "",
        "lease_until": 0.0,
        "step": "",
        "losses": 0,
        "retries": 0,
        "last_event": 0,
        "cancel_requested": False,
        "created": now,
        "updated": now,
        "queued": now,
        "nudged": now,
        "wake": 0.0,
        "deadline": deadline,
        "time_limit": literal(deadline) - now,
        "idempotency_key": new.idempotency_key or None,
        "body_hash": new.body_hash,
        "trace_parent": new.trace_parent,
    }


async def get(connection: AsyncConnection, run_id: str, tenant: str) -> RunRow:
    """A run of this tenant. Raises NotFound."""
    query = select(runs).where(runs.c.id == run_id, runs.c.tenant == tenant)
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        raise NotFound(f"There is no run {run_id!r}. `sextant runs list` shows those there are.", run_id=run_id)
    return to_run(row)


def of(tenant: str) -> ColumnElement[bool]:
    """Runs of a tenant."""
    return runs.c.tenant == tenant


def is_in(status: RunStatus) -> ColumnElement[bool]:
    """Runs in a state."""
    return runs.c.status == status


def begins(text: str) -> ColumnElement[bool]:
    """Runs whose id begins so."""
    return runs.c.id.startswith(text, autoescape=True)


async def page(
    connection: AsyncConnection, where: Sequence[ColumnElement[bool]], *, limit: int, cursor: str
) -> RunPage:
    """A page of runs, newest first."""
    query = select(runs).where(*where)
    if cursor:
        query = query.where(tuple_(runs.c.created, runs.c.id) < tuple_(*_read_cursor(cursor)))
    query = query.order_by(runs.c.created.desc(), runs.c.id.desc()).limit(limit + 1)
    rows = (await connection.execute(query)).mappings().all()
    following = _write_cursor(rows[limit - 1]["created"], rows[limit - 1]["id"]) if len(rows) > limit else ""
    return RunPage(tuple(to_run(row) for row in rows[:limit]), following)


def _write_cursor(created: float, run_id: str) -> str:
    return base64.urlsafe_b64encode(f"{created!r} {run_id}".encode()).decode()


def _read_cursor(cursor: str) -> tuple[float, str]:
    try:
        created, run_id = base64.urlsafe_b64decode(cursor.encode()).decode().split(" ", 1)
        return float(created), run_id
    except (ValueError, binascii.Error) as error:
        raise BadInput("cursor: it is not one that a list gave. Begin again without it.", field="cursor") from error


async def end(connection: AsyncConnection, run_id: str, outcome: Outcome, *when: ColumnElement[bool]) -> bool:
    """Put a run into a terminal state, with its event, if it is in none and `when` holds. False when it was not."""
    live = runs.c.status.in_((RunStatus.QUEUED, RunStatus.RUNNING, RunStatus.WAITING))
    answer = outcome.answer
    ended = (
        update(runs)
        .where(runs.c.id == run_id, live, *when)
        .values(
            status=outcome.status,
            reason=outcome.reason,
            answer=None if answer is None else dumps(answer).decode(),
            confidence=None if answer is None else answer.confidence.score,
            lease_owner="",
            finished=database_now(),
            updated=database_now(),
        )
        .returning(runs.c.attempt)
    )
    row = (await connection.execute(ended)).first()
    if row is None:
        return False
    data = {"status": outcome.status.value, "reason": outcome.reason, "attempt": row.attempt}
    await events.append(connection, run_id, [Event(EventKind.RUN_ENDED, data)])
    return True


async def cancel(connection: AsyncConnection, run_id: str, tenant: str) -> RunRow:
    """End a run that nobody works on; ask the worker of one that is worked on. Raises NotFound, Conflict."""
    run = await get(connection, run_id, tenant)
    if run.status is RunStatus.CANCELLED:
        return run
    if run.status.terminal:
        raise Conflict(f"The run has ended already ({run.status}).", run_id=run_id, status=run.status)
    stopped = Outcome(RunStatus.CANCELLED, reason="cancelled before it was finished")
    if not await end(connection, run_id, stopped, runs.c.status != RunStatus.RUNNING):
        asked = {"cancel_requested": True, "updated": database_now()}
        await connection.execute(update(runs).where(runs.c.id == run_id).values(**asked))
    return await get(connection, run_id, tenant)


async def requeue(connection: AsyncConnection, run_id: str, *when: ColumnElement[bool], **values: object) -> bool:
    """Queue a run and its doorbell, if `when` holds. False when it did not."""
    now = database_now()
    back = {"status": RunStatus.QUEUED, "lease_owner": "", "queued": now, "nudged": now, "updated": now}
    queued = await connection.execute(update(runs).where(runs.c.id == run_id, *when).values(**back | values))
    if queued.rowcount == 0:
        return False
    await outbox.add(connection, run_id)
    return True


async def resume(connection: AsyncConnection, run_id: str, tenant: str) -> RunRow:
    """Queue an ended run again with its finished steps, losses forgiven and its time limit begun anew.

    Steps that were done without something are done again, with all that came after them; what was answered so is void.
    """
    run = await get(connection, run_id, tenant)
    if run.status not in REVIVABLE:
        names = ", ".join(REVIVABLE)
        raise Conflict(f"Only a run that is {names} can be resumed; this one is {run.status}.", status=run.status)
    queued = await requeue(
        connection,
        run_id,
        runs.c.status == run.status,
        reason="",
        answer=None,
        confidence=None,
        losses=0,
        retries=0,
        cancel_requested=False,
        finished=None,
        deadline=database_now() + runs.c.time_limit,
    )
    if not queued:
        raise Conflict("The run has just been resumed by somebody else.", run_id=run_id)
    await steps.forgive(connection, run_id)
    void_after = await events.before_words_of(connection, run_id, await steps.forget_degraded(connection, run_id))
    again = [Event(EventKind.RUN_ACCEPTED, {"resumed": True})]
    if void_after is not None:
        again.append(Event(EventKind.ANSWER_RESTARTED, {"attempt": run.attempt, "void_after": void_after}))
    await events.append(connection, run_id, again)
    return await get(connection, run_id, tenant)


async def oldest_queued_age(connection: AsyncConnection) -> float:
    """Seconds that the longest waiting run has been queued; 0 when none is."""
    query = select(func.coalesce(database_now() - func.min(runs.c.queued), 0.0)).where(
        runs.c.status == RunStatus.QUEUED
    )
    return max(0.0, float((await connection.execute(query)).scalar_one()))


async def counts(connection: AsyncConnection) -> dict[RunStatus, int]:
    """How many runs are in each state; states without runs are 0."""
    rows = await connection.execute(select(runs.c.status, func.count()).group_by(runs.c.status))
    return dict.fromkeys(RunStatus, 0) | {RunStatus(status): number for status, number in rows}
