"""How much documents are found, and in which tier of the vector index each is.

The tier is a plan that moves are made by, not a promise about the index: while a document moves, or was just written,
it may be in both.
"""

import datetime as dt
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Select, and_, or_, select, update

from services.documents.database import now
from services.documents.part import Part, batches, to_day
from services.documents.schema import document_tiers, document_versions, documents
from services.documents.status import DocumentStatus

HOT, COLD = "hot", "cold"
HALF_LIFE_DAYS = 30.0
_DAY_S = 86_400.0
_PAGE = 500
_NEW = {"tier": HOT, "moving": "", "moving_until": 0.0, "hits": 0.0, "hit_at": 0.0}


@dataclass(frozen=True, slots=True)
class Use:
    """A searched document: its tier, the move that is not whole yet ("" without one), how much it is found.

    `hits` are the searches that gave it, halved every 30 days; `day` is its own date, or that of its arrival.
    """

    tenant: str
    document_id: str
    version: int
    profile: str
    tier: str
    moving: str
    hits: float
    day: dt.date


class Tiers(Part):
    """The document_tiers table."""

    async def record_hits(self, counts: Mapping[str, int]) -> None:
        """Add searches that gave documents, by document id. Unknown documents are left out."""
        async with self._database.write() as connection:
            at = float(await connection.scalar(select(now())) or 0)
            for batch in batches(sorted(counts)):
                known = set(await connection.scalars(select(documents.c.id).where(documents.c.id.in_(batch))))
                rows = await connection.execute(
                    select(document_tiers).where(document_tiers.c.document_id.in_(batch)).with_for_update()
                )
                former = {row.document_id: row for row in rows}
                hits = {key: counts[key] + (_decayed(former[key], at) if key in former else 0.0) for key in batch}
                found = [_NEW | {"document_id": key, "hit_at": at, "hits": hits[key]} for key in batch if key in known]
                await self._database.upsert(connection, document_tiers, found, replace=["hits", "hit_at"])

    async def tier_uses(self) -> AsyncIterator[Sequence[Use]]:
        """Every searched document that nobody works on, in pages."""
        after = ""
        while True:
            async with self._database.read() as connection:
                at = float(await connection.scalar(select(now())) or 0)
                rows = (await connection.execute(_uses(after))).all()
            if rows:
                yield [_use(row, at) for row in rows]
                after = rows[-1].id
            if len(rows) < _PAGE:
                return

    async def claim_move(self, document_id: str, target: str, lease_s: float = 300.0) -> bool:
        """Whether the caller may move this document now; nobody else may until `finish_move` or the lease's end."""
        async with self._database.write() as connection:
            await self._database.upsert(connection, document_tiers, [_NEW | {"document_id": document_id}])
            free = and_(document_tiers.c.document_id == document_id, document_tiers.c.moving_until <= now())
            claim = update(document_tiers).where(free).values(moving=target, moving_until=now() + lease_s)
            return (await connection.execute(claim)).rowcount == 1

    async def finish_move(self, document_id: str, target: str) -> None:
        """The document is in its new tier alone, unless it was written again since the move was claimed."""
        own = document_tiers.c.document_id == document_id
        done = {"tier": target, "moving": ""}
        async with self._database.write() as connection:
            await connection.execute(update(document_tiers).where(own, document_tiers.c.moving == target).values(done))
            await connection.execute(update(document_tiers).where(own).values(moving_until=0.0))

    async def written_hot(self, document_id: str) -> None:
        """The document was written to the hot tier, whatever tier it is in: one that was cold is in both now."""
        cold = and_(
            document_tiers.c.document_id == document_id,
            or_(document_tiers.c.tier == COLD, document_tiers.c.moving != ""),
        )
        async with self._database.write() as connection:
            await connection.execute(update(document_tiers).where(cold).values(moving=HOT))


def _use(row: Row[Any], at: float) -> Use:
    arrived = dt.datetime.fromtimestamp(row.created_at, dt.UTC).date()
    return Use(
        row.tenant,
        row.id,
        row.current_version,
        row.profile,
        tier=row.tier or HOT,
        moving=row.moving or "",
        hits=_decayed(row, at) if row.hits else 0.0,
        day=to_day(row.given_date) or to_day(row.date) or arrived,
    )


def _uses(after: str) -> Select[Any]:
    facts, tiers = document_versions, document_tiers
    of_version = and_(facts.c.document_id == documents.c.id, facts.c.version == documents.c.current_version)
    return (
        select(
            documents.c.id, documents.c.tenant, documents.c.current_version, documents.c.profile,
            documents.c.given_date, documents.c.created_at, facts.c.date, tiers.c.tier, tiers.c.moving, tiers.c.hits,
            tiers.c.hit_at,
        )
        .select_from(
            documents.outerjoin(facts, of_version).outerjoin(tiers, tiers.c.document_id == documents.c.id)
        )
        .where(
            documents.c.id > after, documents.c.current_version > 0, documents.c.stale.is_(False),
            documents.c.status != DocumentStatus.DELETED.value,
        )
        .order_by(documents.c.id)
        .limit(_PAGE)
    )  # fmt: skip


def _decayed(row: Row[Any], at: float) -> float:
    return float(row.hits * 0.5 ** (max(at - row.hit_at, 0.0) / _DAY_S / HALF_LIFE_DAYS))
