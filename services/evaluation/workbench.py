"""The product's parts in this process, over its own indexes, for measuring what no HTTP call offers.

The baselines and `--retrieval-only` need the indexes, the models and the steps that make searches out of a question.
The process that opens a workbench owns the index files, as the retrieval service does.
"""

import datetime as dt
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from services.core.domain.passage import Retrieval
from services.core.domain.question import Budget, Locale, RunContext, Scope
from services.core.errors import Internal
from services.core.settings import SharedSettings
from services.documents.store import DocumentStore
from services.indexes.generations import Generations
from services.inference.adapters.inprocess import InProcessInference
from services.inference.build import ensure_models
from services.inference.port import Inference
from services.inference.timed import TimedInference
from services.retrieval.assemble import build_retrieval
from services.retrieval.engine import Engine
from services.retrieval.ports import PassageStore
from services.retrieval.request import Search
from services.retrieval.settings import Settings as RetrievalSettings

_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Workbench:
    """What a measurement works with, for one tenant."""

    engine: Engine
    generations: Generations
    store: PassageStore
    inference: Inference
    tenant: str
    profile: str = "general"

    def context(self) -> RunContext:
        """The context of one search: it begins now and has two minutes."""
        now = dt.datetime.now(dt.UTC)
        deadline = now + dt.timedelta(seconds=_SECONDS)
        return RunContext("evaluation", Scope(self.tenant), Locale(), now, deadline, self.profile, Budget())

    async def search(self, search: Search) -> Retrieval:
        """The result of a search by the product's own funnel."""
        async for part in self.engine.retrieve(search):
            if isinstance(part, Retrieval):
                return part
        raise Internal("The search ended without a result.")


@asynccontextmanager
async def opened(settings: SharedSettings, tenant: str, profile: str = "general") -> AsyncIterator[Workbench]:
    """A workbench over a data directory, whose lock is the caller's business."""
    async with AsyncExitStack() as stack:
        ensure_models(settings.model_dir)
        store = await DocumentStore.open(settings.documents_url)
        stack.push_async_callback(store.close)
        inference = TimedInference(InProcessInference.load(settings.model_dir))
        stack.push_async_callback(inference.close)
        retrieval = build_retrieval(RetrievalSettings(**settings.model_dump()), inference, store)
        stack.push_async_callback(retrieval.close)
        await retrieval.renewed()
        yield Workbench(retrieval.engine, retrieval.generations, store, inference, tenant, profile)
