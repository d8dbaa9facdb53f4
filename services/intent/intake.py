"""What happens to every question: it is screened, its language and times are found, and it is routed."""

from dataclasses import replace

from services.core.errors import BadInput
from services.intent.ports import QuestionToRoute, Routed, Router
from services.intent.screen import LIMIT, admitted, refuse_harm, refuse_orders
from services.intent.times import time_ranges
from services.language.detect import language_of


class Intake:
    """Takes in questions."""

    def __init__(self, router: Router, limit: int = LIMIT) -> None:
        self._router, self._limit = router, limit

    async def take(self, task: QuestionToRoute) -> Routed:
        """The question that may be asked, with its route.

        Raises EmptyQuestion, QuestionTooLong, UnsafeQuestion, InjectionLike, and BadInput for an unknown time zone.
        What the person wrote is screened as well as what condensing made of it.
        """
        question = task.question
        text = admitted(question.text, self._limit)
        original = question.original or question.text
        if original != question.text:
            # An original of pure ellipsis is no empty question, so only harm and orders are looked for.
            refuse_harm(original[: self._limit])
            refuse_orders(original[: self._limit])
        try:
            times = time_ranges(text, task.context)
        except ValueError as error:
            raise BadInput(
                f"context.locale.time_zone: {error}. Use an IANA name such as Europe/Berlin.",
                field="context.locale.time_zone",
            ) from error
        ready = replace(question, text=text, original=original, language=language_of(text), time_ranges=times)
        route = await self._router.route(QuestionToRoute(task.context, ready))
        return Routed(ready, route)
