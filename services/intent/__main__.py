"""Run the intent service: `python -m services.intent`."""

import asyncio

from services.core.process import leaving
from services.core.rpc.server import serve
from services.intent.assemble import build_intent
from services.intent.settings import Settings


def main() -> None:
    """Serve until SIGTERM or SIGINT."""
    settings = Settings()
    with leaving("intent"):
        asyncio.run(serve("intent", [build_intent(settings)], settings, address=settings.intent_address))


if __name__ == "__main__":
    main()
