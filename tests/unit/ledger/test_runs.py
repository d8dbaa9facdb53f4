"""Accepting, reading, cancelling and resuming runs."""

import asyncio

import pytest

from services.core.errors import BadInput, Conflict, NotFound
from services.ledger.ledger import Ledger
from services.ledger.models import Claim, RunRow
from services.ledger.run import EventKind, Outcome, RunStatus
from tests.fakes.runs import TENANT, answer, event, new_run

QUESTIONS = [
    "Who wrote it?",
    "上个季度的营业收入是多少?",
    "مرحبا 🌍 ¿qué? 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 混合 text",
    "x'); DROP TABLE runs; --",
    "a\u0000b\u001fc\u202e",
    "长" * 20_000,
    "",
]


async def accepted(ledger: Ledger) -> RunRow:
    return await ledger.accept(new_run())


async def claimed(ledger: Ledger, run_id: str, worker: str = "w1") -> Claim:
    claim = await ledger.claim(run_id, worker)
    assert claim is not None
    return claim


@pytest.mark.parametrize("text", QUESTIONS)
async def test_a_run_comes_back_as_it_was_accepted(ledger: Ledger, text: str) -> None:
    new = new_run(text, flow="deep")
    run = await ledger.accept(new)
    assert run == await ledger.get(new.request.run_id, TENANT)
    assert run.request.question == new.request.question
    assert (run.status, run.flow, run.attempt) == (RunStatus.QUEUED, "deep", 0)
    assert abs((run.deadline - new.request.context.deadline).total_seconds()) < 0.001


async def test_accepting_writes_the_first_event_and_the_doorbell_together(ledger: Ledger) -> None:
    run = await accepted(ledger)
    [first] = await ledger.events_after(run.id, TENANT)
    assert (first.n, first.kind) == (1, EventKind.RUN_ACCEPTED)
    assert [item.key for item in await ledger.take_doorbells()] == [run.id]


async def test_the_same_key_and_body_give_the_same_run(ledger: Ledger) -> None:
    first = await ledger.accept(new_run(key="k", body=b"one"))
    second = await ledger.accept(new_run(key="k", body=b"one"))
    assert second.id == first.id
    assert len(await ledger.take_doorbells()) == 1


async def test_the_same_key_with_another_body_is_a_conflict(ledger: Ledger) -> None:
    await ledger.accept(new_run(key="k", body=b"one"))
    with pytest.raises(Conflict, match="Idempotency-Key"):
        await ledger.accept(new_run(key="k", body=b"two"))


async def test_the_same_key_of_another_tenant_is_another_run(ledger: Ledger) -> None:
    first = await ledger.accept(new_run(key="k", body=b"one"))
    second = await ledger.accept(new_run(key="k", body=b"one", tenant="other"))
    assert first.id != second.id


async def test_many_requests_with_one_key_at_once_make_one_run(url: str) -> None:
    ledgers = [await Ledger.open(url) for _ in range(3)]
    rows = await asyncio.gather(*(ledgers[n % 3].accept(new_run(key="k", body=b"one")) for n in range(12)))
    assert len({row.id for row in rows}) == 1
    assert len(await ledgers[0].take_doorbells()) == 1
    for each in ledgers:
        await each.close()


async def test_a_taken_run_id_is_a_conflict(ledger: Ledger) -> None:
    await ledger.accept(new_run(run_id="r1"))
    with pytest.raises(Conflict, match="r1"):
        await ledger.accept(new_run(run_id="r1"))


async def test_nothing_of_another_tenant_can_be_read_or_moved(ledger: Ledger) -> None:
    run = await accepted(ledger)
    for call in (ledger.get, ledger.events_after, ledger.steps, ledger.cancel, ledger.resume):
        with pytest.raises(NotFound):
            await call(run.id, "other")
    assert (await ledger.list_runs("other")).runs == ()
    assert (await ledger.get(run.id, TENANT)).status is RunStatus.QUEUED


async def test_a_list_is_newest_first_and_its_pages_meet(ledger: Ledger) -> None:
    made = [(await accepted(ledger)).id for _ in range(7)]
    seen, cursor = [], ""
    while True:
        page = await ledger.list_runs(TENANT, limit=3, cursor=cursor)
        seen += [run.id for run in page.runs]
        cursor = page.cursor
        if not cursor:
            break
    assert seen == made[::-1]


async def test_a_list_can_be_of_one_status(ledger: Ledger) -> None:
    one, two = await accepted(ledger), await accepted(ledger)
    await ledger.cancel(one.id, TENANT)
    assert [run.id for run in (await ledger.list_runs(TENANT, status=RunStatus.QUEUED)).runs] == [two.id]


@pytest.mark.parametrize("cursor", ["nonsense", "🙂", "====", "YWJj"])
async def test_a_bad_cursor_is_named(ledger: Ledger, cursor: str) -> None:
    with pytest.raises(BadInput, match="cursor"):
        await ledger.list_runs(TENANT, cursor=cursor)


