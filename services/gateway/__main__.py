"""Run the gateway: `python -m services.gateway`."""

import asyncio
import sys

import structlog

from services.core.errors import SextantError
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
    try:
        asyncio.run(main(Settings()))
    except SextantError as error:
        sys.exit(f"gateway: {error.message}")
