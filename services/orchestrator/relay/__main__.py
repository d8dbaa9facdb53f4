"""Run relay and reaper: `python -m services.orchestrator.relay`. Any number of replicas may run."""

import asyncio

from services.core.process import leaving
from services.core.rpc.server import stop_signal
from services.core.telemetry import configure
from services.ledger.broker import look
from services.ledger.ledger import Ledger
from services.orchestrator.adapters.broker import BrokerDoorbell
from services.orchestrator.assembly import reap_rules
from services.orchestrator.celery_app import make_app
from services.orchestrator.relay.reaper import Reaper
from services.orchestrator.relay.relay import Relay
from services.orchestrator.settings import Settings


async def main(settings: Settings) -> None:
    """Relay and reap until SIGTERM or SIGINT."""
    configure("relay", settings.with_metrics_port("relay"))
    await asyncio.to_thread(look, settings.broker_url)
    ledger = await Ledger.open(settings.database_url, lease_s=settings.orchestrator_lease_s)
    doorbell = BrokerDoorbell(make_app(settings))
    relay = Relay(ledger, doorbell, poll_s=settings.orchestrator_relay_poll_s)
    reaper = Reaper(ledger, reap_rules(settings), every_s=settings.orchestrator_reap_s)
    loops = [asyncio.create_task(relay.run()), asyncio.create_task(reaper.run())]
    stopping = asyncio.create_task(stop_signal())
    # A loop ends only by a fault of ours; then the process ends too, and is started again.
    await asyncio.wait([*loops, stopping], return_when=asyncio.FIRST_COMPLETED)
    for task in (*loops, stopping):
        task.cancel()
    results = await asyncio.gather(*loops, return_exceptions=True)
    doorbell.close()
    await ledger.close()
    for result in results:
        if isinstance(result, Exception):
            raise result


if __name__ == "__main__":
    with leaving("relay"):
        asyncio.run(main(Settings()))
