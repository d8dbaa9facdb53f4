"""The journal of a claimed run, kept in the ledger."""

from collections.abc import Sequence

from services.ledger.ledger import Ledger
from services.ledger.models import Claim
from services.ledger.run import Event


class LedgerJournal:
    """Writes under the claim's fence; recalls from memory."""

    def __init__(self, ledger: Ledger, claim: Claim) -> None:
        self._ledger = ledger
        self._claim = claim
        self._results = dict(claim.steps)

    async def recall(self, step: str) -> bytes | None:
        """See `Journal.recall`."""
        return self._results.get(step)

    async def record(self, step: str, result: bytes, events: Sequence[Event], *, degraded: bool = False) -> None:
        """See `Journal.record`."""
        if await self._ledger.record(self._claim, step, result, told=events, degraded=degraded):
            self._results[step] = result

    async def emit(self, events: Sequence[Event]) -> None:
        """See `Journal.emit`."""
        await self._ledger.emit(self._claim, events)

    async def begin(self, step: str) -> None:
        """See `Journal.begin`."""
        await self._ledger.begin(self._claim, step)
