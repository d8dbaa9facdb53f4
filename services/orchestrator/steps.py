"""Steps of a run: each is done once, kept, and recalled when another worker goes on with the run."""

import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

from services.core.telemetry import stage_timer
from services.core.wire import json
from services.ledger.run import Event, RunRequest
from services.orchestrator.journal import Journal

T = TypeVar("T")

# Flags of the step that is being done; branches of a run are tasks, and each task has its own.
_FLAGS: ContextVar[list[str]] = ContextVar("flags")

# The part of a run's time that is kept for writing and checking the answer.
ANSWERING_SHARE = 0.25
# The steps that a round of retrieval is made of.
ROUND = ("rewrite", "retrieve", "assess")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """What a step gave, the seconds it took when it was done, and what did not work meanwhile."""

    seconds: float
    value: T
    degraded: tuple[str, ...] = ()


class Steps:
    """Runs the steps of one run through its journal, and counts what they cost.

    A step's name ends in its kind, after the last "/": "sub-2/round-1/retrieve" is a "retrieve".
    """

    def __init__(self, run: RunRequest, journal: Journal) -> None:
        self._journal = journal
        self._budget = run.context.budget
        self._began = datetime.now(UTC)
        self._deadline = run.context.deadline
        self.timings: dict[str, float] = defaultdict(float)
        self.counts: dict[str, int] = defaultdict(int)
        self._slowest: dict[str, float] = defaultdict(float)
        self.degraded: dict[str, None] = {}  # A set that keeps its order.

    async def take(
        self,
        name: str,
        kind: type[T],
        work: Callable[[], Awaitable[T]],
        *,
        tell: Callable[[T], Sequence[Event]] = lambda _: (),
    ) -> T:
        """The result of a step: recalled when it was done before, else done, and kept with its events.

        Raises what `work` raises, LeaseLost when another worker has the run, Cancelled when somebody asked to stop.
        """
        stage = name.rpartition("/")[2]
        kept = await self._journal.recall(name)
        if kept is None:
            kept = await self._do(name, kind, work, tell=tell)
        generic: Any = Done
        done: Done[T] = json.loads(generic[kind], kept)
        self._note(done.degraded)
        self.timings[stage] += done.seconds
        self.counts[stage] += 1
        self._slowest[stage] = max(self._slowest[stage], done.seconds)
        return done.value

    async def _do(
        self,
        name: str,
        kind: type[T],
        work: Callable[[], Awaitable[T]],
        *,
        tell: Callable[[T], Sequence[Event]],
    ) -> bytes:
        await self._journal.begin(name)
        began = time.perf_counter()
        flags: list[str] = []
        step = _FLAGS.set(flags)
        try:
            with stage_timer(name.rpartition("/")[2]):
                value = await work()
        finally:
            _FLAGS.reset(step)
        generic: Any = Done
        kept = json.dumps_as(generic[kind], Done(round(time.perf_counter() - began, 4), value, tuple(flags)))
        await self._journal.record(name, kept, tell(value), degraded=bool(flags))
        return kept

    async def knows(self, name: str) -> bool:
        """Whether a step was done before."""
        return await self._journal.recall(name) is not None

    def degrade(self, *flags: str) -> None:
        """Say what did not work, from inside a step: the flags are kept with its result, and the answer tells them."""
        _FLAGS.get().extend(flags)

    def _note(self, flags: Sequence[str]) -> None:
        self.degraded.update(dict.fromkeys(flags))

    @property
    def may_search(self) -> bool:
        """Whether budget and time allow another round as slow as the slowest so far, with time left to answer."""
        steps, searches = sum(self.counts.values()), self.counts["retrieve"]
        round_s = timedelta(seconds=sum(self._slowest[stage] for stage in ROUND))
        reserved = (self._deadline - self._began) * ANSWERING_SHARE
        in_time = datetime.now(UTC) + round_s < self._deadline - reserved
        return steps < self._budget.steps and searches < self._budget.searches and in_time

    @property
    def why_not(self) -> str:
        """Which limit forbids another search: "budget" or "deadline"."""
        spent = sum(self.counts.values()) >= self._budget.steps or self.counts["retrieve"] >= self._budget.searches
        return "budget" if spent else "deadline"
