"""A pipeline that does what a test says."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from services.ledger.run import Outcome, RunRequest, RunStatus
from services.orchestrator.journal import Journal

Script = Callable[[RunRequest, Journal], Awaitable[Outcome]]


async def at_once(run: RunRequest, journal: Journal) -> Outcome:
    """Done without doing anything."""
    return Outcome(RunStatus.DONE)


async def for_ever(run: RunRequest, journal: Journal) -> Outcome:
    """Works until it is stopped."""
    await journal.begin("endless")
    await asyncio.Event().wait()
    raise AssertionError("an endless step ended")


def fails(error: Exception) -> Script:
    """Raises, every time."""

    async def run(run: RunRequest, journal: Journal) -> Outcome:
        raise error

    return run


@dataclass
class Scripted:
    """Plays a script, and remembers which runs it was asked to work on."""

    script: Script = at_once
    asked: list[str] = field(default_factory=list)

    async def run(self, run: RunRequest, journal: Journal) -> Outcome:
        """Play."""
        self.asked.append(run.run_id)
        return await self.script(run, journal)
