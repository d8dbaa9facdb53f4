"""From what somebody asks to a run in the ledger."""

import datetime as dt
from dataclasses import dataclass
from functools import cache
from uuid import uuid4
from zoneinfo import ZoneInfo, available_timezones

from opentelemetry import trace
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from services.core.domain.question import Budget, Locale, Question, RunContext, Scope, Turn
from services.core.errors import BadInput, EmptyQuestion, QuestionTooLong, UnknownFlow, UnknownProfile
from services.gateway.idempotency import Repetition
from services.gateway.schemas import AskBody, Settled
from services.gateway.settings import Settings
from services.ledger.ledger import Ledger
from services.ledger.models import NewRun, RunRow
from services.ledger.run import RunRequest

FLOWS = ("auto", "fast", "deep")
# Those of services/retrieval/profiles: a test holds the two together. Named here, so that an unknown one is refused
# before anything is stored.
PROFILES = ("finance", "general", "medical", "news")
_EARLIEST, _LATEST = 1000, 3000


@dataclass(frozen=True, slots=True)
class Reception:
    """Takes questions in."""

    ledger: Ledger
    settings: Settings

    async def accept(self, scope: Scope, ask: AskBody, repetition: Repetition, *, traceparent: str = "") -> RunRow:
        """Store a run and its doorbell in one transaction; a repeated request finds the run of the first.

        Raises EmptyQuestion, QuestionTooLong, UnknownFlow, UnknownProfile, BadInput, Conflict, StorageFull,
        Unavailable.
        """
        if ask.flow not in FLOWS:
            raise UnknownFlow(ask.flow, FLOWS)
        text = self.question(ask.question)
        history = tuple(Turn(turn.role, clean(turn.text)) for turn in ask.history)
        context = self.context(scope, ask, self._seconds(ask))
        question = Question(text, original=text, history=history, database=ask.database)
        request = RunRequest(context.run_id, question, context, ask.flow)
        parent = TraceContextTextMapPropagator().extract({"traceparent": traceparent})
        with trace.get_tracer("sextant").start_as_current_span("accept", context=parent):
            carrier = {"traceparent": traceparent}
            TraceContextTextMapPropagator().inject(carrier)
            new = NewRun(request, repetition.key, repetition.body, carrier["traceparent"])
            return await self.ledger.accept(new)

    def question(self, said: str) -> str:
        """A question that can be asked. Raises EmptyQuestion, QuestionTooLong."""
        text = clean(said)
        if not text.strip():
            raise EmptyQuestion
        if len(text) > self.settings.gateway_question_limit:
            raise QuestionTooLong(len(text), self.settings.gateway_question_limit)
        return text

    def context(self, scope: Scope, settled: Settled, seconds: float) -> RunContext:
        """What every call of a run, or of a search, carries. Raises UnknownProfile, BadInput for a time zone that does
        not exist."""
        settings, present = self.settings, dt.datetime.now(dt.UTC)
        zone = settled.time_zone or settings.gateway_time_zone
        if zone not in _zones():
            raise BadInput(
                f'time_zone: there is no {zone!r}. Use an IANA name such as "Asia/Shanghai".', field="time_zone"
            )
        now = settled.now or present
        if not _EARLIEST <= now.year <= _LATEST:
            # Relative times are counted from it, in another zone, by years: they must stay within the calendar.
            raise BadInput(f"now: use a year from {_EARLIEST} to {_LATEST}.", field="now")
        return RunContext(
            run_id=uuid4().hex,
            scope=scope,
            locale=Locale(zone, settled.fiscal_year_start_month or settings.gateway_fiscal_year_start_month),
            now=now if now.tzinfo else now.replace(tzinfo=ZoneInfo(zone)),
            deadline=present + dt.timedelta(seconds=seconds),
            profile=known_profile(settled.profile or settings.gateway_profile),
            budget=Budget(**settled.budget.model_dump()),
        )

    def _seconds(self, settled: Settled) -> float:
        limit = self.settings.gateway_max_deadline_s
        seconds = settled.deadline_seconds or self.settings.gateway_deadline_s
        if seconds > limit:
            raise BadInput(f"deadline_seconds: at most {limit:g}.", field="deadline_seconds", limit=limit)
        return seconds


def known_profile(name: str) -> str:
    """The profile's name. Raises UnknownProfile, which lists the known ones."""
    if name not in PROFILES:
        raise UnknownProfile(name, PROFILES)
    return name


def clean(text: str) -> str:
    """Without NUL, which PostgreSQL cannot keep; every other character is the screen's to judge."""
    return text.replace("\x00", "")


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())
