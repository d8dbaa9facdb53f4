"""Questions, findings and plans by hand, for the tests of decompose."""

import dataclasses
from collections.abc import Sequence
from datetime import UTC, datetime

from services.core.domain.finding import Finding, Sufficiency
from services.core.domain.plan import Plan
from services.core.domain.question import Locale, Question, Role, RunContext, TimeRange, Turn
from services.core.domain.route import Category, Path, Route
from services.decompose.adapters.rules import RulesPlanner
from services.decompose.ports import QuestionToPlan
from services.language.detect import language_of
from services.language.structure.spans import times_of
from tests.fakes.evidence import context as run_context

NOW = datetime(2024, 5, 6, 9, tzinfo=UTC)


def context(locale: Locale | None = None) -> RunContext:
    """A run on 6 May 2024."""
    return dataclasses.replace(run_context(), now=NOW, locale=locale or Locale())


def routed(text: str, *turns: str) -> Question:
    """A question as intent passes it on; `turns` are user and assistant in turn."""
    times = tuple(TimeRange(each.start, each.end, each.text, relative) for each, relative in times_of(text, NOW))
    roles = (Role.USER, Role.ASSISTANT)
    history = tuple(Turn(roles[number % 2], turn) for number, turn in enumerate(turns))
    return Question(text, text, language_of(text), history, times)


def route(category: Category = Category.FACTUAL) -> Route:
    """A route to plan by."""
    return Route(category, Path.DEEP)


async def planned(
    text: str, category: Category = Category.FACTUAL, most: int = 5, *, findings: Sequence[Finding] = ()
) -> Plan:
    """The plan of a question, or what is asked again after findings."""
    task = QuestionToPlan(context(), routed(text), route(category), most, tuple(findings), "again" if findings else "")
    return (await RulesPlanner().plan(task)).plan


def found(number: int, question: str, answer: str | None, *, score: float = 0.9, ended: str = "sufficient") -> Finding:
    """A finding without its evidence."""
    return Finding(number, question, answer, Sufficiency(score), ended=ended)


def texts(plan: Plan) -> list[str]:
    """What the sub-questions ask."""
    return [sub.text for sub in plan.sub_questions]
