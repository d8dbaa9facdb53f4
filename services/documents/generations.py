"""Which generation of the indexes a tenant reads: one pointer, read once a request."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from services.database.postgresql import lock
from services.documents.part import Part
from services.documents.schema import documents, generations
from services.documents.status import DocumentStatus

FIRST = 1


class Generations(Part):
    """The pointer rows."""

    async def generation(self, tenant: str) -> int:
        """The generation that searches of this tenant read, from 1."""
        async with self._database.read() as connection:
            return await self._generation(connection, tenant)

    async def bump_generation(self, tenant: str) -> int:
        """Point the tenant to the next generation, which must be complete; returns it."""
        async with self._database.write() as connection:
            await lock(connection, f"generation {tenant}")
            following = await self._generation(connection, tenant) + 1
            row = {"tenant": tenant, "generation": following}
            await self._database.upsert(connection, generations, [row], replace=["generation"])
            return following

    async def indexed_documents(self) -> list[tuple[str, str, int]]:
        """Tenant, id and version of every document that can be searched: what the indexes are rebuilt from."""
        query = (
            select(documents.c.tenant, documents.c.id, documents.c.current_version)
            .where(documents.c.current_version > 0, documents.c.status != DocumentStatus.DELETED)
            .order_by(documents.c.tenant, documents.c.id)
        )
        async with self._database.read() as connection:
            return [(row.tenant, row.id, row.current_version) for row in await connection.execute(query)]

    async def _generation(self, connection: AsyncConnection, tenant: str) -> int:
        found = await connection.scalar(select(generations.c.generation).where(generations.c.tenant == tenant))
        return found or FIRST
