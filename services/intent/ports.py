"""The step of routing, in the words of those who need it. It may be done by rules or by a language model."""

from dataclasses import dataclass
from typing import Protocol

from services.core.domain.question import Question, RunContext
from services.core.domain.route import Route


@dataclass(frozen=True, slots=True)
class QuestionToRoute:
    """A question, and the run that it belongs to."""

    context: RunContext
    question: Question


@dataclass(frozen=True, slots=True)
class Routed:
    """A question that may be asked, with its language and times, and its route."""

    question: Question
    route: Route


class Router(Protocol):
    """Says what kind of question it is."""

    async def route(self, task: QuestionToRoute) -> Route:
        """Category, path, scores that sum to 1, and reasons. The question has been screened, its times are resolved."""
        ...
