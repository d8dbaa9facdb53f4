"""Search: makes the funnel of a request and reports its stages as they end."""

import time
from collections.abc import AsyncIterator

from services.core.domain.passage import Retrieval, Stage
from services.core.errors import BadInput, DeadlinePassed, EmptyQuestion
from services.core.telemetry import stage_timer
from services.indexes.generations import Generations
from services.retrieval.funnel import Funnel, Tools
from services.retrieval.profile import Profiles
from services.retrieval.request import Search

FILTERED = "filtered"


class Engine:
    """Searches over the indexes, the document store and the models."""

    def __init__(self, generations: Generations, tools: Tools) -> None:
        self._generations, self._tools = generations, tools
        self._profiles = Profiles.packaged()

    async def retrieve(self, search: Search) -> AsyncIterator[Stage | Retrieval]:
        """Each stage as it ends, then the result.

        Raises UnknownProfile, EmptyQuestion, DeadlinePassed, and IndexUnavailable when neither index answers.
        """
        funnel = await self._begin(search)
        stages = (
            ("rewrite", funnel.rewrite),
            ("recall", funnel.recall),
            ("fuse", funnel.fuse),
            ("rerank", funnel.rerank),
            ("distil", funnel.distil),
        )
        for name, stage in stages:
            _in_time(search)
            began = time.perf_counter()
            with stage_timer(f"retrieval.{name}"):
                passages = await stage()
            yield Stage(name, passages, time.perf_counter() - began)
        yield funnel.result()

    async def _begin(self, search: Search) -> Funnel:
        profile = self._profiles.get(search.context.profile)
        if not search.question.text.strip():
            raise EmptyQuestion
        if not search.queries:
            raise BadInput("A search needs at least one query.", field="queries")
        generation = await self._tools.store.generation(search.context.scope.tenant)
        return Funnel(
            search,
            self._tools,
            profile=profile,
            indexes=self._generations.at(generation),
            models=await self._tools.inference.capabilities(),
        )


def _in_time(search: Search) -> None:
    if search.seconds_left <= 0:
        raise DeadlinePassed("The time for this search is over. Ask again, or with a later deadline.")
