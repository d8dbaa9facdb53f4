"""Work on the indexes that comes round again while the service runs."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog

from services.core.errors import SextantError
from services.retrieval.builder import Builder
from services.retrieval.ports import PassageStore
from services.retrieval.tiering import Found, Mover

_LOG = structlog.get_logger(__name__)


class Keeper:
    """Writes down what is found, moves documents between tiers, drops generations replaced `keep_s` seconds ago.

    It looks every `look_s` seconds. Without a mover there are no tiers, and nothing is written down.
    """

    def __init__(
        self, builder: Builder, found: Found, store: PassageStore, *, mover: Mover | None, keep_s: float,
        look_s: float = 60.0,
    ) -> None:  # fmt: skip
        self._builder, self._found, self._store, self._mover = builder, found, store, mover
        self._keep_s, self._look_s = keep_s, look_s

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
        await self.write_down()
        try:
            for generation in await self._builder.drop_retired(self._keep_s):
                _LOG.info("generation.dropped", generation=generation)
            if self._mover is not None and (moved := await self._mover.look(dt.datetime.now(dt.UTC).date())):
                _LOG.info("tiers.moved", documents=moved)
        except SextantError as error:
            _LOG.warning("indexes.not_kept", why=error.message)

    async def write_down(self) -> None:
        """Write down which documents were found, where there are tiers that it matters for."""
        if self._mover is None:
            self._found.forget()
            return
        try:
            await self._found.write(self._store)
        except SextantError as error:
            _LOG.warning("found.not_written", why=error.message)
