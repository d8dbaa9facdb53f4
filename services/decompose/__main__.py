"""Run the decompose service: `python -m services.decompose`."""

import asyncio

from services.core.process import leaving
from services.core.rpc.server import serve
from services.decompose.assemble import build_decompose
from services.decompose.settings import Settings


def main() -> None:
    """Serve until SIGTERM or SIGINT."""
    settings = Settings()
    with leaving("decompose"):
        asyncio.run(serve("decompose", [build_decompose(settings)], settings, address=settings.decompose_address))


if __name__ == "__main__":
    main()
