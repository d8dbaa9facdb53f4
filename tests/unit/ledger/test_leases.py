"""Claims, fencing, numbering of events, and what happens to an attempt that is no longer the run's."""

import asyncio
import random

import pytest

from services.core.errors import Cancelled, LeaseLost
from services.ledger.ledger import Ledger
from services.ledger.models import Claim, ReapRules
from services.ledger.run import EventKind, Outcome, RunStatus
from tests.fakes.clock import let_pass
from tests.fakes.runs import TENANT, event, new_run

RULES = ReapRules()
LEASE_S = 15


async def started(ledger: Ledger, worker: str = "w1") -> Claim:
    run = await ledger.accept(new_run())
    claim = await ledger.claim(run.id, worker)
    assert claim is not None
    return claim


async def taken_over(ledger: Ledger, first: Claim) -> Claim:
    await let_pass(ledger, LEASE_S + 1)
    await ledger.reap(RULES)
    second = await ledger.claim(first.run.id, "w2")
    assert second is not None
    return second


async def test_one_of_many_workers_gets_a_run(url: str) -> None:
    ledgers = [await Ledger.open(url) for _ in range(3)]
    ids = [(await ledgers[0].accept(new_run())).id for _ in range(5)]
    claims = await asyncio.gather(*(ledgers[n % 3].claim(run_id, f"w{n}") for run_id in ids for n in range(6)))
    assert sorted(claim.run.id for claim in claims if claim is not None) == sorted(ids)
    for each in ledgers:
        await each.close()


async def test_a_run_that_does_not_exist_cannot_be_claimed(ledger: Ledger) -> None:
    assert await ledger.claim("nothing", "w1") is None


async def test_a_run_past_its_deadline_cannot_be_claimed(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=-1))
    assert await ledger.claim(run.id, "w1") is None


async def test_a_lease_that_ran_out_is_not_claimed_around_the_reaper(ledger: Ledger) -> None:
    claim = await started(ledger)
    await let_pass(ledger, LEASE_S + 1)
    assert await ledger.claim(claim.run.id, "w2") is None


async def test_an_attempt_that_lost_its_lease_can_write_nothing(ledger: Ledger) -> None:
    first = await started(ledger)
    await ledger.record(first, "route", b"r", told=[event()])
    second = await taken_over(ledger, first)
    before = await ledger.events_after(first.run.id, TENANT)
    for write in (
        ledger.begin(first, "plan"),
        ledger.record(first, "plan", b"stale", told=[event()]),
        ledger.emit(first, [event()]),
        ledger.heartbeat(first),
        ledger.release(first),
        ledger.park(first, 1.0, "why"),
        ledger.finish(first, Outcome(RunStatus.DONE)),
    ):
        with pytest.raises(LeaseLost):
            await write
    assert await ledger.events_after(first.run.id, TENANT) == before
    assert await ledger.stop_wanted(first)
    assert not await ledger.stop_wanted(second)
    assert dict(second.steps) == {"route": b"r"}


async def test_an_ended_run_takes_no_more_writes_and_ends_once(ledger: Ledger) -> None:
    claim = await started(ledger)
    await ledger.finish(claim, Outcome(RunStatus.ABSTAINED))
    for write in (ledger.emit(claim, [event()]), ledger.finish(claim, Outcome(RunStatus.DONE))):
        with pytest.raises(LeaseLost):
            await write
    assert (await ledger.get(claim.run.id, TENANT)).status is RunStatus.ABSTAINED


async def test_a_heartbeat_keeps_the_lease(ledger: Ledger) -> None:
    claim = await started(ledger)
    for _ in range(4):
        await let_pass(ledger, LEASE_S / 2)
        assert not await ledger.heartbeat(claim)
    assert (await ledger.reap(RULES)).expired == 0


async def test_a_released_run_can_be_claimed_at_once_without_a_loss(ledger: Ledger) -> None:
    claim = await started(ledger)
    await ledger.begin(claim, "plan")
    await ledger.release(claim)
    again = await ledger.claim(claim.run.id, "w2")
    assert again is not None
    assert (again.attempt, again.run.losses) == (2, 0)
    assert len(await ledger.take_doorbells()) == 2


