"""One attempt at a run: the pipeline at work, the lease kept alive beside it, and the run settled at the end."""

import asyncio
import contextlib
import random
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, auto
from typing import Protocol

import structlog

from services.core.errors import Cancelled, DeadlinePassed, Internal, LeaseLost, SextantError, Unavailable
from services.ledger.ledger import Ledger
from services.ledger.models import Claim
from services.ledger.run import Outcome, RunRequest, RunStatus
from services.orchestrator.journal import Journal
from services.orchestrator.metrics import LEASES_LOST, RUN_SECONDS, RUNS_ENDED, RUNS_RETRIED

log = structlog.get_logger()

MAX_BACKOFF_S = 60.0
# A ledger that is busy for a moment is asked again before the run is left to its lease.
SETTLE_PAUSES_S = (0.2, 1.0)
# How long a step may take to stop; then it is left behind, and the fence keeps it from writing.
STOP_S = 5.0
# Which of several faults of parallel branches says how the run goes on; Unavailable comes last: it may be retried.
_DECISIVE = (LeaseLost, Cancelled, DeadlinePassed)


class RunsQuestions(Protocol):
    """What works on a run; `services.orchestrator.pipeline.Pipeline` does."""

    async def run(self, run: RunRequest, journal: Journal) -> Outcome:
        """Answer a run. Raises a SextantError when it cannot."""


@dataclass(frozen=True, slots=True)
class AttemptRules:
    """Times in seconds; `retries` is how often a run waits for what is unavailable, `backoff_s` its first wait."""

    heartbeat_s: float = 5.0
    cancel_poll_s: float = 1.0
    retries: int = 3
    backoff_s: float = 2.0


class Stop(Enum):
    """Why an attempt was told to stop."""

    CANCELLED = auto()
    LEASE_LOST = auto()
    DRAINED = auto()


Ending = Outcome | Unavailable | Stop
"""How work ended: with an outcome, with something to wait for, or by being stopped."""


