"""Which questions the databases answer, and what happens when they cannot."""

import pytest

from services.core.domain.plan import Combination, Plan, SubQuestion, Tool
from services.core.domain.route import Category, Path, Route
from services.core.errors import TooLarge
from services.ledger.run import EventKind
from services.orchestrator.pipeline import Pipeline
from tests.fakes.journal import MemoryJournal
from tests.fakes.runs import run_request
from tests.fakes.services import World

COUNT = "How many beds are there?"
PLACE = "Where is the clinic?"
BOTH = "How many beds are there, and where is the clinic?"


async def test_a_question_that_a_database_answers_is_neither_planned_nor_searched() -> None:
    world, journal = World(rows={COUNT: "41"}), MemoryJournal()
    outcome = await Pipeline(world.services()).run(run_request(COUNT), journal)
    assert outcome.answer is not None
    assert [sub.tool for sub in outcome.answer.plan.sub_questions] == [Tool.SQL]
    assert outcome.answer.findings[0].answer == "41"
    assert world.calls["retrieve"] == world.calls["plan"] == 0
    kinds = [event.kind for event in journal.events]
    assert kinds.index(EventKind.PLAN_MADE) < kinds.index(EventKind.SEARCH_DONE) < kinds.index(EventKind.FINDING_MADE)


async def test_the_rows_stay_with_the_answer_for_no_store_has_them() -> None:
    outcome = await Pipeline(World(rows={COUNT: "41"}).services()).run(run_request(COUNT), MemoryJournal())
    assert outcome.answer is not None
    assert outcome.answer.findings[0].evidence[0].passage.text == "41"


async def test_of_a_plan_each_part_goes_where_it_is_answered() -> None:
    parts = Plan((SubQuestion(1, COUNT), SubQuestion(2, PLACE)), Combination.COLLECT)
    world = World(
        rows={COUNT: "41"},
        facts={PLACE: ("place", "The clinic is in Velden.", "Velden")},
        plans={BOTH: parts},
        route=Route(Category.MULTI_HOP, Path.DEEP),
    )
    outcome = await Pipeline(world.services()).run(run_request(BOTH), MemoryJournal())
    assert outcome.answer is not None
    assert [sub.tool for sub in outcome.answer.plan.sub_questions] == [Tool.SQL, Tool.DOCUMENTS]
    assert [found.answer for found in outcome.answer.findings] == ["41", "Velden"]
    assert world.queries == [PLACE]


async def test_what_rests_on_a_database_is_asked_of_one_too() -> None:
    chain = Plan((SubQuestion(1, COUNT), SubQuestion(2, "Who cleans {1} beds?", (1,))), Combination.CHAIN)
    world = World(
        rows={COUNT: "41", "Who cleans 41 beds?": "Runa Holt"},
        plans={BOTH: chain},
        route=Route(Category.MULTI_HOP, Path.DEEP),
    )
    outcome = await Pipeline(world.services()).run(run_request(BOTH), MemoryJournal())
    assert outcome.answer is not None
    assert outcome.answer.findings[-1].answer == "Runa Holt"


@pytest.mark.parametrize("call", ["query", "link"])
async def test_a_database_that_fails_leaves_the_documents_and_says_so(call: str) -> None:
    parts = Plan((SubQuestion(1, PLACE), SubQuestion(2, COUNT)), Combination.COLLECT)
    world = World(
        rows={COUNT: "41"},
        facts={PLACE: ("place", "The clinic is in Velden.", "Velden")},
        plans={BOTH: parts},
        route=Route(Category.MULTI_HOP, Path.DEEP),
        faults={call: TooLarge("The query took too long.")},
    )
    outcome = await Pipeline(world.services()).run(run_request(BOTH), MemoryJournal())
    assert outcome.answer is not None
    assert "too_large" in outcome.answer.degraded
    assert outcome.answer.findings[0].answer == "Velden"


async def test_a_run_that_is_gone_through_again_asks_no_database_twice() -> None:
    world, journal, run = World(rows={COUNT: "41"}), MemoryJournal(), run_request(COUNT)
    first = await Pipeline(world.services()).run(run, journal)
    again = await Pipeline(world.services()).run(run, journal)
    assert first == again
    assert world.calls["query"] == 1
