"""Replaying a run from what the ledger holds: the same answer, with no step done again and nothing written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from services.core.errors import Internal
from services.ledger.ledger import Ledger
from services.ledger.run import Event, Outcome
from services.orchestrator.attempt import RunsQuestions

# A replay has all the time it wants: the old deadline must not cut short what was not cut short then.
TIME = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class StoredJournal:
    """A journal that only remembers. A step that it lacks cannot be begun: the replay differs from the run."""

    steps: Mapping[str, bytes]

    async def recall(self, step: str) -> bytes | None:
        """See `Journal.recall`."""
        return self.steps.get(step)

    async def begin(self, step: str) -> None:
        """Raises Internal naming the step."""
        raise Internal(f"The run cannot be replayed: its step {step!r} was not stored.", step=step)

    async def record(self, step: str, result: bytes, events: Sequence[Event], *, degraded: bool = False) -> None:
        """Raises Internal naming the step."""
        await self.begin(step)

    async def emit(self, events: Sequence[Event]) -> None:
        """Says nothing: the events are stored already."""


async def replay(ledger: Ledger, pipeline: RunsQuestions, run_id: str, *, tenant: str) -> Outcome:
    """What a run's stored steps come to. Raises NotFound, and Internal naming the first step that is not stored."""
    run = await ledger.get(run_id, tenant)
    request = replace(run.request, context=replace(run.context, deadline=datetime.now(UTC) + TIME))
    return await pipeline.run(request, StoredJournal(await ledger.steps(run_id, tenant)))
