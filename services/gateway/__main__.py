"""Run the gateway: `python -m services.gateway`."""

import asyncio

import structlog

from services.core.process import leaving
from services.core.rpc.server import stop_signal
from services.core.telemetry import configure
from services.gateway.app import create_app
from services.gateway.assemble import opened
from services.gateway.server import serving
from services.gateway.settings import Settings


async def main(settings: Settings) -> None:
    """Serve until told to stop."""
    configure("gateway", settings.with_metrics_port("gateway"))
    async with opened(settings) as parts, serving(create_app(parts), settings) as url:
        structlog.get_logger().info("serving", url=url)
        await stop_signal()


if __name__ == "__main__":
    with leaving("gateway"):
        asyncio.run(main(Settings()))
