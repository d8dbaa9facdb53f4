"""What the reaper does with runs that nobody takes care of."""

import asyncio

import pytest

from services.core.domain.run import EventKind, Outcome, RunStatus
from services.ledger.ledger import Ledger
from services.ledger.models import Claim, Reaped, ReapRules
from tests.fakes.runs import TENANT, new_run
from tests.unit.ledger.conftest import LEASE_S

RULES = ReapRules(max_losses=3, grace_s=0.2, nudge_s=0.2)


async def lose(ledger: Ledger, run_id: str, *steps: str, finish: str = "") -> Reaped:
    """A worker claims, begins the steps, finishes one perhaps, and is never heard of again."""
    claim = await ledger.claim(run_id, "doomed")
    assert claim is not None
    for step in steps:
        await ledger.begin(claim, step)
    if finish:
        await ledger.record(claim, finish, b"done")
    await asyncio.sleep(LEASE_S + 0.05)
    return await ledger.reap(RULES)


async def test_a_lost_run_is_queued_again_with_its_doorbell(hasty: Ledger) -> None:
    run = await hasty.accept(new_run())
    await hasty.doorbells_rang([item.id for item in await hasty.take_doorbells()])
    reaped = await lose(hasty, run.id, "plan")
    assert (reaped.requeued, reaped.expired) == ((run.id,), 1)
    assert [item.key for item in await hasty.take_doorbells()] == [run.id]


async def test_the_third_loss_on_one_step_is_the_end_and_says_why(hasty: Ledger) -> None:
    run = await hasty.accept(new_run())
    assert (await lose(hasty, run.id, "plan")).requeued == (run.id,)
    assert (await lose(hasty, run.id, "plan")).requeued == (run.id,)
    assert (await lose(hasty, run.id, "plan")).dead == (run.id,)
    row = await hasty.get(run.id, TENANT)
    assert row.status is RunStatus.DEAD
    assert row.reason == "worker_lost: the worker was lost 3 times in step 'plan'"
    assert [e.kind for e in await hasty.events_after(run.id, TENANT)].count(EventKind.RUN_ENDED) == 1


async def test_losses_on_different_steps_do_not_add_up(hasty: Ledger) -> None:
    run = await hasty.accept(new_run())
    for step in ("route", "plan", "retrieve", "assess"):
        assert (await lose(hasty, run.id, step, finish=step)).requeued == (run.id,)
        assert (await lose(hasty, run.id, f"{step}-next")).requeued == (run.id,)
    assert (await hasty.get(run.id, TENANT)).status is RunStatus.QUEUED


async def test_a_loss_counts_on_every_branch_that_was_being_worked_on(hasty: Ledger) -> None:
    run = await hasty.accept(new_run())
    await lose(hasty, run.id, "sub-1", "sub-2")
    await lose(hasty, run.id, "sub-1", "sub-2", finish="sub-1")
    await lose(hasty, run.id, "sub-2")
    assert (await hasty.get(run.id, TENANT)).reason.endswith("3 times in step 'sub-2'")


async def test_losses_outside_any_step_count_too(hasty: Ledger) -> None:
    run = await hasty.accept(new_run())
    for _ in range(3):
        await lose(hasty, run.id)
    row = await hasty.get(run.id, TENANT)
    assert (row.status, row.reason) == (RunStatus.DEAD, "worker_lost: the worker was lost 3 times in no step")


async def test_a_dead_run_can_be_resumed_with_its_losses_forgiven(hasty: Ledger) -> None:
    run = await hasty.accept(new_run())
    for _ in range(3):
        await lose(hasty, run.id, "plan", finish="route")
    await hasty.resume(run.id, TENANT)
    assert (await lose(hasty, run.id, "plan")).requeued == (run.id,)
    assert dict(await hasty.steps(run.id, TENANT)) == {"route": b"done"}


async def test_a_lost_run_that_was_cancelled_ends_cancelled(hasty: Ledger) -> None:
    run = await hasty.accept(new_run())
    await hasty.claim(run.id, "doomed")
    await hasty.cancel(run.id, TENANT)
    await asyncio.sleep(LEASE_S + 0.05)
    assert (await hasty.reap(RULES)).cancelled == (run.id,)
    assert (await hasty.get(run.id, TENANT)).status is RunStatus.CANCELLED


