"""A run's stored steps give its answer again, without any step of it being done."""

from dataclasses import replace

import pytest

from services.core.domain.passage import Retrieval
from services.core.domain.question import Question, RunContext
from services.core.errors import IndexUnavailable, Internal, NotFound
from services.ledger.ledger import Ledger
from services.ledger.models import NewRun, RunRow
from services.ledger.run import EventKind, Outcome, RunRequest, RunStatus
from services.orchestrator.journal import Journal
from services.orchestrator.pipeline import Pipeline
from services.orchestrator.ports import Search
from services.orchestrator.replay import replay
from services.orchestrator.worker import Worker
from tests.chaos.world import DEEP, QUICK, services
from tests.fakes.runs import TENANT, run_request
from tests.fakes.scripted import Scripted
from tests.fakes.services import Search_


async def finished(ledger: Ledger, question: Question) -> RunRow:
    """A run that the real pipeline has finished over scripted services."""
    request = replace(run_request(seconds=20), question=question)
    await ledger.accept(NewRun(request))
    await Worker(ledger, Pipeline(services(None, 0.0)), name="w1").work_on(request.run_id)
    return await ledger.get(request.run_id, TENANT)


@pytest.mark.parametrize("question", [DEEP, QUICK])
async def test_a_replay_gives_the_same_answer_and_writes_nothing(ledger: Ledger, question: Question) -> None:
    run = await finished(ledger, question)
    assert run.status is RunStatus.DONE
    outcome = await replay(ledger, Pipeline(services(None, 0.0)), run.id, tenant=TENANT)
    assert (outcome.status, outcome.answer) == (run.status, run.answer)
    assert await ledger.get(run.id, TENANT) == run


async def test_a_run_that_lacks_a_step_cannot_be_replayed_and_says_which(ledger: Ledger) -> None:
    async def another_way(run: RunRequest, journal: Journal) -> Outcome:
        await journal.begin("sub-9/finding")
        return Outcome(RunStatus.DONE)

    run = await finished(ledger, QUICK)
    with pytest.raises(Internal, match="sub-9/finding"):
        await replay(ledger, Scripted(another_way), run.id, tenant=TENANT)


async def test_another_tenants_run_cannot_be_replayed(ledger: Ledger) -> None:
    run = await finished(ledger, QUICK)
    with pytest.raises(NotFound):
        await replay(ledger, Scripted(), run.id, tenant="other")


class Away(Search_):
    """Search whose second sub-question finds no index, until it is back."""

    away = True

    async def retrieve(self, context: RunContext, search: Search) -> Retrieval:
        if self.away and search.question.text == "size of B":
            raise IndexUnavailable("vector", "away")
        return await super().retrieve(context, search)


async def test_resuming_a_degraded_run_does_again_what_lacked_something_and_replays_to_the_new_answer(
    ledger: Ledger,
) -> None:
    scripted = services(None, 0.0)
    assert isinstance(scripted.retrieval, Search_)
    search = Away(scripted.retrieval.world)
    pipeline = Pipeline(replace(scripted, retrieval=search))
    whole = await finished(ledger, DEEP)
    request = replace(run_request(seconds=20), question=DEEP)
    await ledger.accept(NewRun(request))
    worker = Worker(ledger, pipeline, name="w1")
    await worker.work_on(request.run_id)
    poor = await ledger.get(request.run_id, TENANT)
    assert poor.status is RunStatus.DEGRADED
    before = await ledger.steps(request.run_id, TENANT)

    search.away = False
    resumed = await ledger.resume(request.run_id, TENANT)
    assert (resumed.answer, resumed.confidence) == (None, None)
    kept = await ledger.steps(request.run_id, TENANT)
    assert {"condense", "route", "plan"} <= set(kept) < set(before)
    assert "final" not in kept
    await worker.work_on(request.run_id)
    run = await ledger.get(request.run_id, TENANT)
    assert run.status is RunStatus.DONE
    assert run.answer is not None
    assert whole.answer is not None
    assert run.answer.answer == whole.answer.answer
    outcome = await replay(ledger, pipeline, run.id, tenant=TENANT)
    assert (outcome.status, outcome.answer) == (run.status, run.answer)


async def test_the_words_of_a_degraded_answer_are_void_when_its_run_is_resumed(ledger: Ledger) -> None:
    scripted = services(None, 0.0)
    assert isinstance(scripted.retrieval, Search_)
    pipeline = Pipeline(replace(scripted, retrieval=Away(scripted.retrieval.world)))
    request = replace(run_request(seconds=20), question=DEEP)
    await ledger.accept(NewRun(request))
    await Worker(ledger, pipeline, name="w1").work_on(request.run_id)
    first = [e.n for e in await ledger.events_after(request.run_id, TENANT) if e.kind.value.startswith("answer.")][0]
    await ledger.resume(request.run_id, TENANT)
    events = await ledger.events_after(request.run_id, TENANT)
    restarted = next(event for event in events if event.kind is EventKind.ANSWER_RESTARTED)
    assert restarted.data["void_after"] == first - 1
    assert [event.n for event in events] == list(range(1, len(events) + 1))
