"""Run a worker: `python -m services.orchestrator`."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.core.process import leaving
from services.core.telemetry import configure
from services.ledger.ledger import Ledger
from services.orchestrator.adapters.grpc import Channels
from services.orchestrator.assembly import attempt_rules
from services.orchestrator.pipeline import Pipeline
from services.orchestrator.process import WorkerProcess
from services.orchestrator.settings import Settings
from services.orchestrator.worker import Worker


@asynccontextmanager
async def worker(ledger: Ledger, settings: Settings) -> AsyncIterator[Worker]:
    """A worker over the five services at their addresses."""
    channels = Channels.open(settings)
    yield Worker(ledger, Pipeline(channels.services), name=settings.worker_name, rules=attempt_rules(settings))
    await channels.close()


def main(settings: Settings) -> int:
    """Listen until told to stop."""
    configure("orchestrator", settings.with_metrics_port("orchestrator"))
    return WorkerProcess(settings, worker).run()


if __name__ == "__main__":
    with leaving("orchestrator"):
        sys.exit(main(Settings()))
