"""The relay: rings the doorbells that the ledger's outbox holds. Any number of replicas may run."""

import asyncio
from collections.abc import Sequence

import structlog

from services.core.errors import SextantError, Unavailable
from services.ledger.ledger import Ledger
from services.ledger.models import OutboxItem
from services.orchestrator.doorbell import Doorbell
from services.orchestrator.metrics import DOORBELLS

log = structlog.get_logger()

BATCH = 100
HOLD_S = 10.0
MAX_DELAY_S = 5.0


class Relay:
    """Takes due doorbells, rings them, and says so: each rings at least once."""

    def __init__(self, ledger: Ledger, doorbell: Doorbell, *, poll_s: float = 0.2) -> None:
        self._ledger = ledger
        self._doorbell = doorbell
        self._poll_s = poll_s

    async def run(self) -> None:
        """Pump until cancelled."""
        while True:
            try:
                rang = await self.pump()
            except SextantError as error:
                log.warning("relay could not use the ledger", reason=error.message)
                rang = 0
            if not rang:
                await asyncio.sleep(self._poll_s)

    async def pump(self) -> int:
        """Ring what is due now; how many rang. Raises Unavailable when the ledger does not answer."""
        taken = await self._ledger.take_doorbells(BATCH, HOLD_S)
        rang = await self._ring(taken)
        if rang:
            await self._ledger.doorbells_rang([item.id for item in taken[:rang]])
        silent = taken[rang:]
        if silent:
            # The broker is most likely down for all of them: try again soon, and less often the longer it lasts.
            delay = min(MAX_DELAY_S, self._poll_s * 2 ** min(10, silent[0].attempts))
            await self._ledger.postpone_doorbells([item.id for item in silent], delay)
            DOORBELLS.labels("postponed").inc(len(silent))
        DOORBELLS.labels("rang").inc(rang)
        return rang

    async def _ring(self, items: Sequence[OutboxItem]) -> int:
        for done, item in enumerate(items):
            try:
                await self._doorbell.ring(item.key)
            except Unavailable as error:
                log.warning("doorbell did not ring", reason=error.message)
                return done
        return len(items)
