"""The life of a run."""

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


class EventKind(StrEnum):
    """Kinds of events of a run, in about the order in which they come."""

    RUN_ACCEPTED = "run.accepted"
    RUN_STARTED = "run.started"
    QUESTION_CONDENSED = "question.condensed"
    QUESTION_ROUTED = "question.routed"
    PLAN_MADE = "plan.made"
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
