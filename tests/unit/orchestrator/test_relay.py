"""Doorbells and the one-process mode."""

import asyncio
from dataclasses import dataclass, field

import pytest

from services.core.errors import Unavailable
from services.ledger.ledger import Ledger
from services.ledger.run import EventKind, Outcome, RunRequest, RunStatus
from services.orchestrator.in_process import running
from services.orchestrator.journal import Journal
from services.orchestrator.relay.relay import Relay
from services.orchestrator.settings import Settings
from tests.fakes.clock import let_pass
from tests.fakes.runs import TENANT, new_run
from tests.fakes.scripted import Scripted, for_ever


@dataclass
class Bell:
    """Remembers what rang; `silent` after so many."""

    rang: list[str] = field(default_factory=list)
    silent_after: int | None = None

    async def ring(self, run_id: str) -> None:
        if self.silent_after is not None and len(self.rang) >= self.silent_after:
            raise Unavailable("The broker does not answer.")
        self.rang.append(run_id)


async def test_doorbells_ring_once_and_in_order(ledger: Ledger) -> None:
    ids = [(await ledger.accept(new_run())).id for _ in range(5)]
    bell = Bell()
    relay = Relay(ledger, bell)
    assert [await relay.pump(), await relay.pump()] == [5, 0]
    assert bell.rang == ids


async def test_two_relays_share_the_work(ledger: Ledger) -> None:
    ids = [(await ledger.accept(new_run())).id for _ in range(20)]
    bell = Bell()
    await asyncio.gather(*(Relay(ledger, bell).pump() for _ in range(2)))
    assert sorted(bell.rang) == sorted(ids)


async def test_what_did_not_ring_rings_when_the_broker_is_back(ledger: Ledger) -> None:
    ids = [(await ledger.accept(new_run())).id for _ in range(4)]
    bell = Bell(silent_after=2)
    relay = Relay(ledger, bell, poll_s=0.01)
    assert await relay.pump() == 2
    bell.silent_after = None
    await let_pass(ledger, 5)
    assert await relay.pump() == 2
    assert bell.rang == ids


async def test_accepting_works_while_the_broker_is_down(ledger: Ledger) -> None:
    bell = Bell(silent_after=0)
    for _ in range(3):
        run = await ledger.accept(new_run())
        await Relay(ledger, bell).pump()
        assert run.status is RunStatus.QUEUED


@pytest.mark.parametrize("concurrency", [1, 3])
async def test_one_process_works_on_what_its_ledger_accepts(ledger: Ledger, concurrency: int) -> None:
    settings = Settings(orchestrator_concurrency=concurrency)
    async with running(ledger, Scripted(), settings):
        runs = [await ledger.accept(new_run()) for _ in range(6)]
        async with asyncio.timeout(60):
            heard = [[e.kind async for e in ledger.follow(run.id, TENANT, poll_s=0.02)] for run in runs]
    assert {kinds[-1] for kinds in heard} == {EventKind.RUN_ENDED}
    assert {(await ledger.get(run.id, TENANT)).status for run in runs} == {RunStatus.DONE}


async def test_leaving_gives_back_what_is_unfinished(ledger: Ledger) -> None:
    run = await ledger.accept(new_run())
    begun = asyncio.Event()

    async def endless(run: RunRequest, journal: Journal) -> Outcome:
        begun.set()
        return await for_ever(run, journal)

    async with running(ledger, Scripted(endless), Settings()), asyncio.timeout(60):
        await begun.wait()
    row = await ledger.get(run.id, TENANT)
    assert (row.status, row.losses) == (RunStatus.QUEUED, 0)
