"""A gateway to talk to: the one that was named, the running stack's, or one that is started here for a while."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TypeVar

from rich.console import Console
from rich.status import Status

from services.cli.client import Gateway
from services.cli.stack import state
from services.cli.stack.leftovers import sweep
from services.core.errors import Conflict, Unavailable
from services.core.settings import SharedSettings

T = TypeVar("T")

# How long a command waits for another one that works over the same data directory.
PATIENCE_SECONDS = 120.0
POLL_SECONDS = 0.3


@asynccontextmanager
async def gateway(tenant: str, url: str = "") -> AsyncIterator[Gateway]:
    """A gateway for a tenant. Raises Conflict when another process keeps the data directory without serving it."""
    async with AsyncExitStack() as stack:
        if not url:
            with Console(stderr=True).status("Starting…") as shown:
                url = await _found_or_started(stack, SharedSettings(), shown)
        yield await stack.enter_async_context(Gateway(url, tenant))


async def _found_or_started(stack: AsyncExitStack, settings: SharedSettings, shown: Status) -> str:
    """URL of the running stack, or of one that is started here. Two commands at once take turns."""
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        url = await _url(stack, settings, patient=time.monotonic() < end)
        if url:
            return url
        shown.update("Waiting for another sextant over the same data directory…")
        await asyncio.sleep(POLL_SECONDS)


async def _url(stack: AsyncExitStack, settings: SharedSettings, *, patient: bool) -> str:
    """The URL; "" while another sextant is at work over the data directory, which who is not patient does not take."""
    data_dir = settings.data_dir.absolute()
    running = state.read(data_dir)
    if running is None:
        try:
            return await _started(stack, settings)
        except Conflict:
            if patient and state.is_locked(data_dir):
                return ""
            raise
    if not (running.ready or patient):
        raise Unavailable("The stack is still starting. See `sextant status`.")
    return running.gateway_url if running.ready else ""


async def _started(stack: AsyncExitStack, settings: SharedSettings) -> str:
    # Imported late: the embedded stack loads models and engines, which a client of a running stack never needs.
    from services.cli.embedded import embedded_stack

    await sweep(settings.data_dir.absolute())
    return await stack.enter_async_context(embedded_stack(settings))


def talk(work: Callable[[Gateway], Awaitable[T]], tenant: str, url: str = "") -> T:
    """Run a conversation with a gateway to its end."""

    async def conversation() -> T:
        async with gateway(tenant, url) as client:
            return await work(client)

    return asyncio.run(conversation())
