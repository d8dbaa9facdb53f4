"""Two vector indexes as one: a hot one that every search asks, and a cold one for what is rarely found.

New rows go to the hot one. Whoever moves rows writes them to the other index, waits for longer than a search may take,
and then discards them from the first: a row may be in both for a while and is never in neither, also for a search that
has asked one tier and not yet the other. A search gives it once.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from services.indexes.port import Hit, IndexFilter, Tier, Vector, VectorEngine, VectorIndex, VectorRow

_COLD = "_cold"


@dataclass(frozen=True, slots=True)
class TieredVectors:
    """The vector index of both tiers together; `hot` and `cold` are those of one."""

    hot: VectorIndex
    cold: VectorIndex

    def of(self, tier: Tier) -> VectorIndex:
        """The index of a tier."""
        return self.hot if tier is Tier.HOT else self.cold

    async def upsert(self, rows: Sequence[VectorRow]) -> None:
        """Store rows in the hot tier; see the port. Older ones of the same keys may stay in the cold one."""
        await self.hot.upsert(rows)

    async def remove(self, tenant: str, document_id: str, *, before_version: int | None = None) -> None:
        """Remove a document's rows from both tiers; see the port."""
        await asyncio.gather(
            self.hot.remove(tenant, document_id, before_version=before_version),
            self.cold.remove(tenant, document_id, before_version=before_version),
        )

    async def discard(self, tenant: str, passage_ids: Sequence[str]) -> None:
        """Remove rows from both tiers; see the port."""
        await asyncio.gather(self.hot.discard(tenant, passage_ids), self.cold.discard(tenant, passage_ids))

    async def nearest(self, query: Vector, limit: int, where: IndexFilter) -> list[Hit]:
        """The nearest rows of both tiers, each once; see the port."""
        hot, cold = await asyncio.gather(self.hot.nearest(query, limit, where), self.cold.nearest(query, limit, where))
        return merged(limit, hot, cold)

    async def count(self, tenant: str) -> int:
        """Rows of a tenant in both tiers; one that is moved counts once."""
        return len({passage_id async for page in self.passage_ids(tenant) for passage_id in page})

    async def passage_ids(self, tenant: str) -> AsyncIterator[Sequence[str]]:
        """Ids of a tenant's rows in both tiers, each once; see the port."""
        seen: set[str] = set()
        for index in (self.hot, self.cold):
            async for page in index.passage_ids(tenant):
                fresh = [passage_id for passage_id in page if passage_id not in seen]
                seen.update(fresh)
                yield fresh

    async def exact(self) -> bool:
        """Whether both are."""
        return await self.hot.exact() and await self.cold.exact()


class TieredEngine:
    """Indexes of two tiers, in the collections `name` and `name_cold` of one engine."""

    def __init__(self, engine: VectorEngine) -> None:
        self._engine = engine

    def index(self, name: str, tier: Tier = Tier.HOT) -> VectorIndex:
        """Both tiers of an index; one that is asked for as cold is only that."""
        cold = self._engine.index(name + _COLD, Tier.COLD)
        return cold if tier is Tier.COLD else TieredVectors(self._engine.index(name, Tier.HOT), cold)

    async def drop(self, name: str) -> None:
        """Remove both tiers. Unknown names are fine."""
        await self._engine.drop(name)
        await self._engine.drop(name + _COLD)

    async def capabilities(self) -> tuple[str, ...]:
        """Those of the engine, and that there are tiers."""
        return (*await self._engine.capabilities(), "tiers: hot and cold")

    async def close(self) -> None:
        """Close the engine. Safe to call twice."""
        await self._engine.close()


def merged(limit: int, *found: Sequence[Hit]) -> list[Hit]:
    """Hits of several indexes as one ranking, each passage once at its best score."""
    best: dict[str, float] = {}
    for hit in (hit for hits in found for hit in hits):
        best[hit.passage_id] = max(best.get(hit.passage_id, hit.score), hit.score)
    hits = [Hit(passage_id, score) for passage_id, score in best.items()]
    return sorted(hits, key=lambda hit: (-hit.score, hit.passage_id))[:limit]
