"""Hot and cold: which tiers a search asks and why, and which documents are moved between them."""

import asyncio
import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from services.core.domain.passage import Evidence
from services.documents.tiers import Use
from services.indexes.generations import Generations
from services.indexes.port import Hit, IndexFilter, Tier, Vector, VectorIndex
from services.indexes.tiers import TieredVectors, merged
from services.retrieval.indexer import Indexer
from services.retrieval.ports import PassageStore
from services.retrieval.profile import Profiles, Tiers
from services.retrieval.request import Search

_TOGETHER = 64


@dataclass(frozen=True, slots=True)
class Reach:
    """Whether a search asks the cold tier from the start, and why; or else below which best hot cosine it asks it."""

    cold: bool
    reason: str
    least: float

    async def nearest(
        self, index: VectorIndex, query: Vector, limit: int, *, where: IndexFilter
    ) -> tuple[list[Hit], str]:
        """Hits of the tiers that are asked, and a note of which they were and why ("" without tiers)."""
        if not isinstance(index, TieredVectors):
            return await index.nearest(query, limit, where), ""
        if self.cold:
            return await index.nearest(query, limit, where), f"hot and cold tier: {self.reason}"
        hot = await index.hot.nearest(query, limit, where)
        best = max((hit.score for hit in hot), default=-1.0)
        if best >= self.least:
            return hot, f"hot tier only: best cosine {best:.2f}"
        cold = await index.cold.nearest(query, limit, where)
        why = f"best hot cosine {best:.2f} is below {self.least:.2f}" if hot else "nothing is in the hot one"
        return merged(limit, hot, cold), f"hot and cold tier: {why}"


def reach(search: Search, policy: Tiers, least: float) -> Reach:
    """The deep path (a second pass, a retry) and a time range that begins before hot documents do ask both tiers.

    `least` is the cosine from which a hit counts as good enough to leave the cold tier alone.
    """
    if search.precise:
        return Reach(cold=True, reason="an exact second pass", least=least)
    if search.tried:
        return Reach(cold=True, reason="another try of the deep path", least=least)
    begins = search.context.now.date() - dt.timedelta(days=policy.hot_days)
    asked = (*search.question.time_ranges, *((search.wanted.dated,) if search.wanted.dated else ()))
    early = min((one.start for one in asked), default=begins)
    if early < begins:
        return Reach(cold=True, reason=f"asks from {early}, before {begins}", least=least)
    return Reach(cold=False, reason="", least=least)


def tier_of(use: Use, policy: Tiers, today: dt.date) -> Tier:
    """Where a document belongs."""
    young = (today - use.day).days <= policy.hot_days
    return Tier.HOT if young or use.hits >= policy.hot_hits else Tier.COLD


class Found:
    """Counts which documents searches give, until they are written down."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def note(self, evidence: Iterable[Evidence]) -> None:
        """A search gave these passages: each document counts once."""
        self._counts.update({one.passage.document_id for one in evidence})

    def forget(self) -> None:
        """Nobody wants to know."""
        self._counts.clear()

    async def write(self, store: PassageStore) -> None:
        """Write down what was counted since the last time; what cannot be written is counted again."""
        counts, self._counts = self._counts, Counter()
        if not counts:
            return
        written = False
        try:
            await store.record_hits(counts)
            written = True
        finally:
            if not written:
                self._counts.update(counts)


class Mover:
    """Moves whole versions of documents to the tier they belong to.

    What is cut off is gone on with: a document stays marked until its move is whole, and copying twice is harmless.
    `grace_s` is the time between copying and discarding: longer than a search may take.
    """

    def __init__(self, generations: Generations, indexer: Indexer, store: PassageStore, *, grace_s: float) -> None:
        self._generations, self._indexer, self._store = generations, indexer, store
        self._profiles, self._grace_s = Profiles.packaged(), grace_s

    async def look(self, today: dt.date) -> int:
        """Move what is not where it belongs; the number of documents moved. Raises IndexUnavailable."""
        moved = 0
        async for page in self._store.tier_uses():
            wanted = [(use, self._belongs(use, today)) for use in page]
            wrong = [(use, tier) for use, tier in wanted if use.moving or use.tier != tier.value]
            for start in range(0, len(wrong), _TOGETHER):
                moved += await self._moved(wrong[start : start + _TOGETHER])
        return moved

    def _belongs(self, use: Use, today: dt.date) -> Tier:
        known = use.profile in self._profiles.names
        return tier_of(use, self._profiles.get(use.profile).tiers if known else Tiers(), today)

    async def _moved(self, wrong: Sequence[tuple[Use, Tier]]) -> int:
        claimed = [(use, tier) for use, tier in wrong if await self._store.claim_move(use.document_id, tier.value)]
        copied = [(use, tier, await self._copied(use, tier)) for use, tier in claimed]
        if copied:
            await asyncio.sleep(self._grace_s)
        for use, tier, passage_ids in copied:
            await self._discarded(use, tier, passage_ids)
            await self._store.finish_move(use.document_id, tier.value)
        return len(copied)

    async def _copied(self, use: Use, tier: Tier) -> list[str]:
        pointer = await self._store.pointer(use.tenant)
        target, passage_ids = (await self._both(use.tenant)).of(tier), list[str]()
        async for rows in self._indexer.vector_rows(pointer, use.document_id, use.version):
            await target.upsert(rows)
            passage_ids += [row.entry.passage_id for row in rows]
        return passage_ids

    async def _discarded(self, use: Use, tier: Tier, passage_ids: Sequence[str]) -> None:
        """Take the version out of the other tier, and out of this one what was replaced or deleted meanwhile."""
        both = await self._both(use.tenant)
        other = Tier.COLD if tier is Tier.HOT else Tier.HOT
        await both.of(other).discard(use.tenant, passage_ids)
        known = {place.passage_id for place in await self._store.known_places(use.tenant, passage_ids)}
        await both.of(tier).discard(use.tenant, [key for key in passage_ids if key not in known])

    async def _both(self, tenant: str) -> TieredVectors:
        vectors = self._generations.at((await self._store.pointer(tenant)).generation).vectors
        assert isinstance(vectors, TieredVectors)
        return vectors
