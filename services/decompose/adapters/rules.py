"""The four steps by rules, in English and Chinese. The same task always gets the same result."""

from dataclasses import replace

from services.core.domain.plan import Plan
from services.decompose.condense import condensed
from services.decompose.plan import first_plan
from services.decompose.policy import MAX_REPLANS, decided
from services.decompose.ports import (
    Condensed,
    FindingsToReflect,
    Planned,
    QuestionToCondense,
    QuestionToPlan,
    QuestionToRewrite,
    Reflection,
    Rewriting,
)
from services.decompose.replan import replanned
from services.decompose.rewrite import rewritten
from services.language.detect import language_of


class RulesCondenser:
    """Condenser by frames of subject, measure and time."""

    async def condense(self, task: QuestionToCondense) -> Condensed:
        """The question made self-contained; `original` stays what the person wrote."""
        question = task.question
        text, changed = condensed(question, task.context)
        original = question.original or question.text
        return Condensed(replace(question, text=text, original=original, language=language_of(text)), changed)


class RulesPlanner:
    """Planner by the question's structure."""

    async def plan(self, task: QuestionToPlan) -> Planned:
        """The first plan, or, with findings, what is still worth asking."""
        if task.findings:
            return Planned(replanned(task))
        plan: Plan = first_plan(task.question, task.context, task.route.category, most=task.max_sub_questions)
        return Planned(plan)


class RulesRewriter:
    """Rewriter by keywords, glossary and turned sentences."""

    def __init__(self, first_queries: int = 3, later_queries: int = 2) -> None:
        self._first, self._later = first_queries, later_queries

    async def rewrite(self, task: QuestionToRewrite) -> Rewriting:
        """New queries; none when no angle is left."""
        return rewritten(task, self._first, self._later)


class RulesPolicy:
    """Policy by what the combination needs."""

    def __init__(self, max_replans: int = MAX_REPLANS) -> None:
        self._max_replans = max_replans

    async def decide(self, task: FindingsToReflect) -> Reflection:
        """Continue, finish or plan again."""
        return decided(task, self._max_replans)
