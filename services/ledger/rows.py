"""From table rows to what the ledger's users see."""

import datetime as dt
from dataclasses import replace
from typing import Any

import orjson
from sqlalchemy import RowMapping

from services.core.domain.question import Question, RunContext
from services.core.wire.json import loads
from services.ledger.models import RunRow, StoredEvent
from services.ledger.run import EventKind, RunStatus


def to_run(row: RowMapping) -> RunRow:
    """A run from a row of all columns. The context's deadline is the row's: resuming moves it."""
    deadline = instant(row["deadline"])
    return RunRow(
        id=row["id"],
        question=loads(Question, row["question"]),
        context=replace(loads(RunContext, row["context"]), deadline=deadline),
        flow=row["flow"],
        status=RunStatus(row["status"]),
        reason=row["reason"],
        attempt=row["attempt"],
        step=row["step"],
        losses=row["losses"],
        retries=row["retries"],
        last_event=row["last_event"],
        cancel_requested=row["cancel_requested"],
        created=instant(row["created"]),
        updated=instant(row["updated"]),
        deadline=deadline,
        finished=None if row["finished"] is None else instant(row["finished"]),
        answer_json=row["answer"],
        confidence=row["confidence"],
        trace_parent=row["trace_parent"],
    )


def to_event(row: RowMapping) -> StoredEvent:
    """An event from a row of all columns."""
    data: Any = orjson.loads(row["data"])
    return StoredEvent(row["n"], EventKind(row["kind"]), data, instant(row["at"]))


def instant(seconds: float) -> dt.datetime:
    """Seconds since the epoch as an aware datetime."""
    return dt.datetime.fromtimestamp(seconds, dt.UTC)