async def test_a_cancelled_run_is_not_given_back_but_ended(ledger: Ledger) -> None:
    claim = await started(ledger)
    assert (await ledger.cancel(claim.run.id, TENANT)).status is RunStatus.RUNNING
    await ledger.release(claim)
    assert (await ledger.get(claim.run.id, TENANT)).status is RunStatus.CANCELLED


async def test_a_cancelled_run_is_not_set_aside_but_ended(ledger: Ledger) -> None:
    claim = await started(ledger)
    await ledger.cancel(claim.run.id, TENANT)
    await ledger.park(claim, 60.0, "index_unavailable: gone")
    run = await ledger.get(claim.run.id, TENANT)
    assert (run.status, run.retries) == (RunStatus.CANCELLED, 0)


async def test_a_wish_to_stop_reaches_the_worker_by_every_way(ledger: Ledger) -> None:
    claim = await started(ledger)
    await ledger.cancel(claim.run.id, TENANT)
    assert await ledger.stop_wanted(claim)
    assert await ledger.heartbeat(claim)
    with pytest.raises(Cancelled):
        await ledger.record(claim, "plan", b"1")
    await ledger.finish(claim, Outcome(RunStatus.CANCELLED))


async def test_event_numbers_have_no_gap_under_concurrency_and_cancellation(ledger: Ledger) -> None:
    claim = await started(ledger)
    dice = random.Random(7)

    async def chatter(n: int) -> None:
        await ledger.emit(claim, [event(n=n), event(n=n)])

    tasks = [asyncio.create_task(chatter(n)) for n in range(60)]
    for task in tasks:
        await asyncio.sleep(0.001)
        if dice.random() < 0.4:
            task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await ledger.emit(claim, [event(n=-1)])
    stored = await ledger.events_after(claim.run.id, TENANT)
    assert [e.n for e in stored] == list(range(1, len(stored) + 1))
    assert stored[-1].data == {"n": -1}
    said = [e.data["n"] for e in stored if e.kind is EventKind.SEARCH_DONE]
    assert all(said.count(n) == 2 for n in set(said) - {-1}), "an event of a pair is missing"
    assert len(said) > 20


async def test_two_ledgers_number_the_events_of_one_run_together(url: str) -> None:
    one, two = await Ledger.open(url), await Ledger.open(url)
    claim = await started(one)
    await asyncio.gather(*(each.emit(claim, [event()]) for _ in range(20) for each in (one, two)))
    numbers = [e.n for e in await one.events_after(claim.run.id, TENANT)]
    assert numbers == list(range(1, 43))
    await one.close()
    await two.close()


async def test_words_that_no_checkpoint_holds_are_void_in_the_next_attempt(ledger: Ledger) -> None:
    first = await started(ledger)
    await ledger.record(first, "draft", b"d", told=[event(EventKind.ANSWER_DRAFT, text="kept")])
    kept = (await ledger.get(first.run.id, TENANT)).last_event
    await ledger.emit(first, [event(EventKind.ANSWER_SENTENCE, text="cut off")])
    second = await taken_over(ledger, first)
    restarts = [e for e in await ledger.events_after(first.run.id, TENANT) if e.kind is EventKind.ANSWER_RESTARTED]
    assert [dict(e.data) for e in restarts] == [{"attempt": 2, "void_after": kept}]
    await taken_over(ledger, second)
    kinds = [e.kind for e in await ledger.events_after(first.run.id, TENANT)]
    assert kinds.count(EventKind.ANSWER_RESTARTED) == 1


async def test_words_of_a_checkpoint_are_not_void(ledger: Ledger) -> None:
    first = await started(ledger)
    await ledger.emit(first, [event(EventKind.SEARCH_DONE)])
    await ledger.record(first, "draft", b"d", told=[event(EventKind.ANSWER_SENTENCE, text="kept")])
    await taken_over(ledger, first)
    kinds = [e.kind for e in await ledger.events_after(first.run.id, TENANT)]
    assert EventKind.ANSWER_RESTARTED not in kinds
