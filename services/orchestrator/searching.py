"""One search as a step: its result, or why there is none.

A failure is kept too: a replay does not search again. Resuming the run does (`Journal.record`, `degraded`).
"""

from dataclasses import dataclass

from services.core.domain.passage import Retrieval
from services.core.errors import DeadlinePassed, Unavailable
from services.orchestrator.evidence import PassageMemory
from services.orchestrator.ports import RetrievalService, Search
from services.orchestrator.steps import Steps


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, without the texts; `failed` is the code of why nothing could be searched."""

    retrieval: Retrieval
    failed: str = ""


async def searched(service: RetrievalService, search: Search, steps: Steps, *, memory: PassageMemory) -> Found:
    """Search, from inside a step. Raises nothing that a run can go on from."""
    try:
        found = await service.retrieve(memory.context, search)
    except (Unavailable, DeadlinePassed) as error:
        steps.degrade(error.wire_code)
        return Found(Retrieval(()), failed=error.wire_code)
    steps.degrade(*found.degraded)
    return Found(memory.remember(found))
