"""Reflection: continue, finish, plan again, with a reason in words."""

from dataclasses import replace

import pytest

from services.core.domain.finding import Finding
from services.core.domain.plan import Decision, Plan
from services.core.domain.route import Category
from services.decompose.adapters.rules import RulesPolicy
from services.decompose.ports import FindingsToReflect, Reflection
from tests.unit.decompose.asking import context, found, planned, routed

CHAIN = "Who manages the plant where the X200 is made?"
COMPARED = "Which had the higher revenue in 2023, Halden Pumps or Brack Valves?"


async def decided(question: str, plan: Plan, findings: list[Finding], *, replans: int = 0) -> Reflection:
    task = FindingsToReflect(context(), routed(question), plan, tuple(findings), replans)
    reflection = await RulesPolicy().decide(task)
    assert reflection.reason
    return reflection


async def test_a_chain_goes_on_when_its_next_link_has_what_it_needs() -> None:
    plan = await planned(CHAIN, Category.MULTI_HOP)
    made = await decided(CHAIN, plan, [found(1, plan.sub_questions[0].text, "Leeds Works")])
    assert made.decision is Decision.CONTINUE
    assert "Who manages {1}?" in made.reason


async def test_a_chain_goes_on_with_a_weak_answer_rather_than_none() -> None:
    plan = await planned(CHAIN, Category.MULTI_HOP)
    made = await decided(CHAIN, plan, [found(1, plan.sub_questions[0].text, "Leeds Works", score=0.3)])
    assert made.decision is Decision.CONTINUE


async def test_a_chain_is_done_with_its_last_link() -> None:
    plan = await planned(CHAIN, Category.MULTI_HOP)
    findings = [found(1, plan.sub_questions[0].text, "Leeds Works"), found(2, "Who manages Leeds Works?", "Ann Roe")]
    assert (await decided(CHAIN, plan, findings)).decision is Decision.FINISH


async def test_a_first_link_without_an_answer_is_planned_again() -> None:
    plan = await planned(CHAIN, Category.MULTI_HOP)
    made = await decided(CHAIN, plan, [found(1, plan.sub_questions[0].text, None, score=0.1)])
    assert made.decision is Decision.REPLAN
    assert "other words" in made.reason


async def test_a_comparison_is_done_when_every_branch_is_answered() -> None:
    plan = await planned(COMPARED, Category.COMPARISON)
    findings = [found(sub.id, sub.text, "1 million") for sub in plan.sub_questions]
    assert (await decided(COMPARED, plan, findings)).decision is Decision.FINISH
    assert (await decided(COMPARED, plan, findings[:1])).decision is Decision.CONTINUE


@pytest.mark.parametrize(("answer", "score"), [(None, 0.1), ("maybe 3", 0.4)])
async def test_a_branch_without_a_good_answer_is_planned_again(answer: str | None, score: float) -> None:
    plan = await planned(COMPARED, Category.COMPARISON)
    findings = [
        found(1, plan.sub_questions[0].text, "1 million"),
        found(2, plan.sub_questions[1].text, answer, score=score),
    ]
    assert (await decided(COMPARED, plan, findings)).decision is Decision.REPLAN


async def test_nothing_is_planned_a_third_time() -> None:
    plan = await planned(COMPARED, Category.COMPARISON)
    again = [replace(sub, id=sub.id + len(plan.sub_questions)) for sub in plan.sub_questions]
    both = replace(plan, sub_questions=(*plan.sub_questions, *again))
    findings = [found(sub.id, sub.text, None, score=0.1) for sub in plan.sub_questions]
    findings += [found(sub.id, sub.text, None, score=0.4) for sub in again]
    assert (await decided(COMPARED, both, findings, replans=1)).decision is Decision.REPLAN
    assert (await decided(COMPARED, both, findings, replans=2)).decision is Decision.FINISH


async def test_other_words_that_brought_nothing_better_are_the_last() -> None:
    plan = await planned(COMPARED, Category.COMPARISON)
    again = [replace(sub, id=sub.id + len(plan.sub_questions)) for sub in plan.sub_questions]
    both = replace(plan, sub_questions=(*plan.sub_questions, *again))
    findings = [found(sub.id, sub.text, None, score=0.3) for sub in both.sub_questions]
    assert (await decided(COMPARED, both, findings, replans=1)).decision is Decision.FINISH
    assert (await decided(COMPARED, plan, findings[:2])).decision is Decision.REPLAN


async def test_a_plan_that_is_full_is_not_planned_again() -> None:
    question = "Which of A Corp, B Corp, C Corp, D Corp and E Corp had the highest revenue in 2023?"
    plan = await planned(question, Category.COMPARISON)
    assert len(plan.sub_questions) == 5
    findings = [found(sub.id, sub.text, None, score=0.1) for sub in plan.sub_questions]
    made = await decided(question, plan, findings)
    assert made.decision is Decision.FINISH
    assert "no more" in made.reason


async def test_a_question_without_another_angle_is_done() -> None:
    plan = await planned("Is smoking allowed?")
    made = await decided("Is smoking allowed?", plan, [found(1, "Is smoking allowed?", None, score=0.1)])
    assert made.decision is Decision.FINISH


async def test_an_answer_to_the_question_as_a_whole_is_enough() -> None:
    plan = await planned(CHAIN, Category.MULTI_HOP)
    findings = [found(1, plan.sub_questions[0].text, None, score=0.1), found(3, CHAIN, "Ann Roe")]
    assert (await decided(CHAIN, plan, findings)).decision is Decision.FINISH


async def test_a_replan_and_its_decision_agree() -> None:
    for question, category in (
        (CHAIN, Category.MULTI_HOP),
        (COMPARED, Category.COMPARISON),
        ("生产X200的工厂的厂长是谁？", Category.MULTI_HOP),
    ):
        plan = await planned(question, category)
        findings = [found(sub.id, sub.text, None, score=0.1) for sub in plan.sub_questions if not sub.depends_on]
        made = await decided(question, plan, findings)
        again = await planned(question, category, 5 - len(plan.sub_questions), findings=findings)
        assert (made.decision is Decision.REPLAN) == bool(again.sub_questions)
