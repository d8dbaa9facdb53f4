"""Every journal against the one suite."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from services.ledger.ledger import Ledger
from services.ledger.models import ReapRules, RunRow
from services.ledger.run import Event, EventKind
from services.orchestrator.journal import Journal
from services.orchestrator.ledger_journal import LedgerJournal
from tests.contract.journal_suite import JournalSuite
from tests.fakes.clock import let_pass
from tests.fakes.journal import MemoryJournal
from tests.fakes.runs import TENANT, new_run

OURS = frozenset({EventKind.RUN_ACCEPTED, EventKind.RUN_STARTED, EventKind.RUN_ENDED})


@dataclass
class MemoryBench:
    """The fake."""

    journal: MemoryJournal = field(default_factory=MemoryJournal)

    async def written(self) -> Sequence[Event]:
        return self.journal.events

    async def next_attempt(self) -> Journal:
        return MemoryJournal(kept=dict(self.journal.kept))

    async def ask_to_stop(self) -> None:
        self.journal.stop_after = 0


class TestMemoryJournal(JournalSuite):
    @pytest.fixture
    def bench(self) -> MemoryBench:
        return MemoryBench()


@dataclass
class LedgerBench:
    """The real one, on a ledger in a file."""

    ledger: Ledger
    run: RunRow
    journal: LedgerJournal

    async def written(self) -> Sequence[Event]:
        stored = await self.ledger.events_after(self.run.id, TENANT)
        return [Event(e.kind, e.data) for e in stored if e.kind not in OURS]

    async def next_attempt(self) -> Journal:
        await let_pass(self.ledger, 16)
        assert (await self.ledger.reap(ReapRules())).requeued == (self.run.id,)
        return await begun_journal(self.ledger, self.run.id)

    async def ask_to_stop(self) -> None:
        await self.ledger.cancel(self.run.id, TENANT)


async def begun_journal(ledger: Ledger, run_id: str) -> LedgerJournal:
    """The journal of a worker that has taken a run."""
    claim = await ledger.claim(run_id, "worker")
    assert claim is not None
    return LedgerJournal(ledger, claim)


class TestLedgerJournal(JournalSuite):
    @pytest.fixture
    def url(self, tmp_path: Path) -> str:
        return f"sqlite+aiosqlite:///{tmp_path / 'ledger.db'}"

    @pytest.fixture
    async def bench(self, url: str) -> AsyncIterator[LedgerBench]:
        ledger = await Ledger.open(url)
        run = await ledger.accept(new_run())
        yield LedgerBench(ledger, run, await begun_journal(ledger, run.id))
        await ledger.close()
