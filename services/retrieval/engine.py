"""Search: makes the funnel of a request and reports its stages as they end."""

import time
from collections.abc import AsyncIterator
from dataclasses import replace

from services.core.domain.passage import Retrieval, Stage
from services.core.errors import BadInput, DeadlinePassed, EmptyQuestion
from services.core.telemetry import stage_timer
from services.indexes.generations import Generations
from services.inference.port import Inference
from services.retrieval.embedders import Embedders
from services.retrieval.funnel import Funnel, Tools
from services.retrieval.profile import Profiles
from services.retrieval.request import Search
from services.retrieval.tiering import Found

FILTERED = "filtered"


class Engine:
    """Searches over the indexes, the document store and the models; `following` are those of an embedder to come."""

    def __init__(self, generations: Generations, tools: Tools, following: Inference | None = None) -> None:
        self._generations, self._tools = generations, tools
        self._embedders = Embedders(tools.inference, following)
        self._profiles = Profiles.packaged()
        self.found = Found()

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
        result = funnel.result()
        self.found.note(result.evidence)
        yield result

    async def _begin(self, search: Search) -> Funnel:
        profile = self._profiles.get(search.context.profile)
        if not search.question.text.strip():
            raise EmptyQuestion
        if not search.queries:
            raise BadInput("A search needs at least one query.", field="queries")
        # Read once: whatever is flipped meanwhile, this search keeps to one generation and the embedder of it.
        pointer = await self._tools.store.pointer(search.context.scope.tenant)
        inference, models = await self._embedders.of(pointer.model)
        return Funnel(
            search,
            replace(self._tools, inference=inference),
            profile=profile,
            indexes=self._generations.at(pointer.generation),
            models=models,
        )


def _in_time(search: Search) -> None:
    if search.seconds_left <= 0:
        raise DeadlinePassed("The time for this search is over. Ask again, or with a later deadline.")