async def test_a_queued_run_past_its_deadline_fails_and_says_so(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=0.05))
    assert (await ledger.reap(RULES)).late == ()
    await asyncio.sleep(0.1)
    assert (await ledger.reap(RULES)).late == (run.id,)
    row = await ledger.get(run.id, TENANT)
    assert row.status is RunStatus.FAILED
    assert row.reason.startswith("deadline")


async def test_a_worker_has_a_grace_after_the_deadline_to_end_the_run_itself(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=0.1))
    claim = await ledger.claim(run.id, "w1")
    assert isinstance(claim, Claim)
    await asyncio.sleep(0.15)
    assert (await ledger.reap(RULES)).late == ()
    await asyncio.sleep(0.2)
    assert (await ledger.reap(RULES)).late == (run.id,)


async def test_a_run_that_is_queued_too_long_is_rung_for_again_but_not_all_the_time(ledger: Ledger) -> None:
    run = await ledger.accept(new_run())
    await ledger.doorbells_rang([item.id for item in await ledger.take_doorbells()])
    assert (await ledger.reap(RULES)).nudged == ()
    await asyncio.sleep(0.25)
    assert (await ledger.reap(RULES)).nudged == (run.id,)
    assert (await ledger.reap(RULES)).nudged == ()
    assert [item.key for item in await ledger.take_doorbells()] == [run.id]


async def test_a_doorbell_that_never_rang_is_not_doubled(ledger: Ledger) -> None:
    await ledger.accept(new_run())
    await asyncio.sleep(0.25)
    assert (await ledger.reap(RULES)).nudged == ()
    assert len(await ledger.take_doorbells()) == 1


async def test_a_parked_run_waits_and_is_woken(ledger: Ledger) -> None:
    run = await ledger.accept(new_run())
    claim = await ledger.claim(run.id, "w1")
    assert claim is not None
    await ledger.park(claim, 0.1, "quota: later")
    waiting = await ledger.get(run.id, TENANT)
    assert (waiting.status, waiting.reason, waiting.retries) == (RunStatus.WAITING, "quota: later", 1)
    assert await ledger.claim(run.id, "w2") is None
    assert (await ledger.reap(RULES)).woken == ()
    await asyncio.sleep(0.15)
    assert (await ledger.reap(RULES)).woken == (run.id,)
    assert await ledger.claim(run.id, "w2") is not None


async def test_two_reapers_at_once_move_each_run_once(url: str) -> None:
    one, two = await Ledger.open(url, lease_s=LEASE_S), await Ledger.open(url, lease_s=LEASE_S)
    ids = [(await one.accept(new_run())).id for _ in range(8)]
    for run_id in ids:
        await one.claim(run_id, "doomed")
    await asyncio.sleep(LEASE_S + 0.05)
    first, second = await asyncio.gather(one.reap(RULES), two.reap(RULES))
    assert sorted(first.requeued + second.requeued) == sorted(ids)
    assert {(await one.get(run_id, TENANT)).losses for run_id in ids} == {1}
    await one.close()
    await two.close()


async def test_a_taken_doorbell_is_offered_again_when_nobody_says_that_it_rang(ledger: Ledger) -> None:
    await ledger.accept(new_run())
    [taken] = await ledger.take_doorbells(hold_s=0.1)
    assert await ledger.take_doorbells() == []
    await asyncio.sleep(0.15)
    [again] = await ledger.take_doorbells()
    assert (again.id, again.attempts) == (taken.id, 2)


@pytest.mark.parametrize("status", [RunStatus.DONE, RunStatus.FAILED])
async def test_an_ended_run_is_left_alone(hasty: Ledger, status: RunStatus) -> None:
    run = await hasty.accept(new_run(seconds=0.2))
    claim = await hasty.claim(run.id, "w1")
    assert claim is not None
    await hasty.finish(claim, Outcome(status))
    await asyncio.sleep(LEASE_S + 0.4)
    assert await hasty.reap(RULES) == Reaped()
