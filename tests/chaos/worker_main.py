"""A worker that dies on purpose. Everything but its journal and its services is the real one."""

import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from services.core.telemetry import configure
from services.ledger.ledger import Ledger
from services.ledger.models import Claim
from services.ledger.run import Event
from services.orchestrator.assembly import attempt_rules
from services.orchestrator.journal import Journal
from services.orchestrator.ledger_journal import LedgerJournal
from services.orchestrator.pipeline import Pipeline
from services.orchestrator.process import WorkerProcess
from services.orchestrator.settings import Settings
from services.orchestrator.worker import Worker
from tests.chaos.effects import RUN, STEP, Effects
from tests.chaos.world import services


@dataclass(frozen=True)
class Plan:
    """Where to die: for each kind of step once, at its point (begun, worked, recorded), each run at most once.

    `poison` names a kind of step that kills its worker every time, in runs whose id begins with "poisoned".
    """

    folder: str
    points: dict[str, str] = field(default_factory=dict)
    poison: str = ""
    pace_s: float = 0.01

    @property
    def effects(self) -> Effects:
        """The independent journal."""
        return Effects(Path(self.folder) / "effects.jsonl")

    def heed(self, step: str, point: str) -> None:
        """Die here, if the plan says so."""
        kind, run = step.rpartition("/")[2], RUN.get()
        if self.poison == kind and point == "worked" and run.startswith("poisoned"):
            self._die(point)
        if self.points.get(kind) != point or self._mark(f"run-{run}").exists():
            return
        if self._take(f"kind-{kind}") and self._take(f"run-{run}"):
            self._die(point)

    def _mark(self, name: str) -> Path:
        return Path(self.folder) / "marks" / name

    def _take(self, name: str) -> bool:
        """Make a mark; False when another worker was first."""
        try:
            os.close(os.open(self._mark(name), os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return False
        return True

    def _die(self, point: str) -> None:
        self.effects.add("kill", point)
        os.kill(os.getpid(), signal.SIGKILL)


class DeadlyJournal:
    """The ledger's journal, with effects noted and the plan heeded around every write."""

    def __init__(self, inner: Journal, run_id: str, plan: Plan) -> None:
        self._inner = inner
        self._run_id = run_id
        self._plan = plan

    async def recall(self, step: str) -> bytes | None:
        """See `Journal.recall`."""
        return await self._inner.recall(step)

    async def begin(self, step: str) -> None:
        """See `Journal.begin`. What follows in this task belongs to the step."""
        RUN.set(self._run_id)
        STEP.set(step)
        self._plan.effects.add("begin")
        await self._inner.begin(step)
        self._plan.heed(step, "begun")

    async def record(self, step: str, result: bytes, events: Sequence[Event], *, degraded: bool = False) -> None:
        """See `Journal.record`."""
        self._plan.heed(step, "worked")
        await self._inner.record(step, result, events, degraded=degraded)
        self._plan.effects.add("record")
        self._plan.heed(step, "recorded")

    async def emit(self, events: Sequence[Event]) -> None:
        """See `Journal.emit`."""
        await self._inner.emit(events)


def main(plan: Plan, settings: Settings) -> int:
    """Listen until told to stop, or until the plan says to die."""
    configure("orchestrator", settings)

    def journal_of(ledger: Ledger, claim: Claim) -> Journal:
        return DeadlyJournal(LedgerJournal(ledger, claim), claim.run.id, plan)

    @asynccontextmanager
    async def worker(ledger: Ledger, settings: Settings) -> AsyncIterator[Worker]:
        pipeline = Pipeline(services(plan.effects, plan.pace_s))
        rules = attempt_rules(settings)
        yield Worker(ledger, pipeline, name=settings.worker_name, rules=rules, journal_of=journal_of)

    return WorkerProcess(settings, worker).run()
