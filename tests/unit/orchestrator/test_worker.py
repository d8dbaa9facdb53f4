"""The worker: what becomes of a run, however its pipeline behaves and whatever happens beside it."""

import asyncio
import time
from collections.abc import Sequence

import pytest

from services.core.errors import (
    Cancelled,
    IndexUnavailable,
    InjectionLike,
    LeaseLost,
    ServiceUnavailable,
    StorageFull,
    UnknownFlow,
)
from services.ledger.ledger import Ledger
from services.ledger.models import Claim, ReapRules, RunRow
from services.ledger.run import Event, EventKind, Outcome, RunRequest, RunStatus
from services.orchestrator.attempt import AttemptRules, decisive
from services.orchestrator.journal import Journal
from services.orchestrator.ledger_journal import LedgerJournal
from services.orchestrator.worker import Worker
from tests.fakes.clock import let_pass
from tests.fakes.runs import TENANT, answer, event, new_run
from tests.fakes.scripted import Script, Scripted, at_once, fails, for_ever

LEASE_S = 15
RULES = AttemptRules(heartbeat_s=0.1, cancel_poll_s=0.03, retries=2, backoff_s=5)


def worker_of(ledger: Ledger, script: Script = at_once, name: str = "w1") -> Worker:
    return Worker(ledger, Scripted(script), name=name, rules=RULES)


async def worked(ledger: Ledger, script: Script, *, seconds: float = 60.0) -> RunRow:
    """A run after a worker has been at it once."""
    run = await ledger.accept(new_run(seconds=seconds))
    await worker_of(ledger, script).work_on(run.id)
    return await ledger.get(run.id, TENANT)


async def until_running(ledger: Ledger, run_id: str) -> None:
    while (await ledger.get(run_id, TENANT)).step != "endless":  # noqa: ASYNC110  # the ledger has no event to wait for
        await asyncio.sleep(0.01)


async def test_a_run_ends_as_its_pipeline_says(ledger: Ledger) -> None:
    async def script(run: RunRequest, journal: Journal) -> Outcome:
        await journal.record("final", b"1", [event(EventKind.ANSWER_FINAL)])
        return Outcome(RunStatus.DEGRADED, answer(run.run_id), "no index")

    row = await worked(ledger, script)
    assert (row.status, row.reason, row.attempt) == (RunStatus.DEGRADED, "no index", 1)
    kinds = [e.kind for e in await ledger.events_after(row.id, TENANT)]
    assert kinds == [EventKind.RUN_ACCEPTED, EventKind.RUN_STARTED, EventKind.ANSWER_FINAL, EventKind.RUN_ENDED]


async def test_a_doorbell_that_rings_many_times_makes_one_attempt(ledger: Ledger) -> None:
    run = await ledger.accept(new_run())
    pipeline = Scripted()
    worker = Worker(ledger, pipeline, name="w1", rules=RULES)
    await asyncio.gather(*(worker.work_on(run.id) for _ in range(10)))
    await worker.work_on(run.id)
    assert pipeline.asked == [run.id]


@pytest.mark.parametrize("run_id", ["", "nothing", "🎉", "x" * 5000, "'; DROP TABLE runs; --"])
async def test_a_doorbell_for_nothing_does_no_harm(ledger: Ledger, run_id: str) -> None:
    await worker_of(ledger).work_on(run_id)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (UnknownFlow("odd", ("fast",)), "unknown_flow"),
        (InjectionLike("no", rule="r"), "injection_like"),
        (ZeroDivisionError("a fault of ours"), "internal: ZeroDivisionError"),
        (TimeoutError("a step's own"), "internal: TimeoutError"),
        (
            ExceptionGroup("branches", [IndexUnavailable("vector", "gone"), ValueError("真的坏了")]),
            "internal: ValueError",
        ),
    ],
)
async def test_an_error_that_trying_again_would_not_mend_fails_the_run(
    ledger: Ledger, error: Exception, reason: str
) -> None:
    row = await worked(ledger, fails(error))
    assert row.status is RunStatus.FAILED
    assert row.reason.startswith(reason)


