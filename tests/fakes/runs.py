"""Runs as tests ask for them."""

import datetime as dt
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from services.core.domain.answer import Answer, Confidence
from services.core.domain.plan import Plan
from services.core.domain.question import Budget, Locale, Question, RunContext, Scope
from services.core.domain.route import Category, Path, Route
from services.ledger.models import NewRun
from services.ledger.run import Event, EventKind, RunRequest

TENANT = "acme"


def run_request(
    text: str = "Who wrote it?", *, run_id: str = "", tenant: str = TENANT, seconds: float = 60.0, flow: str = "auto"
) -> RunRequest:
    """A run that has `seconds` to finish."""
    now = dt.datetime.now(dt.UTC)
    name = run_id or uuid4().hex
    context = RunContext(
        run_id=name,
        scope=Scope(tenant),
        locale=Locale(),
        now=now,
        deadline=now + dt.timedelta(seconds=seconds),
        profile="general",
        budget=Budget(),
    )
    return RunRequest(name, Question(text, original=text), context, flow)


def new_run(text: str = "Who wrote it?", *, key: str = "", body: bytes = b"", **request: Any) -> NewRun:
    """The same, on its way into the ledger."""
    return NewRun(run_request(text, **request), idempotency_key=key, body=body)


def event(kind: EventKind = EventKind.SEARCH_DONE, **data: Any) -> Event:
    """An event with data."""
    facts: Mapping[str, Any] = data
    return Event(kind, facts)


def answer(run_id: str, text: str = "Ada wrote it. [1]") -> Answer:
    """An answer object without evidence, enough to be stored and read again."""
    return Answer(
        run_id=run_id,
        question="Who wrote it?",
        answer=text,
        short_answer="Ada",
        abstained=False,
        conflict=False,
        citations=(),
        retrieved=(),
        claims=(),
        confidence=Confidence(0.8, "high"),
        contradictions=(),
        unconfirmed=(),
        route=Route(Category.FACTUAL, Path.FAST),
        plan=Plan(()),
        findings=(),
    )