class Attempt:
    """Works on one claimed run until it is settled: ended, set aside, given back, or lost to another worker."""

    def __init__(self, ledger: Ledger, claim: Claim, rules: AttemptRules) -> None:
        self._ledger = ledger
        self._claim = claim
        self._rules = rules
        self._stop: Stop | None = None
        self._work: asyncio.Task[Outcome] | None = None
        self._log = log.bind(run_id=claim.run.id, attempt=claim.attempt)

    def stop(self, why: Stop) -> None:
        """Stop cooperatively; the first reason counts."""
        if self._stop is None:
            self._stop = why
            if self._work is not None:
                self._work.cancel()

    async def run(self, pipeline: RunsQuestions, journal: Journal) -> None:
        """Work until the run is settled. Raises nothing but the caller's own cancellation."""
        began = time.perf_counter()
        self._work = asyncio.create_task(pipeline.run(self._claim.run.request, journal))
        if self._stop is not None:
            self._work.cancel()
        keeper = asyncio.create_task(self._keep_lease())
        try:
            ending = await self._ending(self._work)
        finally:
            self._work.cancel()
            keeper.cancel()
            await asyncio.wait([self._work, keeper], timeout=STOP_S)
            RUN_SECONDS.observe(time.perf_counter() - began)
        for pause in (*SETTLE_PAUSES_S, 0.0):
            if await self._settled(ending):
                return
            await asyncio.sleep(pause)

    async def _settled(self, ending: Ending) -> bool:
        """Whether the run is settled, or another's. If not, nothing is lost: its lease runs out, another ends it."""
        try:
            await self._settle(ending)
        except LeaseLost:
            await self._lose()
        except SextantError as error:
            self._log.error("run could not be settled", code=error.wire_code, reason=error.message)
            return False
        return True

    async def _ending(self, work: asyncio.Task[Outcome]) -> Ending:
        """How the work went. Whatever a step raised ends its run only, never the worker."""
        left = (self._claim.run.deadline - datetime.now(UTC)).total_seconds()
        in_time, _ = await asyncio.wait([work], timeout=max(0.0, left))
        if not in_time:
            work.cancel()
            await asyncio.wait([work], timeout=STOP_S)
        error = _error_of(work)
        if error is None:
            return work.result()
        if self._stop is not None and in_time:
            return self._stop
        return self._fault(error if in_time else DeadlinePassed("The run's time was over."))

    def _fault(self, fault: BaseException) -> Ending:
        match error := decisive(fault):
            case LeaseLost():
                return Stop.LEASE_LOST
            case Cancelled():
                return Stop.CANCELLED
            case Unavailable() if self._claim.run.retries < self._rules.retries:
                return error
            case SextantError():
                self._log.info("run failed", code=error.wire_code, reason=error.message)
                return Outcome(RunStatus.FAILED, reason=f"{error.wire_code}: {error.message}")
            case _:
                self._log.error("run failed by a fault of ours", exc_info=error)
                return Outcome(RunStatus.FAILED, reason=f"internal: {type(error).__name__}: {error}")

    async def _settle(self, ending: Ending) -> None:
        match ending:
            case Outcome():
                await self._end(ending)
            case Unavailable():
                await self._set_aside(ending)
            case Stop.CANCELLED:
                await self._end(Outcome(RunStatus.CANCELLED, reason="cancelled while it ran"))
            case Stop.DRAINED:
                await self._ledger.release(self._claim)
            case Stop.LEASE_LOST:
                await self._lose()

    async def _end(self, outcome: Outcome) -> None:
        await self._ledger.finish(self._claim, outcome)
        RUNS_ENDED.labels(outcome.status.value).inc()

    async def _lose(self) -> None:
        LEASES_LOST.inc()
        self._log.warning("lease lost")

    async def _set_aside(self, error: Unavailable) -> None:
        delay = self._backoff(error)
        self._log.warning("run set aside", code=error.wire_code, reason=error.message, seconds=round(delay, 1))
        await self._ledger.park(self._claim, delay, f"{error.wire_code}: {error.message}")
        RUNS_RETRIED.inc()

    def _backoff(self, error: Unavailable) -> float:
        """Seconds to wait: what the error asks for, else twice as long as before; with jitter, so that runs spread."""
        asked = error.facts.get("retry_after_s")
        with contextlib.suppress(ValueError):
            if asked is not None:
                return min(MAX_BACKOFF_S, max(0.0, float(asked)))
        delay: float = self._rules.backoff_s * 2**self._claim.run.retries
        return min(MAX_BACKOFF_S, delay) * random.uniform(0.5, 1.0)

    async def _keep_lease(self) -> None:
        beat_at = time.monotonic() + self._rules.heartbeat_s
        while self._stop is None:
            await asyncio.sleep(min(self._rules.cancel_poll_s, self._rules.heartbeat_s))
            beat = time.monotonic() >= beat_at
            try:
                stop = await (self._ledger.heartbeat if beat else self._ledger.stop_wanted)(self._claim)
            except LeaseLost:
                self.stop(Stop.LEASE_LOST)
                return
            except Unavailable as error:
                # Not yet lost: the fence decides when the ledger answers again.
                self._log.warning("heartbeat failed", reason=error.message)
                continue
            if beat:
                beat_at = time.monotonic() + self._rules.heartbeat_s
            if stop:
                self.stop(Stop.CANCELLED)


def _error_of(work: asyncio.Task[Outcome]) -> BaseException | None:
    """Why work has no result; None when it has one."""
    if not work.done():
        return Internal("A step did not stop when it was told to.")
    return Internal("The work was cancelled from inside.") if work.cancelled() else work.exception()


def decisive(error: BaseException) -> BaseException:
    """The one fault, of those that parallel branches raised together, that says how the run goes on."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    leaves = [decisive(each) for each in error.exceptions]
    return min(leaves, key=_rank)


def _rank(error: BaseException) -> int:
    for rank, kind in enumerate(_DECISIVE):
        if isinstance(error, kind):
            return rank
    if isinstance(error, Unavailable):
        return len(_DECISIVE) + 1
    return len(_DECISIVE)