async def test_a_finished_run_keeps_its_answer_and_says_so_once(ledger: Ledger) -> None:
    run = await accepted(ledger)
    claim = await claimed(ledger, run.id)
    await ledger.finish(claim, Outcome(RunStatus.DONE, answer(run.id, "阿达写的。[1] 🎉")))
    row = await ledger.get(run.id, TENANT)
    assert (row.status, row.confidence) == (RunStatus.DONE, 0.8)
    assert row.answer == answer(run.id, "阿达写的。[1] 🎉")
    assert row.finished is not None
    ends = [e for e in await ledger.events_after(run.id, TENANT) if e.kind is EventKind.RUN_ENDED]
    assert [dict(e.data) for e in ends] == [{"status": "done", "reason": "", "attempt": 1}]


async def test_a_run_cannot_be_finished_into_a_live_state(ledger: Ledger) -> None:
    claim = await claimed(ledger, (await accepted(ledger)).id)
    with pytest.raises(ValueError, match="running"):
        await ledger.finish(claim, Outcome(RunStatus.RUNNING))


async def test_a_queued_run_is_cancelled_at_once_and_again_without_harm(ledger: Ledger) -> None:
    run = await accepted(ledger)
    assert (await ledger.cancel(run.id, TENANT)).status is RunStatus.CANCELLED
    assert (await ledger.cancel(run.id, TENANT)).status is RunStatus.CANCELLED
    assert await ledger.claim(run.id, "w1") is None
    kinds = [e.kind for e in await ledger.events_after(run.id, TENANT)]
    assert kinds.count(EventKind.RUN_ENDED) == 1


async def test_a_finished_run_cannot_be_cancelled_or_resumed(ledger: Ledger) -> None:
    run = await accepted(ledger)
    await ledger.finish(await claimed(ledger, run.id), Outcome(RunStatus.DONE))
    for call in (ledger.cancel, ledger.resume):
        with pytest.raises(Conflict):
            await call(run.id, TENANT)


async def test_a_resumed_run_keeps_its_steps_and_gets_its_time_again(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=30))
    claim = await claimed(ledger, run.id)
    await ledger.record(claim, "plan", b"the plan")
    await ledger.finish(claim, Outcome(RunStatus.FAILED, reason="index_unavailable"))
    await asyncio.sleep(0.05)
    again = await ledger.resume(run.id, TENANT)
    assert (again.status, again.reason, again.finished) == (RunStatus.QUEUED, "", None)
    assert (again.deadline - run.deadline).total_seconds() >= 0.05
    assert again.context.deadline == again.deadline
    second = await claimed(ledger, run.id)
    assert (second.attempt, dict(second.steps)) == (2, {"plan": b"the plan"})


async def test_a_resumed_run_forgets_what_lacked_something_and_all_that_may_rest_on_it(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=30))
    claim = await claimed(ledger, run.id)
    for step, degraded in (("route", False), ("search-1", False), ("search-2", True), ("draft", False)):
        await ledger.begin(claim, step)
        await ledger.record(claim, step, b"r", degraded=degraded)
        await asyncio.sleep(0.01)
    await ledger.finish(claim, Outcome(RunStatus.DEGRADED))
    await ledger.resume(run.id, TENANT)
    assert set(await ledger.steps(run.id, TENANT)) == {"route", "search-1"}
    again = await claimed(ledger, run.id)
    assert await ledger.record(again, "draft", b"another")


async def test_a_step_that_went_on_beside_one_that_lacked_something_is_done_again_when_it_ended_later(
    ledger: Ledger,
) -> None:
    run = await ledger.accept(new_run(seconds=30))
    claim = await claimed(ledger, run.id)
    await ledger.begin(claim, "search-1")
    await asyncio.sleep(0.01)
    await ledger.begin(claim, "search-2")
    await ledger.record(claim, "search-2", b"r", degraded=True)
    await ledger.record(claim, "search-1", b"r")
    await ledger.finish(claim, Outcome(RunStatus.DEGRADED))
    await ledger.resume(run.id, TENANT)
    assert set(await ledger.steps(run.id, TENANT)) == set()


async def test_events_can_be_followed_to_the_end_from_any_number(ledger: Ledger) -> None:
    run = await accepted(ledger)

    async def work() -> None:
        claim = await claimed(ledger, run.id)
        for n in range(5):
            await ledger.emit(claim, [event(n=n)])
            await asyncio.sleep(0.01)
        await ledger.finish(claim, Outcome(RunStatus.DONE))

    worker = asyncio.create_task(work())
    followed = [e.n async for e in ledger.follow(run.id, TENANT, 2, poll_s=0.005)]
    await worker
    assert followed == list(range(3, 9))


async def test_counts_and_the_oldest_wait_are_figures_for_operators(ledger: Ledger) -> None:
    assert await ledger.oldest_queued_age() == 0
    run = await accepted(ledger)
    await accepted(ledger)
    await ledger.cancel(run.id, TENANT)
    await asyncio.sleep(0.02)
    assert 0.02 <= await ledger.oldest_queued_age() < 5
    counts = await ledger.counts()
    assert (counts[RunStatus.QUEUED], counts[RunStatus.CANCELLED], counts[RunStatus.DEAD]) == (1, 1, 0)
