"""Run the factcheck service: `python -m services.factcheck`."""

import asyncio

from services.core.process import leaving
from services.core.rpc.server import serve
from services.factcheck.assemble import build_factcheck
from services.factcheck.settings import Settings
from services.inference.adapters.remote import RemoteInference


async def main() -> None:
    """Wire and serve until told to stop."""
    settings = Settings()
    inference = RemoteInference.connect(settings.inference_address)
    await serve("factcheck", [build_factcheck(settings, inference)], settings, address=settings.factcheck_address)
    await inference.close()


if __name__ == "__main__":
    with leaving("factcheck"):
        asyncio.run(main())
