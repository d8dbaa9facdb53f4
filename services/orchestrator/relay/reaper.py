"""The reaper: finds runs that nobody takes care of, and lets the ledger put them right. Any number may run."""

import asyncio

import structlog

from services.core.errors import SextantError
from services.ledger.ledger import Ledger
from services.ledger.models import Reaped, ReapRules
from services.orchestrator.metrics import DEAD, LATE, LEASES_EXPIRED, NUDGED, OLDEST_QUEUED

log = structlog.get_logger()


class Reaper:
    """Passes over the ledger every `every_s` seconds."""

    def __init__(self, ledger: Ledger, rules: ReapRules, *, every_s: float = 5.0) -> None:
        self._ledger = ledger
        self._rules = rules
        self._every_s = every_s

    async def run(self) -> None:
        """Reap until cancelled."""
        while True:
            try:
                await self.reap()
            except SextantError as error:
                log.warning("reaper could not use the ledger", reason=error.message)
            await asyncio.sleep(self._every_s)

    async def reap(self) -> Reaped:
        """One pass. Raises Unavailable when the ledger does not answer."""
        reaped = await self._ledger.reap(self._rules)
        OLDEST_QUEUED.set(await self._ledger.oldest_queued_age())
        LEASES_EXPIRED.inc(reaped.expired)
        DEAD.inc(len(reaped.dead))
        LATE.inc(len(reaped.late))
        NUDGED.inc(len(reaped.nudged))
        for what in ("requeued", "dead", "late", "cancelled", "woken", "nudged"):
            for run_id in getattr(reaped, what):
                log.info("reaped", what=what, run_id=run_id)
        return reaped
