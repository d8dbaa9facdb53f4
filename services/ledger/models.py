"""What goes into the ledger and comes out of it."""

import datetime as dt
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from services.core.domain.answer import Answer
from services.core.domain.question import Question, RunContext
from services.core.wire.json import loads
from services.ledger.run import EventKind, RunRequest, RunStatus


@dataclass(frozen=True, slots=True)
class NewRun:
    """A run to accept. `body` is what the caller sent: the same key with another body is a conflict."""

    request: RunRequest
    idempotency_key: str = ""
    body: bytes = b""
    trace_parent: str = ""

    @property
    def tenant(self) -> str:
        """Who the run belongs to."""
        return self.request.context.scope.tenant

    @property
    def body_hash(self) -> str:
        """SHA-256 of the body, in hex."""
        return hashlib.sha256(self.body).hexdigest()


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run as stored.

    `attempt` counts claims and is the fencing token. `step` is the one begun last. `losses` counts lost workers since
    the last progress. `retries` counts parkings. `last_event` is the number of the newest event. Datetimes are UTC.
    """

    id: str
    question: Question
    context: RunContext
    flow: str
    status: RunStatus
    reason: str
    attempt: int
    step: str
    losses: int
    retries: int
    last_event: int
    cancel_requested: bool
    created: dt.datetime
    updated: dt.datetime
    deadline: dt.datetime
    finished: dt.datetime | None = None
    answer_json: str | None = None
    confidence: float | None = None
    trace_parent: str = ""

    @property
    def tenant(self) -> str:
        """Who the run belongs to."""
        return self.context.scope.tenant

    @property
    def request(self) -> RunRequest:
        """What the run is asked to do."""
        return RunRequest(self.id, self.question, self.context, self.flow)

    @property
    def answer(self) -> Answer | None:
        """The answer object, once there is one."""
        return None if self.answer_json is None else loads(Answer, self.answer_json)


@dataclass(frozen=True, slots=True)
class Claim:
    """A worker's right to write to a run, good as long as `attempt` is the run's. `steps` are the results so far."""

    run: RunRow
    worker: str
    attempt: int
    steps: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event with its number within the run (from 1, without gaps) and its time (UTC)."""

    n: int
    kind: EventKind
    data: Mapping[str, Any]
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class RunPage:
    """A page of runs, newest first. `cursor` asks for the next page, "" when there is none."""

    runs: tuple[RunRow, ...]
    cursor: str = ""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a reader ("" is the anonymous one) thinks of a run's answer: "up", "down" or "1" to "5", and words."""

    run_id: str
    user: str
    rating: str
    comment: str = ""


@dataclass(frozen=True, slots=True)
class OutboxItem:
    """A doorbell to ring: `kind` says which ("run"), `key` for what. `attempts` counts tries, this one included."""

    id: int
    kind: str
    key: str
    attempts: int


@dataclass(frozen=True, slots=True)
class ReapRules:
    """What the reaper goes by, in seconds of the database's clock.

    `grace_s`: how long after its deadline a worker may still end its run itself. `nudge_s`: how long a run may be
    queued before its doorbell rings again. `keep_s`: how long published outbox rows are kept.
    """

    max_losses: int = 3
    grace_s: float = 2.0
    nudge_s: float = 15.0
    keep_s: float = 3600.0
    batch: int = 200


@dataclass(frozen=True, slots=True)
class Reaped:
    """Ids of runs that a pass of the reaper moved, by what happened to them. `expired` counts leases that ran out."""

    requeued: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    cancelled: tuple[str, ...] = ()
    woken: tuple[str, ...] = ()
    nudged: tuple[str, ...] = ()
    expired: int = 0
