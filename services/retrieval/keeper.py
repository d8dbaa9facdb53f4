"""Work on the indexes that comes round again while the service runs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog

from services.core.errors import SextantError
from services.retrieval.builder import Builder

_LOG = structlog.get_logger(__name__)


class Keeper:
    """Drops generations that were replaced `keep_s` seconds ago, looking every `look_s` seconds."""

    def __init__(self, builder: Builder, *, keep_s: float, look_s: float = 60.0) -> None:
        self._builder, self._keep_s, self._look_s = builder, keep_s, look_s

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """At work until the block ends."""
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _run(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(self._look_s)

    async def look(self) -> None:
        """One round. What goes wrong is logged, and tried again in the next."""
        try:
            for generation in await self._builder.drop_retired(self._keep_s):
                _LOG.info("generation.dropped", generation=generation)
        except SextantError as error:
            _LOG.warning("generations.not_looked_at", why=error.message)
