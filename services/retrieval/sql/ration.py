"""How often a tenant may query, and how many queries run at once.

`limits` (https://limits.readthedocs.io) keeps the moving window: well kept, and its storage can be Redis when several
replicas must share one. A semaphore would bound only what runs at once, which a tenant of many short queries passes.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

from services.core.domain.question import Scope
from services.retrieval.sql.errors import TooManyQueries


class Ration:
    """At most `per_minute` queries of a tenant in any minute, at most `together` of all tenants at once."""

    def __init__(self, per_minute: int, together: int) -> None:
        self._limit = RateLimitItemPerMinute(per_minute)
        self._window = MovingWindowRateLimiter(MemoryStorage())
        self._turns = asyncio.Semaphore(together)

    @asynccontextmanager
    async def turn(self, scope: Scope) -> AsyncIterator[None]:
        """A place for one query. Raises TooManyQueries, which says when there is one again."""
        if not await self._window.hit(self._limit, scope.tenant):
            again = (await self._window.get_window_stats(self._limit, scope.tenant)).reset_time
            raise TooManyQueries(scope.tenant, max(1.0, again - time.time()))
        async with self._turns:
            yield
