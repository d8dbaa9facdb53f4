"""Workers die in every kind of step: no run is lost, nothing done is done again, the answers are the same."""

import os
import random
from pathlib import Path

import pytest

from services.core.domain.answer import Answer
from services.ledger.run import EventKind, RunStatus
from services.orchestrator.pipeline import Pipeline
from tests.chaos.effects import in_flight, repeats
from tests.chaos.stack import stack
from tests.chaos.worker_main import Plan
from tests.chaos.world import DEEP, QUICK, services
from tests.fakes.journal import MemoryJournal
from tests.fakes.runs import TENANT, run_request

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(180)]

SEED = int(os.environ.get("SEED", "7"))
RUNS = 20
POINTS = ("begun", "worked", "recorded")
BRANCHES = 3
QUESTIONS = {"deep": DEEP, "quick": QUICK}


def run_ids() -> list[str]:
    return [f"{name}-{n}" for n in range(RUNS // 2) for name in QUESTIONS]


async def undisturbed(run_id: str) -> tuple[Answer, set[str]]:
    """What a run answers when nobody dies, and the kinds of its steps."""
    journal = MemoryJournal()
    request = run_request(run_id=run_id)
    question = QUESTIONS[run_id.partition("-")[0]]
    request = type(request)(request.run_id, question, request.context, request.flow)
    outcome = await Pipeline(services(None, 0.0)).run(request, journal)
    assert outcome.answer is not None
    return outcome.answer, {step.rpartition("/")[2] for step in journal.begun}


def essence(answer: Answer | None) -> object:
    """What must not depend on who died."""
    assert answer is not None
    return (answer.answer, answer.citations, answer.claims, answer.confidence, answer.plan, answer.findings)


async def test_a_kill_in_every_kind_of_step_loses_nothing_and_repeats_only_what_was_in_flight(tmp_path: Path) -> None:
    expected = {name: await undisturbed(f"{name}-0") for name in QUESTIONS}
    kinds = sorted(set().union(*(kinds for _, kinds in expected.values())))
    dice = random.Random(SEED)
    plan = Plan(str(tmp_path), points={kind: dice.choice(POINTS) for kind in kinds})
    async with stack(plan, workers=3) as running:
        for run_id in run_ids():
            await running.ask(QUESTIONS[run_id.partition("-")[0]], run_id)
        rows = await running.settled(run_ids(), within_s=120)
        for row in rows:
            stored = await running.ledger.events_after(row.id, TENANT)
            assert [e.n for e in stored] == list(range(1, len(stored) + 1))
            seen = [e.kind for e in stored]
            assert (seen.count(EventKind.ANSWER_FINAL), seen.count(EventKind.RUN_ENDED)) == (1, 1)
    effects = plan.effects.read()
    kills = [effect for effect in effects if effect.what == "kill"]
    assert sorted(kill.kind for kill in kills) == kinds, "a kind of step in which no worker died"
    assert {row.status for row in rows} == {RunStatus.DONE}
    for row in rows:
        assert essence(row.answer) == essence(expected[row.id.partition("-")[0]][0]), row.id
    cut_off = in_flight(effects)
    assert max(len({step for run, step in steps if run == one}) for steps in cut_off for one, _ in steps) <= BRANCHES
    assert [effect for effect in effects if effect.what == "call" and not effect.step] == []
    allowed = [step for steps in cut_off for step in steps]
    for step, count in repeats(effects).items():
        assert count <= allowed.count(step), f"{step} was called {count} times more than it was cut off"


async def test_a_step_that_kills_its_worker_every_time_ends_its_run_after_the_third(tmp_path: Path) -> None:
    plan = Plan(str(tmp_path), poison="policy")
    async with stack(plan, workers=1) as running:
        await running.ask(DEEP, "poisoned-1")
        [dead] = await running.settled(["poisoned-1"], within_s=60)
        await running.ask(DEEP, "healthy-1")
        [healthy] = await running.settled(["healthy-1"], within_s=30)
    assert dead.status is RunStatus.DEAD
    assert dead.reason == "worker_lost: the worker was lost 3 times in step 'level-1/policy'"
    assert [effect.kind for effect in plan.effects.read() if effect.what == "kill"] == ["policy"] * 3
    assert healthy.status is RunStatus.DONE
