"""The life of a run and of a document."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from services.core.domain.answer import Answer
from services.core.domain.question import Question, RunContext


class RunStatus(StrEnum):
    """States of a run; the last six are terminal."""

    QUEUED = "queued"
    RUNNING = "running"
    WAITING = "waiting"
    DONE = "done"
    DEGRADED = "degraded"
    ABSTAINED = "abstained"
    CANCELLED = "cancelled"
    FAILED = "failed"
    DEAD = "dead"

    @property
    def terminal(self) -> bool:
        """Whether nothing more will happen to the run by itself."""
        return self not in (RunStatus.QUEUED, RunStatus.RUNNING, RunStatus.WAITING)


class DocumentStatus(StrEnum):
    """States of a document; the last five are terminal and the first of those is the good one."""

    RECEIVED = "received"
    PARSING = "parsing"
    INDEXING = "indexing"
    INDEXED = "indexed"
    EMPTY = "empty"
    REJECTED = "rejected"
    FAILED = "failed"
    DELETED = "deleted"

    @property
    def terminal(self) -> bool:
        """Whether ingestion has done what it can."""
        return self not in (DocumentStatus.RECEIVED, DocumentStatus.PARSING, DocumentStatus.INDEXING)


class DocumentReason(StrEnum):
    """Why a document is empty, rejected or failed."""

    EMPTY_FILE = "empty_file"
    NO_TEXT_LAYER = "no_text_layer"
    NO_TEXT = "no_text"
    ENCRYPTED = "encrypted"
    CORRUPT = "corrupt"
    UNSUPPORTED = "unsupported_format"
    WRONG_EXTENSION = "content_is_not_its_extension"
    TOO_LARGE = "too_large"
    LIMITS = "parser_limits"
    DUPLICATE_ID = "duplicate_id"
    PARSER_CRASHED = "parser_crashed"
    UNAVAILABLE = "dependency_unavailable"


class EventKind(StrEnum):
    """Kinds of events of a run, in about the order in which they come."""

    RUN_ACCEPTED = "run.accepted"
    RUN_STARTED = "run.started"
    QUESTION_CONDENSED = "question.condensed"
    QUESTION_ROUTED = "question.routed"
    PLAN_MADE = "plan.made"
    SEARCH_STARTED = "search.started"
    SEARCH_DONE = "search.done"
    EVIDENCE_ASSESSED = "evidence.assessed"
    FINDING_MADE = "finding.made"
    POLICY_DECIDED = "policy.decided"
    RUN_ESCALATED = "run.escalated"
    ANSWER_RESTARTED = "answer.restarted"
    ANSWER_DRAFT = "answer.draft"
    ANSWER_CHECKED = "answer.checked"
    ANSWER_SENTENCE = "answer.sentence"
    ANSWER_FINAL = "answer.final"
    RUN_ENDED = "run.ended"


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What a run is asked to do. `flow` is "auto", "fast" or "deep"; what makes it unique stays with the ledger."""

    run_id: str
    question: Question
    context: RunContext
    flow: str = "auto"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a run. `data` is JSON-able; the ledger gives the number and the time."""

    kind: EventKind
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended: a terminal status, the answer when there is one, and a reason when it is not plain."""

    status: RunStatus
    answer: Answer | None = None
    reason: str = ""
