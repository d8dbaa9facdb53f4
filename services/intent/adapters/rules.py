"""Routing by rules: signs add up to one logit a category, a softmax makes scores of them."""

import math
from collections.abc import Sequence

from services.core.domain.route import Category, CategoryScore, Path, Route
from services.intent.features import Sign, signs
from services.intent.ports import QuestionToRoute

# What a question is when nothing speaks for anything else: documents answer it in one place.
FACTUAL_LOGIT = 2.0
# A second sign for the same category says less than the first.
FURTHER = 0.4
_ROUTED = tuple(category for category in Category if category is not Category.UNSAFE)
_FAST = frozenset({Category.FACTUAL, Category.TEMPORAL, Category.SMALL_TALK, Category.OUT_OF_SCOPE})
_SMALLEST_SCORE = 5e-4


class RulesRouter:
    """Router by rules, in English and Chinese."""

    async def route(self, task: QuestionToRoute) -> Route:
        """Category, path, scores and reasons. The same question always gets the same route."""
        found = signs(task.question)
        scores = _scores(found)
        best = scores[0].category
        path = Path.FAST if best in _FAST else Path.DEEP
        return Route(best, path, tuple(scores), tuple(_reasons(found, best, path)))


def _scores(found: Sequence[Sign]) -> list[CategoryScore]:
    logits = dict.fromkeys(_ROUTED, 0.0) | {Category.FACTUAL: FACTUAL_LOGIT}
    for category in logits:
        weights = sorted((sign.weight for sign in found if sign.category is category), reverse=True)
        logits[category] += sum(weight if index == 0 else weight * FURTHER for index, weight in enumerate(weights))
    total = sum(math.exp(value) for value in logits.values())
    shares = [CategoryScore(category, math.exp(value) / total) for category, value in logits.items()]
    kept = [share for share in shares if share.score >= _SMALLEST_SCORE]
    mass = sum(share.score for share in kept)
    return sorted((CategoryScore(one.category, one.score / mass) for one in kept), key=lambda one: -one.score)


def _reasons(found: Sequence[Sign], best: Category, path: Path) -> list[str]:
    reasons = [sign.reason for sign in found if sign.category is best]
    if not reasons:
        reasons = ["one passage can answer it: nothing is compared, nested, counted or to be explained"]
    others = [f"it is also {sign.category.value}-like: {sign.reason}" for sign in found if sign.category is not best]
    return [*reasons, *others[:3], f"{path.value} path"]