async def test_what_is_unavailable_is_waited_for_and_then_reported(ledger: Ledger) -> None:
    run = await ledger.accept(new_run(seconds=600))
    worker = worker_of(ledger, fails(ServiceUnavailable("intent", "refused")))
    seen = []
    for _ in range(3):
        await worker.work_on(run.id)
        seen.append((await ledger.get(run.id, TENANT)).status)
        await let_pass(ledger, 15)
        await ledger.reap(ReapRules())
    assert seen == [RunStatus.WAITING, RunStatus.WAITING, RunStatus.FAILED]
    row = await ledger.get(run.id, TENANT)
    assert row.reason == "service_unavailable: The intent service is not available: refused."


async def test_a_run_waits_as_long_as_it_was_asked_to(ledger: Ledger) -> None:
    error = ServiceUnavailable("model", "quota")
    error.facts["retry_after_s"] = "30"
    row = await worked(ledger, fails(error))
    await let_pass(ledger, 28)
    assert (await ledger.reap(ReapRules())).woken == ()
    await let_pass(ledger, 3)
    assert (await ledger.reap(ReapRules())).woken == (row.id,)


async def test_a_run_that_takes_longer_than_its_deadline_is_stopped_and_says_so(ledger: Ledger) -> None:
    began = time.monotonic()
    row = await worked(ledger, for_ever, seconds=0.4)
    assert (row.status, row.reason.partition(":")[0]) == (RunStatus.FAILED, "deadline_passed")
    assert time.monotonic() - began < 20


async def test_a_long_run_keeps_its_lease(ledger: Ledger) -> None:
    enough = asyncio.Event()

    async def script(run: RunRequest, journal: Journal) -> Outcome:
        await journal.begin("endless")
        await enough.wait()
        return Outcome(RunStatus.DONE)

    run = await ledger.accept(new_run(seconds=600))
    working = asyncio.create_task(worker_of(ledger, script).work_on(run.id))
    await until_running(ledger, run.id)
    for _ in range(4):
        await let_pass(ledger, LEASE_S - 5)
        await asyncio.sleep(RULES.heartbeat_s * 10)
        assert (await ledger.reap(ReapRules())).expired == 0
    enough.set()
    await working
    assert (await ledger.get(run.id, TENANT)).status is RunStatus.DONE


async def test_a_cancelled_run_stops_soon(ledger: Ledger) -> None:
    run = await ledger.accept(new_run())
    working = asyncio.create_task(worker_of(ledger, for_ever).work_on(run.id))
    await until_running(ledger, run.id)
    await ledger.cancel(run.id, TENANT)
    await asyncio.wait_for(working, 10)
    assert (await ledger.get(run.id, TENANT)).status is RunStatus.CANCELLED


async def test_a_worker_that_lost_its_lease_stops_and_leaves_the_run_to_the_other(ledger: Ledger) -> None:
    run = await ledger.accept(new_run())
    stopped = asyncio.Event()

    async def watched(run: RunRequest, journal: Journal) -> Outcome:
        try:
            return await for_ever(run, journal)
        finally:
            stopped.set()

    stalled = AttemptRules(heartbeat_s=60, cancel_poll_s=0.03)
    first = asyncio.create_task(Worker(ledger, Scripted(watched), name="w1", rules=stalled).work_on(run.id))
    await until_running(ledger, run.id)
    await let_pass(ledger, LEASE_S + 1)
    assert (await ledger.reap(ReapRules())).requeued == (run.id,)
    await worker_of(ledger, at_once, "w2").work_on(run.id)
    await asyncio.wait_for(first, 10)
    row = await ledger.get(run.id, TENANT)
    assert stopped.is_set()
    assert (row.status, row.attempt) == (RunStatus.DONE, 2)


