"""The durable memory of one claimed run, as the pipeline sees it.

Adapters: `services.orchestrator.ledger_journal.LedgerJournal` and the fake in tests/fakes/journal.py; what both owe is
in tests/contract/journal_suite.py.

A step's name is its key: the same name in a later attempt recalls the earlier result, so a name says what the step is
about ("route", "plan", "sub-2/round-1/retrieve") and never when it ran. Every write carries the claim's fencing token.
"""

from collections.abc import Sequence
from typing import Protocol

from services.ledger.run import Event, Outcome, RunRequest

__all__ = ["Event", "Journal", "Outcome", "RunRequest"]


class Journal(Protocol):
    """The durable memory of one claimed run. Safe to use from parallel branches of the run."""

    async def recall(self, step: str) -> bytes | None:
        """The result of a finished step, or None. From memory: everything was loaded when the run was claimed."""

    async def record(self, step: str, result: bytes, events: Sequence[Event], *, degraded: bool = False) -> None:
        """Keep a step's result and its events in one transaction: both or neither are there. `degraded` says that
        something was away while it was done: when the run is resumed, it is done again.

        A step that has a result keeps the first one, and its events are not written again. Raises LeaseLost when
        another worker has the run or it has ended; Cancelled when somebody asked to stop; StorageFull when nothing
        could be written.
        """

    async def emit(self, events: Sequence[Event]) -> None:
        """Write events only. Raises as `record`."""

    async def begin(self, step: str) -> None:
        """Mark a step as being worked on, so that the loss of the worker counts against it. Raises as `record`."""
