"""The pipeline over a scripted world: no process, no network, no clock."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from services.core.domain.answer import Verdict
from services.core.domain.plan import Combination, Decision, Plan, SubQuestion
from services.core.domain.question import Budget, Role, Turn
from services.core.domain.route import Category, Path, Route
from services.core.errors import Cancelled, IndexUnavailable, InjectionLike, ServiceUnavailable, UnknownFlow
from services.core.wire import json
from services.ledger.run import EventKind, RunRequest, RunStatus
from services.orchestrator.empty_store import NOTICES
from services.orchestrator.pipeline import Pipeline
from services.orchestrator.ports import Reflection
from services.orchestrator.steps import Done, Steps
from tests.fakes.journal import MemoryJournal
from tests.fakes.runs import run_request
from tests.fakes.services import World

DEEP = Route(Category.MULTI_HOP, Path.DEEP)
PLANT = ("plant", "It is made in Plant 7.", "Plant 7")
MANAGER = ("manager", "Plant 7 is led by Ada.", "Ada")


def chain() -> World:
    """Where is it made → who leads that plant."""
    return World(
        facts={"where is it made": PLANT, "who leads Plant 7": MANAGER},
        plans={
            "who leads the plant": Plan(
                (SubQuestion(1, "where is it made"), SubQuestion(2, "who leads {1}", (1,))), Combination.CHAIN
            )
        },
        route=DEEP,
    )


def asked(text: str, flow: str = "auto", **context: object) -> RunRequest:
    run = run_request(text, flow=flow)
    return replace(run, context=replace(run.context, **context))  # type: ignore[arg-type]


async def test_a_plain_question_takes_one_round_and_no_loop() -> None:
    world, journal = World(facts={"where is it made": PLANT}), MemoryJournal()
    outcome = await Pipeline(world.services()).run(asked("where is it made"), journal)
    assert outcome.status is RunStatus.DONE
    assert outcome.answer is not None
    assert outcome.answer.short_answer == "Plant 7"
    assert world.calls["retrieve"] == 1
    assert world.calls["plan"] == 0
    assert (outcome.answer.profile, outcome.answer.generation) == ("general@1", 3)


async def test_an_answer_of_one_step_is_put_into_the_next() -> None:
    world = chain()
    outcome = await Pipeline(world.services()).run(asked("who leads the plant"), MemoryJournal())
    assert outcome.answer is not None
    assert outcome.answer.short_answer == "Ada"
    assert world.queries == ["where is it made", "who leads Plant 7"]


async def test_a_link_without_an_answer_blocks_what_depends_on_it() -> None:
    world = chain()
    del world.facts["where is it made"]
    outcome = await Pipeline(world.services()).run(asked("who leads the plant"), MemoryJournal())
    assert outcome.status is RunStatus.ABSTAINED
    assert outcome.answer is not None
    assert [finding.ended for finding in outcome.answer.findings] == ["no_progress", "blocked"]


async def test_sub_questions_of_one_level_are_worked_on_at_the_same_time() -> None:
    names = ("a", "b", "c")
    plan = Plan(tuple(SubQuestion(n, name) for n, name in enumerate(names, 1)), Combination.COMPARE)
    facts = {name: (f"p{name}", f"{name} is 1", "1") for name in names}
    world = World(facts=facts, plans={"compare a, b, c": plan}, route=DEEP)
    await Pipeline(world.services()).run(asked("compare a, b, c"), MemoryJournal())
    assert world.most_together == len(names)


async def test_the_loop_goes_on_to_another_angle_and_never_asks_twice() -> None:
    world = World(facts={"second angle": PLANT}, angles={"q": ["first angle", "second angle", "third"]}, route=DEEP)
    outcome = await Pipeline(world.services()).run(asked("q"), MemoryJournal())
    # Round two brought nothing new: the loop would have stopped there had the first round not been as empty.
    assert len(world.queries) == len(set(world.queries))
    assert outcome.answer is not None
    assert outcome.answer.findings[0].rounds <= 5


async def test_five_rounds_are_the_most() -> None:
    angles = [f"angle {n}" for n in range(9)]
    facts = {angle: (f"p{n}", f"text {n}", "x") for n, angle in enumerate(["q", *angles])}
    world = World(facts=facts, angles={"q": angles}, route=DEEP, scores={"p0": 0.3}, growth=0.05)
    outcome = await Pipeline(world.services()).run(asked("q", flow="deep"), MemoryJournal())
    assert outcome.answer is not None
    assert outcome.answer.findings[0].rounds == 5
    assert outcome.answer.findings[0].ended == "rounds"


async def test_new_passages_that_are_no_better_end_the_loop_after_two_rounds() -> None:
    angles = [f"angle {n}" for n in range(9)]
    facts = {angle: (f"p{n}", f"text {n}", "x") for n, angle in enumerate(["q", *angles])}
    world = World(facts=facts, angles={"q": angles}, route=DEEP, scores={f"p{n}": 0.3 for n in range(10)})
    outcome = await Pipeline(world.services()).run(asked("q", flow="deep"), MemoryJournal())
    assert outcome.answer is not None
    assert outcome.answer.findings[0].rounds == 3
    assert outcome.answer.findings[0].ended == "no_progress"


async def test_a_fast_answer_that_checks_out_badly_escalates_and_does_not_search_the_same_again() -> None:
    world = World(facts={"q": PLANT, "other angle": MANAGER}, angles={"q": ["other angle"]}, confidence=[0.4, 0.9])
    world.scores["plant"] = 0.3
    journal = MemoryJournal()
    outcome = await Pipeline(world.services()).run(asked("q"), journal)
    assert EventKind.RUN_ESCALATED in [event.kind for event in journal.events]
    assert world.queries == ["q", "other angle"]
    assert outcome.status is RunStatus.DONE
    assert outcome.answer is not None
    assert outcome.answer.route.path is Path.DEEP
    assert outcome.answer.route.reasons == ("escalated: the quick answer checked out at 0.40",)


async def test_the_fast_flow_never_escalates() -> None:
    world = World(facts={"q": PLANT}, confidence=[0.4])
    await Pipeline(world.services()).run(asked("q", flow="fast"), MemoryJournal())
    assert world.calls["retrieve"] == 1


async def test_only_failing_claims_are_searched_again_and_then_removed() -> None:
    world = chain()
    doubted = "where is it made: Plant 7"
    world.doubted, world.confidence = {doubted}, [0.5, 0.5, 0.9]
    world.facts[doubted] = ("more", "Something else.", "")
    outcome = await Pipeline(world.services()).run(asked("who leads the plant"), MemoryJournal())
    assert world.queries[-1] == doubted
    assert outcome.answer is not None
    assert doubted not in outcome.answer.answer
    assert outcome.answer.unconfirmed == (doubted,)
    assert {claim.verdict for claim in outcome.answer.claims} == {Verdict.SUPPORTED}


async def test_replanning_asks_new_things_and_ends_after_two() -> None:
    world = chain()
    world.decisions = [Reflection(Decision.REPLAN, "again")] * 5
    world.plans["again"] = Plan((SubQuestion(3, "where is it made"),))
    await Pipeline(world.services()).run(asked("who leads the plant", flow="deep"), MemoryJournal())
    assert world.calls["plan"] == 3


async def test_small_talk_searches_nothing() -> None:
    world = World(route=Route(Category.SMALL_TALK, Path.FAST))
    await Pipeline(world.services()).run(asked("hi"), MemoryJournal())
    assert world.calls["retrieve"] == 0


async def test_an_earlier_turn_makes_the_question_self_contained() -> None:
    run = asked("and now?")
    run = replace(run, question=replace(run.question, history=(Turn(Role.USER, "where is it made"),)))
    world, journal = World(), MemoryJournal()
    await Pipeline(world.services()).run(run, journal)
    assert world.queries[0] == "and now? (where is it made)"


async def test_an_index_that_is_down_gives_an_honest_degraded_answer() -> None:
    world = World(faults={"retrieve": IndexUnavailable("vector", "down")})
    outcome = await Pipeline(world.services()).run(asked("q"), MemoryJournal())
    assert outcome.status is RunStatus.DEGRADED
    assert outcome.answer is not None
    assert outcome.answer.abstained
    assert outcome.answer.degraded == ("index_unavailable",)


async def test_a_planner_that_is_down_leaves_the_question_as_its_only_part() -> None:
    world = World(facts={"q": PLANT}, route=DEEP, faults={"plan": ServiceUnavailable("decompose", "down")})
    outcome = await Pipeline(world.services()).run(asked("q"), MemoryJournal())
    assert outcome.answer is not None
    assert outcome.answer.short_answer == "Plant 7"
    assert "plan_unavailable" in outcome.answer.degraded


@pytest.mark.parametrize("broken", ["rewrite", "plan", "decide"])
async def test_an_answer_made_without_something_is_never_a_sure_one(broken: str) -> None:
    sure = await Pipeline(chain().services()).run(asked("who leads the plant"), MemoryJournal())
    world = chain()
    world.faults = {broken: ServiceUnavailable("some", "down")}
    outcome = await Pipeline(world.services()).run(asked("who leads the plant"), MemoryJournal())
    assert sure.answer is not None
    assert outcome.answer is not None
    assert sure.answer.confidence.label == "high"
    assert outcome.answer.confidence.label != "high"
    assert outcome.answer.degraded[0] in outcome.answer.confidence.reasons[-1]


async def test_refusals_and_unknown_flows_end_the_run_with_their_own_error() -> None:
    world = World(faults={"route": InjectionLike("no")})
    with pytest.raises(InjectionLike):
        await Pipeline(world.services()).run(asked("q"), MemoryJournal())
    with pytest.raises(UnknownFlow, match="auto, deep, fast"):
        await Pipeline(world.services()).run(asked("q", flow="x"), MemoryJournal())


@pytest.mark.parametrize("budget", [Budget(steps=2), Budget(searches=0)])
async def test_a_spent_budget_ends_the_search_and_says_so(budget: Budget) -> None:
    world = chain()
    outcome = await Pipeline(world.services()).run(asked("who leads the plant", budget=budget), MemoryJournal())
    assert outcome.status is RunStatus.DEGRADED
    assert outcome.answer is not None
    assert "budget_spent" in outcome.answer.degraded


async def test_a_deadline_that_is_near_leaves_time_to_answer() -> None:
    world = chain()
    past = datetime.now(UTC) - timedelta(seconds=1)
    outcome = await Pipeline(world.services()).run(asked("who leads the plant", deadline=past), MemoryJournal())
    assert world.calls["retrieve"] == 0
    assert outcome.answer is not None
    assert "deadline_spent" in outcome.answer.degraded


async def test_a_round_that_would_not_end_in_time_is_not_begun() -> None:
    """A slow machine: after one round there is time to answer, and none for a second round as slow as the first."""
    journal = MemoryJournal()
    steps = Steps(asked("q", deadline=datetime.now(UTC) + timedelta(seconds=100)), journal)
    assert steps.may_search
    generic: Any = Done
    slow = json.dumps_as(generic[str], Done(40.0, "found"))
    for step in ("sub-1/round-1/retrieve", "sub-1/round-1/assess"):
        await journal.begin(step)
        await journal.record(step, slow, [])
        await steps.take(step, str, _never)
    assert not steps.may_search
    assert steps.why_not == "deadline"


async def _never() -> str:
    raise AssertionError("a step that was done before is recalled")


async def test_another_worker_goes_on_where_the_first_was_stopped_whatever_step_that_was() -> None:
    """Stop before each step in turn: the answer is the same, and no finished step is done again."""
    whole, journal = chain(), MemoryJournal()
    expected = await Pipeline(whole.services()).run(asked("who leads the plant"), journal)
    assert expected.answer is not None
    for stop in range(len(journal.kept)):
        world, kept = chain(), MemoryJournal(stop_after=stop)
        with pytest.raises(Cancelled):
            await Pipeline(world.services()).run(asked("who leads the plant"), kept)
        kept.stop_after = None
        outcome = await Pipeline(world.services()).run(asked("who leads the plant"), kept)
        assert outcome.answer is not None
        assert outcome.answer.answer == expected.answer.answer
        again = {name: count - whole.calls[name] for name, count in world.calls.items() if name != "passages"}
        assert sum(again.values()) <= 1, f"stopped after {stop}: {again}"


async def test_a_run_is_replayed_from_its_steps_alone() -> None:
    world, journal = chain(), MemoryJournal()
    run = asked("who leads the plant")
    first = await Pipeline(world.services()).run(run, journal)
    world.calls.clear()
    second = await Pipeline(world.services()).run(run, journal)
    assert set(world.calls) <= {"passages"}
    assert first.answer is not None
    assert second.answer is not None
    assert json.dumps(second.answer) == json.dumps(first.answer)


@pytest.mark.parametrize("broken", ["rewrite", "retrieve", "assess", "plan", "decide"])
async def test_a_degraded_run_is_replayed_as_degraded_even_when_all_works_again(broken: str) -> None:
    world, journal = chain(), MemoryJournal()
    world.faults = {broken: ServiceUnavailable("some", "down")}
    run = asked("who leads the plant")
    first = await Pipeline(world.services()).run(run, journal)
    assert first.status is RunStatus.DEGRADED
    world.faults.clear()
    world.calls.clear()
    second = await Pipeline(world.services()).run(run, journal)
    assert set(world.calls) <= {"passages"}
    assert second == first


async def test_a_run_that_ran_out_of_time_is_replayed_as_it_was() -> None:
    world, journal = chain(), MemoryJournal()
    late = asked("who leads the plant", deadline=datetime.now(UTC) - timedelta(seconds=1))
    first = await Pipeline(world.services()).run(late, journal)
    again = replace(late, context=replace(late.context, deadline=datetime.now(UTC) + timedelta(hours=1)))
    assert await Pipeline(world.services()).run(again, journal) == first


async def test_the_same_question_gives_the_same_answer_ten_times() -> None:
    answers = set()
    for _ in range(10):
        outcome = await Pipeline(chain().services()).run(asked("who leads the plant"), MemoryJournal())
        assert outcome.answer is not None
        answers.add(outcome.answer.answer)
    assert len(answers) == 1


async def test_the_ledger_keeps_no_text_of_a_passage_but_the_quotes() -> None:
    world, journal = chain(), MemoryJournal()
    await Pipeline(world.services()).run(asked("who leads the plant"), journal)
    for name, kept in journal.kept.items():
        if name.endswith(("retrieve", "finding")):
            assert PLANT[1].encode() not in kept


@pytest.mark.parametrize(("flow", "language"), [("auto", "en"), ("fast", "en"), ("deep", "en"), ("auto", "zh")])
async def test_without_any_document_the_answer_says_so_and_what_to_do(flow: str, language: str) -> None:
    world = World(language=language)
    outcome = await Pipeline(world.services()).run(asked("where is it made", flow=flow), MemoryJournal())
    assert outcome.status is RunStatus.ABSTAINED
    assert outcome.answer is not None
    assert outcome.answer.answer == NOTICES[language]
    assert outcome.answer.abstained
    assert world.calls["synthesize"] == 0


async def test_documents_that_hold_nothing_of_it_are_not_said_to_be_none() -> None:
    world = World(facts={"something else": PLANT})
    outcome = await Pipeline(world.services()).run(asked("where is it made"), MemoryJournal())
    assert outcome.answer is not None
    assert "no documents yet" not in outcome.answer.answer


async def test_indexes_that_cannot_be_counted_are_not_said_to_be_empty() -> None:
    world = World(faults={"holdings": IndexUnavailable("vector", "away")})
    outcome = await Pipeline(world.services()).run(asked("where is it made"), MemoryJournal())
    assert outcome.status is RunStatus.ABSTAINED
    assert outcome.answer is not None
    assert "no documents yet" not in outcome.answer.answer


async def test_a_search_that_finds_something_counts_no_holdings() -> None:
    world = World(facts={"where is it made": PLANT})
    await Pipeline(world.services()).run(asked("where is it made"), MemoryJournal())
    assert world.calls["holdings"] == 0


async def test_steps_that_lacked_something_are_marked_so_that_a_resumed_run_does_them_again() -> None:
    world, journal = World(faults={"retrieve": IndexUnavailable("vector", "away")}), MemoryJournal()
    outcome = await Pipeline(world.services()).run(asked("where is it made", flow="fast"), journal)
    assert outcome.status is RunStatus.DEGRADED
    assert journal.degraded == ["sub-0/round-1/retrieve"]