async def test_a_draining_worker_gives_its_runs_back_and_takes_no_more(ledger: Ledger) -> None:
    runs = [await ledger.accept(new_run()) for _ in range(3)]
    worker = worker_of(ledger, for_ever)
    working = [asyncio.create_task(worker.work_on(run.id)) for run in runs[:2]]
    await until_running(ledger, runs[0].id)
    await until_running(ledger, runs[1].id)
    await worker.drain(0.05)
    await asyncio.gather(*working)
    await worker.work_on(runs[2].id)
    assert [(await ledger.get(run.id, TENANT)).status for run in runs] == [RunStatus.QUEUED] * 3
    other = worker_of(ledger, at_once, "w2")
    for run in runs:
        await other.work_on(run.id)
    assert [(await ledger.get(run.id, TENANT)).status for run in runs] == [RunStatus.DONE] * 3


async def test_a_draining_worker_lets_a_run_end_that_is_nearly_done(ledger: Ledger) -> None:
    async def short(run: RunRequest, journal: Journal) -> Outcome:
        await journal.begin("endless")
        await asyncio.sleep(0.1)
        return Outcome(RunStatus.DONE)

    run = await ledger.accept(new_run())
    worker = worker_of(ledger, short)
    working = asyncio.create_task(worker.work_on(run.id))
    await until_running(ledger, run.id)
    await worker.drain(30)
    await working
    assert (await ledger.get(run.id, TENANT)).status is RunStatus.DONE


async def test_the_next_attempt_goes_on_where_the_last_one_was_cut_off(ledger: Ledger) -> None:
    did: list[str] = []

    async def three_steps(run: RunRequest, journal: Journal) -> Outcome:
        for step in ("route", "retrieve", "check"):
            if await journal.recall(step) is None:
                await journal.begin(step)
                did.append(step)
                if did.count("retrieve") == 1 and step == "retrieve":
                    raise ServiceUnavailable("retrieval", "gone")
                await journal.record(step, b"", [])
        return Outcome(RunStatus.DONE)

    run = await ledger.accept(new_run())
    worker = worker_of(ledger, three_steps)
    await worker.work_on(run.id)
    await let_pass(ledger, 6)
    await ledger.reap(ReapRules())
    await worker.work_on(run.id)
    assert (await ledger.get(run.id, TENANT)).status is RunStatus.DONE
    assert did == ["route", "retrieve", "retrieve", "check"]


class FullDisk(LedgerJournal):
    """A journal whose disk is full."""

    async def record(self, step: str, result: bytes, events: Sequence[Event], *, degraded: bool = False) -> None:
        raise StorageFull("The disk is full.")


async def test_a_full_disk_sets_the_run_aside_instead_of_losing_it(ledger: Ledger) -> None:
    async def script(run: RunRequest, journal: Journal) -> Outcome:
        if await journal.recall("plan") is None:
            await journal.record("plan", b"", [])
        return Outcome(RunStatus.DONE)

    run = await ledger.accept(new_run())

    def full(ledger: Ledger, claim: Claim) -> Journal:
        return FullDisk(ledger, claim)

    await Worker(ledger, Scripted(script), name="w1", rules=RULES, journal_of=full).work_on(run.id)
    row = await ledger.get(run.id, TENANT)
    assert (row.status, row.reason) == (RunStatus.WAITING, "storage_full: The disk is full.")
    await let_pass(ledger, 6)
    await ledger.reap(ReapRules())
    await worker_of(ledger, script).work_on(run.id)
    assert (await ledger.get(run.id, TENANT)).status is RunStatus.DONE


@pytest.mark.parametrize(
    ("errors", "kind"),
    [
        ([ServiceUnavailable("a", "b"), LeaseLost("l"), Cancelled("c")], LeaseLost),
        ([ServiceUnavailable("a", "b"), Cancelled("c")], Cancelled),
        ([ServiceUnavailable("a", "b"), ExceptionGroup("inner", [UnknownFlow("x", ())])], UnknownFlow),
        ([ServiceUnavailable("a", "b"), IndexUnavailable("vector", "c")], ServiceUnavailable),
    ],
)
def test_of_the_faults_of_parallel_branches_the_most_final_one_counts(
    errors: list[Exception], kind: type[Exception]
) -> None:
    assert isinstance(decisive(ExceptionGroup("branches", errors)), kind)
