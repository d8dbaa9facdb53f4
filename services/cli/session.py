"""A gateway to talk to: the one that was named, the running stack's, or one that is started here for a while."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from rich.console import Console

from services.cli.client import Gateway
from services.cli.stack import state
from services.core.settings import SharedSettings

T = TypeVar("T")


@asynccontextmanager
async def gateway(tenant: str, url: str = "") -> AsyncIterator[Gateway]:
    """A gateway for a tenant. Raises Conflict when another process owns the data directory without serving it."""
    settings = SharedSettings()
    running = state.read(settings.data_dir)
    if url or running:
        async with Gateway(url or running.gateway_url, tenant) as client:  # type: ignore[union-attr]  # one of the two
            yield client
        return
    # Imported late: the embedded stack loads models and engines, which a client of a running stack never needs.
    from services.cli.embedded import embedded_stack

    with Console(stderr=True).status("Starting…"):
        stack = embedded_stack(settings)
        base_url = await stack.__aenter__()
    try:
        async with Gateway(base_url, tenant) as client:
            yield client
    finally:
        await stack.__aexit__(None, None, None)


def talk(work: Callable[[Gateway], Awaitable[T]], tenant: str, url: str = "") -> T:
    """Run a conversation with a gateway to its end."""

    async def conversation() -> T:
        async with gateway(tenant, url) as client:
            return await work(client)

    return asyncio.run(conversation())
