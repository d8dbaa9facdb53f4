"""Run the synthesis service: `python -m services.synthesis`."""

import asyncio

from services.core.process import leaving
from services.core.rpc.server import serve
from services.inference.adapters.remote import RemoteInference
from services.synthesis.assemble import build_synthesis
from services.synthesis.settings import Settings


async def main() -> None:
    """Wire and serve until told to stop."""
    settings = Settings()
    inference = RemoteInference.connect(settings.inference_address)
    await serve("synthesis", [build_synthesis(settings, inference)], settings, address=settings.synthesis_address)
    await inference.close()


if __name__ == "__main__":
    with leaving("synthesis"):
        asyncio.run(main())
