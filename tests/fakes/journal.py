"""A journal in memory, held to the same suite as the ledger's (tests/contract/journal_suite.py)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from services.core.errors import Cancelled
from services.ledger.run import Event


@dataclass
class MemoryJournal:
    """Keeps steps and events. `stop_after=n` lets n steps be recorded, then acts as if somebody had asked to stop."""

    kept: dict[str, bytes] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    begun: list[str] = field(default_factory=list)
    degraded: list[str] = field(default_factory=list)
    stop_after: int | None = None

    async def recall(self, step: str) -> bytes | None:
        """The result of a finished step, or None."""
        return self.kept.get(step)

    async def record(self, step: str, result: bytes, events: Sequence[Event], *, degraded: bool = False) -> None:
        """Keep the first result of a step, and its events."""
        self._may_go_on()
        if step not in self.kept:
            self.kept[step] = result
            self.events += events
            self.degraded += [step] if degraded else []

    async def emit(self, events: Sequence[Event]) -> None:
        """Keep events only."""
        self._may_go_on()
        self.events += events

    async def begin(self, step: str) -> None:
        """Remember what was begun."""
        self._may_go_on()
        self.begun.append(step)

    def _may_go_on(self) -> None:
        if self.stop_after is not None and len(self.kept) >= self.stop_after:
            raise Cancelled("A test asked to stop.")
