"""A run's stored steps give its answer again, without any step of it being done."""

from dataclasses import replace

import pytest

from services.core.domain.question import Question
from services.core.errors import Internal, NotFound
from services.ledger.ledger import Ledger
from services.ledger.models import NewRun, RunRow
from services.ledger.run import Outcome, RunRequest, RunStatus
from services.orchestrator.journal import Journal
from services.orchestrator.pipeline import Pipeline
from services.orchestrator.replay import replay
from services.orchestrator.worker import Worker
from tests.chaos.world import DEEP, QUICK, services
from tests.fakes.runs import TENANT, run_request
from tests.fakes.scripted import Scripted


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
