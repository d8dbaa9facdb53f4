"""What the native API shows."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, get_type_hints

from pydantic import BaseModel, Field, create_model

from services.core.domain.answer import Answer
from services.core.wire.json import plain, plain_all
from services.documents.models import DocumentRow
from services.documents.status import DocumentStatus
from services.ledger.models import RunRow, StoredEvent
from services.ledger.run import EventKind, RunStatus

_FIELDS: Any = {field.name: (get_type_hints(Answer)[field.name], ...) for field in fields(Answer)}
# The answer object is the domain's, flat, with the run's status before it: one definition, two readers.
AnswerObject = create_model(
    "AnswerObject",
    __doc__="A run that ended with an answer: done, degraded (`degraded` says why) or abstained.",
    status=(RunStatus, Field(description='"done", "degraded" or "abstained".')),
    **_FIELDS,
)


class RunSummary(BaseModel):
    """A run in a list."""

    id: str
    status: RunStatus
    reason: str = Field(description='Why it ended so, "code: words"; empty when there is nothing to say.')
    question: str
    flow: str
    profile: str
    created: dt.datetime
    updated: dt.datetime
    deadline: dt.datetime
    finished: dt.datetime | None
    attempt: int = Field(description="How often a worker has taken the run.")
    last_event: int = Field(description="Number of the newest event.")
    cancel_requested: bool
    confidence: float | None


class RunView(RunSummary):
    """A run with what is known so far: taken from its events while it runs, from its answer when it has one."""

    history: list[dict[str, Any]]
    step: str
    losses: int
    retries: int
    now: dt.datetime
    time_zone: str
    fiscal_year_start_month: int
    route: dict[str, Any] | None
    plan: dict[str, Any] | None
    findings: list[dict[str, Any]]
    answer: dict[str, Any] | None
    links: dict[str, str]


class RunList(BaseModel):
    """Runs, newest first."""

    runs: list[RunSummary]
    cursor: str = Field(description="Ask for the next page with it; empty on the last page.")


class DocumentView(BaseModel):
    """A document."""

    id: str
    status: DocumentStatus
    reason: str = Field(description="Why it is empty, rejected or failed.")
    detail: str = Field(description="The same in words.")
    name: str
    external_id: str
    title: str
    source_path: str
    url: str
    media_type: str
    size: int = Field(description="Bytes.")
    sha256: str = Field(description="Of the bytes, in hex.")
    version: int
    current_version: int = Field(description="The searched version; 0 when there is none yet.")
    language: str
    date: dt.date | None
    tags: list[str]
    profile: str
    passages: int
    created: dt.datetime
    updated: dt.datetime
    waits: int = Field(description="How often it was put off because something was away.")
    stale: bool = Field(description="The indexes may still hold rows that nobody searches; they are being removed.")
    duplicate: bool = Field(description="The same bytes were there already and nothing will be done.")


class DocumentList(BaseModel):
    """Documents, newest first."""

    documents: list[DocumentView]
    cursor: str = Field(description="Ask for the next page with it; empty on the last page.")


def answered(run: RunRow) -> dict[str, Any] | None:
    """The answer object of a run; None when it ended without one."""
    return None if run.answer is None else {"status": run.status.value, **plain(run.answer)}


def summary(run: RunRow) -> dict[str, Any]:
    """A run in a list."""
    return {
        "id": run.id,
        "status": run.status.value,
        "reason": run.reason,
        "question": run.question.original or run.question.text,
        "flow": run.flow,
        "profile": run.context.profile,
        "created": run.created,
        "updated": run.updated,
        "deadline": run.deadline,
        "finished": run.finished,
        "attempt": run.attempt,
        "last_event": run.last_event,
        "cancel_requested": run.cancel_requested,
        "confidence": run.confidence,
    }


def whole(run: RunRow, events: Sequence[StoredEvent]) -> dict[str, Any]:
    """A run with all that is known of it."""
    answer = answered(run)
    return summary(run) | {
        "history": plain_all(run.question.history),
        "step": run.step,
        "losses": run.losses,
        "retries": run.retries,
        "now": run.context.now,
        "time_zone": run.context.locale.time_zone,
        "fiscal_year_start_month": run.context.locale.fiscal_year_start_month,
        "route": answer["route"] if answer else _newest(events, EventKind.QUESTION_ROUTED),
        "plan": answer["plan"] if answer else (_newest(events, EventKind.PLAN_MADE) or {}).get("plan"),
        "findings": answer["findings"] if answer else _all(events, EventKind.FINDING_MADE),
        "answer": answer,
        "links": links(run.id),
    }


def links(run_id: str) -> dict[str, str]:
    """Where else to go from a run."""
    return {"self": f"/v1/runs/{run_id}", "events": f"/v1/runs/{run_id}/events"}


def document(row: DocumentRow) -> dict[str, Any]:
    """A document."""
    return {
        "id": row.id,
        "status": row.status.value,
        "reason": row.reason,
        "detail": row.detail,
        "name": row.name,
        "external_id": row.external_id,
        "title": row.title,
        "source_path": row.source_path,
        "url": row.url,
        "media_type": row.media_type,
        "size": row.size,
        "sha256": row.blob_sha256,
        "version": row.version,
        "current_version": row.current_version,
        "language": row.language,
        "date": row.date,
        "tags": list(row.tags),
        "profile": row.profile,
        "passages": row.passages,
        "created": row.created_at,
        "updated": row.updated_at,
        "waits": row.waits,
        "stale": row.stale,
        "duplicate": row.duplicate,
    }


def _newest(events: Sequence[StoredEvent], kind: EventKind) -> dict[str, Any] | None:
    return next((dict(event.data) for event in reversed(events) if event.kind is kind), None)


def _all(events: Iterable[StoredEvent], kind: EventKind) -> list[dict[str, Any]]:
    return [dict(event.data) for event in events if event.kind is kind]
