"""Worker, relay and reaper in one process, without a broker: what `sextant ask` uses when no stack runs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.ledger.ledger import Ledger
from services.orchestrator.adapters.in_process import InProcessDoorbell
from services.orchestrator.assembly import attempt_rules, reap_rules
from services.orchestrator.attempt import RunsQuestions
from services.orchestrator.relay.reaper import Reaper
from services.orchestrator.relay.relay import Relay
from services.orchestrator.settings import Settings
from services.orchestrator.worker import Worker

RELAY_POLL_S = 0.02


@asynccontextmanager
async def running(ledger: Ledger, pipeline: RunsQuestions, settings: Settings) -> AsyncIterator[Worker]:
    """Runs that the ledger accepts are worked on inside this context. On leaving, unfinished ones are given back."""
    worker = Worker(ledger, pipeline, name=settings.worker_name, rules=attempt_rules(settings))
    doorbell = InProcessDoorbell(worker, concurrency=settings.orchestrator_concurrency)
    loops = [
        asyncio.create_task(Relay(ledger, doorbell, poll_s=RELAY_POLL_S).run()),
        asyncio.create_task(Reaper(ledger, reap_rules(settings), every_s=settings.orchestrator_reap_s).run()),
    ]
    try:
        yield worker
    finally:
        for loop in loops:
            loop.cancel()
        await asyncio.wait(loops)
        await worker.drain(0.0)
        await doorbell.close()
