"""After findings that did not suffice: only new questions, under new ids, for what is missing."""

import pytest

from services.core.domain.plan import Combination, Plan
from services.core.domain.route import Category
from tests.unit.decompose.asking import found, planned

CHAIN = "Who manages the plant where the X200 is made?"
COMPARED = "Which had the higher revenue in 2023, Halden Pumps or Brack Valves?"


def texts(plan: Plan) -> list[str]:
    return [sub.text for sub in plan.sub_questions]


async def test_a_first_link_without_an_answer_is_asked_in_other_words_with_all_that_rests_on_it() -> None:
    plan = await planned(
        CHAIN, Category.MULTI_HOP, 3, findings=[found(1, "At which plant is the X200 made?", None, score=0.1)]
    )
    assert texts(plan) == ["What is the plant where the X200 is made?", "Who manages {3}?"]
    assert [(sub.id, sub.depends_on) for sub in plan.sub_questions] == [(3, ()), (4, (3,))]
    assert plan.combination is Combination.CHAIN


async def test_a_chain_without_room_for_its_links_is_asked_as_a_whole() -> None:
    findings = [
        found(1, "At which plant is the X200 made?", None, score=0.1),
        found(3, "What is the plant where the X200 is made?", None, score=0.1),
    ]
    plan = await planned(CHAIN, Category.MULTI_HOP, 1, findings=findings)
    assert [(sub.id, sub.text, sub.aspect) for sub in plan.sub_questions] == [(5, CHAIN, "")]


async def test_a_last_link_without_an_answer_builds_on_the_answer_that_is_there() -> None:
    findings = [
        found(1, "At which plant is the X200 made?", "Leeds Works"),
        found(2, "Who manages Leeds Works?", None, score=0.1),
    ]
    plan = await planned(CHAIN, Category.MULTI_HOP, 3, findings=findings)
    assert texts(plan) == ["Who is the manager of {1}?"]
    assert plan.sub_questions[0].id == 3
    assert plan.sub_questions[0].resolved({1: "Leeds Works"}) == "Who is the manager of Leeds Works?"


async def test_an_answer_to_the_second_phrasing_counts_for_the_link() -> None:
    findings = [
        found(1, "At which plant is the X200 made?", None, score=0.1),
        found(3, "What is the plant where the X200 is made?", "Leeds Works"),
        found(4, "Who manages Leeds Works?", None, score=0.2),
    ]
    plan = await planned(CHAIN, Category.MULTI_HOP, 1, findings=findings)
    assert texts(plan) == ["Who is the manager of {3}?"]


async def test_a_missing_branch_is_asked_in_other_words_and_keeps_its_aspect() -> None:
    first = await planned(COMPARED, Category.COMPARISON)
    findings = [
        found(1, first.sub_questions[0].text, "12 million"),
        found(2, first.sub_questions[1].text, None, score=0.2, ended="no_progress"),
    ]
    plan = await planned(COMPARED, Category.COMPARISON, 3, findings=findings)
    assert [sub.id for sub in plan.sub_questions] == [3]
    assert plan.sub_questions[0].aspect == first.sub_questions[1].aspect
    assert "Brack Valves" in plan.sub_questions[0].text
    assert plan.sub_questions[0].text != first.sub_questions[1].text


async def test_a_missing_branch_in_chinese_is_asked_in_chinese() -> None:
    question = "2023年华澜泵业和森川阀门哪家的营业收入更高？"
    first = await planned(question, Category.COMPARISON)
    findings = [
        found(1, first.sub_questions[0].text, None, score=0.2),
        found(2, first.sub_questions[1].text, "880万元"),
    ]
    plan = await planned(question, Category.COMPARISON, 3, findings=findings)
    assert len(plan.sub_questions) == 1
    assert plan.sub_questions[0].text.startswith("华澜泵业在2023年的")


@pytest.mark.parametrize(
    ("question", "category"),
    [
        (COMPARED, Category.COMPARISON),
        (CHAIN, Category.MULTI_HOP),
        ("生产X200的工厂的厂长是谁？", Category.MULTI_HOP),
        ("What was the revenue of Acme?", Category.FACTUAL),
    ],
)
async def test_planning_again_and_again_never_repeats_a_question_or_an_id_and_ends(
    question: str, category: Category
) -> None:
    plan = await planned(question, category)
    subs, findings = list(plan.sub_questions), []
    for _ in range(6):
        findings += [found(sub.id, sub.text, None, score=0.1) for sub in plan.sub_questions if not sub.depends_on]
        room = 5 - len(subs)
        plan = await planned(question, category, max(room, 1), findings=findings)
        if room <= 0 or not plan.sub_questions:
            break
        assert len(plan.sub_questions) <= room
        subs += plan.sub_questions
    ids = [sub.id for sub in subs]
    asked = [found.question for found in findings]
    assert len(set(ids)) == len(ids)
    assert len(set(asked)) == len(asked)


async def test_nothing_is_planned_when_nothing_is_missing() -> None:
    plan = await planned(
        "What was the revenue of Acme?", findings=[found(1, "What was the revenue of Acme?", "1 million")]
    )
    assert plan.sub_questions == ()
