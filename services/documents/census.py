"""Which passages the indexes should hold: what they are compared with."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Select, and_, func, or_, select

from services.documents.part import Part, batches
from services.documents.schema import documents, passages
from services.documents.status import DocumentStatus

_PAGE = 2_000
_IS_CURRENT = passages.c.version == documents.c.current_version
_IS_THERE = documents.c.status != DocumentStatus.DELETED.value


@dataclass(frozen=True, slots=True)
class Place:
    """A passage by its id, and the document and version that it belongs to."""

    passage_id: str
    document_id: str
    version: int


class Census(Part):
    """Reads over documents and passages."""

    async def tenants(self) -> list[str]:
        """Every tenant that ever had a document, sorted."""
        async with self._database.read() as connection:
            rows = await connection.execute(select(documents.c.tenant).distinct().order_by(documents.c.tenant))
            return [row.tenant for row in rows]

    async def unsettled(self, tenant: str) -> int:
        """How many documents of a tenant are being put into the indexes, or taken out of them, just now."""
        query = select(func.count()).where(documents.c.tenant == tenant, documents.c.stale.is_(True))
        async with self._database.read() as connection:
            return int(await connection.scalar(query) or 0)

    async def searched_places(self, tenant: str) -> AsyncIterator[Sequence[Place]]:
        """Passages of all searched versions of a tenant, page by page by their ids; without unsettled documents."""
        after = ""
        settled = and_(_IS_CURRENT, _IS_THERE, documents.c.stale.is_(False))
        while True:
            query = (
                _places().where(passages.c.tenant == tenant, passages.c.id > after, settled)
                .order_by(passages.c.id).limit(_PAGE)
            )  # fmt: skip
            async with self._database.read() as connection:
                page = [Place(row.id, row.document_id, row.version) for row in await connection.execute(query)]
            if page:
                yield page
                after = page[-1].passage_id
            if len(page) < _PAGE:
                return

    async def known_places(self, tenant: str, passage_ids: Sequence[str]) -> list[Place]:
        """Those of some passages that may be in an index: of a searched version, or of one on its way there."""
        may_be = and_(_IS_THERE, or_(_IS_CURRENT, passages.c.version == documents.c.version))
        found: list[Place] = []
        async with self._database.read() as connection:
            for batch in batches(passage_ids):
                query = _places().where(passages.c.tenant == tenant, passages.c.id.in_(batch), may_be)
                found += [Place(row.id, row.document_id, row.version) for row in await connection.execute(query)]
        return found


def _places() -> Select[tuple[str, str, int]]:
    return select(passages.c.id, passages.c.document_id, passages.c.version).select_from(
        passages.join(documents, passages.c.document_id == documents.c.id)
    )
