"""What the reaper does with runs that nobody takes care of."""

import asyncio

import pytest

from services.ledger.ledger import Ledger
from services.ledger.models import Claim, Reaped, ReapRules
from services.ledger.run import EventKind, Outcome, RunStatus
from tests.fakes.clock import let_pass
from tests.fakes.runs import TENANT, new_run

RULES = ReapRules(max_losses=3, grace_s=2, nudge_s=15)
LEASE_S = 15


async def lose(ledger: Ledger, run_id: str, *steps: str, finish: str = "") -> Reaped:
    """A worker claims, begins the steps, finishes one perhaps, and is never heard of again."""
    claim = await ledger.claim(run_id, "doomed")
    assert claim is not None
    for step in steps:
        await ledger.begin(claim, step)
    if finish:
        await ledger.record(claim, finish, b"done")
    await let_pass(ledger, LEASE_S + 1)
    return await ledger.reap(RULES)


async def test_a_lost_run_is_queued_again_with_its_doorbell(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=600))
    await ledger.doorbells_rang([item.id for item in await ledger.take_doorbells()])
    reaped = await lose(ledger, run.id, "plan")
    assert (reaped.requeued, reaped.expired) == ((run.id,), 1)
    assert [item.key for item in await ledger.take_doorbells()] == [run.id]


async def test_the_third_loss_on_one_step_is_the_end_and_says_why(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=600))
    assert (await lose(ledger, run.id, "plan")).requeued == (run.id,)
    assert (await lose(ledger, run.id, "plan")).requeued == (run.id,)
    assert (await lose(ledger, run.id, "plan")).dead == (run.id,)
    row = await ledger.get(run.id, TENANT)
    assert row.status is RunStatus.DEAD
    assert row.reason == "worker_lost: the worker was lost 3 times in step 'plan'"
    assert [e.kind for e in await ledger.events_after(run.id, TENANT)].count(EventKind.RUN_ENDED) == 1


async def test_losses_on_different_steps_do_not_add_up(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=600))
    for step in ("route", "plan", "retrieve", "assess"):
        assert (await lose(ledger, run.id, step, finish=step)).requeued == (run.id,)
        assert (await lose(ledger, run.id, f"{step}-next")).requeued == (run.id,)
    assert (await ledger.get(run.id, TENANT)).status is RunStatus.QUEUED


async def test_a_loss_counts_on_every_branch_that_was_being_worked_on(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=600))
    await lose(ledger, run.id, "sub-1", "sub-2")
    await lose(ledger, run.id, "sub-1", "sub-2", finish="sub-1")
    await lose(ledger, run.id, "sub-2")
    assert (await ledger.get(run.id, TENANT)).reason.endswith("3 times in step 'sub-2'")


async def test_losses_outside_any_step_count_too(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=600))
    for _ in range(3):
        await lose(ledger, run.id)
    row = await ledger.get(run.id, TENANT)
    assert (row.status, row.reason) == (RunStatus.DEAD, "worker_lost: the worker was lost 3 times in no step")


async def test_a_dead_run_can_be_resumed_with_its_losses_forgiven(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=600))
    for _ in range(3):
        await lose(ledger, run.id, "plan", finish="route")
    await ledger.resume(run.id, TENANT)
    assert (await lose(ledger, run.id, "plan")).requeued == (run.id,)
    assert dict(await ledger.steps(run.id, TENANT)) == {"route": b"done"}


async def test_a_lost_run_that_was_cancelled_ends_cancelled(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=600))
    await ledger.claim(run.id, "doomed")
    await ledger.cancel(run.id, TENANT)
    await let_pass(ledger, LEASE_S + 1)
    assert (await ledger.reap(RULES)).cancelled == (run.id,)
    assert (await ledger.get(run.id, TENANT)).status is RunStatus.CANCELLED


async def test_a_queued_run_past_its_deadline_fails_and_says_so(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=60))
    assert (await ledger.reap(RULES)).late == ()
    await let_pass(ledger, 61)
    assert (await ledger.reap(RULES)).late == (run.id,)
    row = await ledger.get(run.id, TENANT)
    assert row.status is RunStatus.FAILED
    assert row.reason.startswith("deadline")


async def test_a_worker_has_a_grace_after_the_deadline_to_end_the_run_itself(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=10))
    claim = await ledger.claim(run.id, "w1")
    assert isinstance(claim, Claim)
    await let_pass(ledger, 11)
    assert (await ledger.reap(RULES)).late == ()
    await let_pass(ledger, 2)
    assert (await ledger.reap(RULES)).late == (run.id,)


async def test_a_run_that_is_queued_too_long_is_rung_for_again_but_not_all_the_time(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=600))
    await ledger.doorbells_rang([item.id for item in await ledger.take_doorbells()])
    assert (await ledger.reap(RULES)).nudged == ()
    await let_pass(ledger, 16)
    assert (await ledger.reap(RULES)).nudged == (run.id,)
    assert (await ledger.reap(RULES)).nudged == ()
    assert [item.key for item in await ledger.take_doorbells()] == [run.id]


async def test_a_doorbell_that_never_rang_is_not_doubled(ledger: Ledger) -> None:
    await ledger.accept(new_run(seconds=600))
    await let_pass(ledger, 16)
    assert (await ledger.reap(RULES)).nudged == ()
    assert len(await ledger.take_doorbells()) == 1


async def test_a_parked_run_waits_and_is_woken(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=600))
    claim = await ledger.claim(run.id, "w1")
    assert claim is not None
    await ledger.park(claim, 30, "quota: later")
    waiting = await ledger.get(run.id, TENANT)
    assert (waiting.status, waiting.reason, waiting.retries) == (RunStatus.WAITING, "quota: later", 1)
    assert await ledger.claim(run.id, "w2") is None
    assert (await ledger.reap(RULES)).woken == ()
    await let_pass(ledger, 31)
    assert (await ledger.reap(RULES)).woken == (run.id,)
    assert await ledger.claim(run.id, "w2") is not None


async def test_two_reapers_at_once_move_each_run_once(url: str) -> None:
    one, two = await Ledger.open(url), await Ledger.open(url)
    ids = [(await one.accept(new_run(seconds=600))).id for _ in range(8)]
    for run_id in ids:
        await one.claim(run_id, "doomed")
    await let_pass(one, LEASE_S + 1)
    first, second = await asyncio.gather(one.reap(RULES), two.reap(RULES))
    assert sorted(first.requeued + second.requeued) == sorted(ids)
    assert {(await one.get(run_id, TENANT)).losses for run_id in ids} == {1}
    await one.close()
    await two.close()


async def test_a_taken_doorbell_is_offered_again_when_nobody_says_that_it_rang(ledger: Ledger) -> None:
    await ledger.accept(new_run(seconds=600))
    [taken] = await ledger.take_doorbells(hold_s=10)
    assert await ledger.take_doorbells() == []
    await let_pass(ledger, 11)
    [again] = await ledger.take_doorbells()
    assert (again.id, again.attempts) == (taken.id, 2)


@pytest.mark.parametrize("status", [RunStatus.DONE, RunStatus.FAILED])
async def test_an_ended_run_is_left_alone(ledger: Ledger, status: RunStatus) -> None:
    run = await ledger.accept(new_run(seconds=20))
    claim = await ledger.claim(run.id, "w1")
    assert claim is not None
    await ledger.finish(claim, Outcome(status))
    await let_pass(ledger, 100)
    assert await ledger.reap(RULES) == Reaped()
