"""Which generation of the indexes is read: one pointer a tenant, read once a request; which is built, which retired."""

from dataclasses import dataclass

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.core.errors import Conflict
from services.database.postgresql import lock
from services.documents.database import now
from services.documents.part import Part
from services.documents.schema import document_tiers, documents, generations, index_builds
from services.documents.status import DocumentStatus

FIRST = 1
EVERY = ""
_LOCK = "generations"


@dataclass(frozen=True, slots=True)
class Pointer:
    """A generation, and the embedder whose vectors it holds ("" when nobody said: the one there is)."""

    generation: int
    model: str = ""


class Generations(Part):
    """The pointer rows."""

    async def generation(self, tenant: str) -> int:
        """The generation that searches of this tenant read, from 1."""
        return (await self.pointer(tenant)).generation

    async def pointer(self, tenant: str) -> Pointer:
        """The generation that searches of this tenant read, with its embedder."""
        query = select(generations).where(generations.c.tenant.in_([tenant, EVERY]))
        async with self._database.read() as connection:
            found = {row.tenant: Pointer(row.generation, row.model) for row in await connection.execute(query)}
        return found.get(tenant) or found.get(EVERY) or Pointer(FIRST)

    async def begin_generation(self, model: str) -> int:
        """The number to build for an embedder: that of the generation begun before, or one beyond all others.

        Raises Conflict while one is built for another embedder.
        """
        async with self._database.write() as connection:
            await lock(connection, _LOCK)
            begun = await self._begun(connection)
            if begun is not None and begun.model != model:
                raise Conflict(
                    f"Generation {begun.generation} is being built for {begun.model}. Finish or abandon that first.",
                    generation=begun.generation,
                    model=begun.model,
                )
            if begun is not None:
                return begun.generation
            pointed = await connection.scalar(select(func.max(generations.c.generation)))
            beside = await connection.scalar(select(func.max(index_builds.c.generation)))
            following = max(pointed or FIRST, beside or FIRST) + 1
            row = {"generation": following, "model": model, "retired_at": 0.0}
            await self._database.upsert(connection, index_builds, [row])
            return following

    async def generation_begun(self) -> Pointer | None:
        """The generation that is being built, to which all writes go as well; None when none is."""
        async with self._database.read() as connection:
            return await self._begun(connection)

    async def flip_generation(self, generation: int) -> list[int]:
        """Point every tenant, and all that will come, to the generation that was built; those it replaces, retired now.

        Raises Conflict when it is not being built.
        """
        async with self._database.write() as connection:
            await lock(connection, _LOCK)
            begun = await self._begun(connection)
            if begun is None or begun.generation != generation:
                raise Conflict(f"Generation {generation} is not being built.", generation=generation)
            former = set(await connection.scalars(select(generations.c.generation).distinct())) or {FIRST}
            if await connection.scalar(select(generations.c.generation).where(generations.c.tenant == EVERY)) is None:
                former.add(FIRST)
            values = {"generation": generation, "model": begun.model}
            await connection.execute(update(generations).values(values))
            await self._database.upsert(
                connection, generations, [{"tenant": EVERY} | values], replace=["generation", "model"]
            )
            await connection.execute(delete(index_builds).where(index_builds.c.generation == generation))
            # A new generation is written to the hot tier; what belongs into the cold one is moved from there.
            await connection.execute(update(document_tiers).values(tier="hot", moving=""))
            at = await connection.scalar(select(now()))
            retired = [{"generation": each, "model": "", "retired_at": at} for each in sorted(former)]
            await self._database.upsert(connection, index_builds, retired, replace=["retired_at"])
            return sorted(former)

    async def retired_generations(self, older_than_s: float) -> list[int]:
        """Generations that were replaced at least that many seconds ago."""
        long_ago = index_builds.c.retired_at <= now() - older_than_s
        query = select(index_builds.c.generation).where(index_builds.c.retired_at > 0, long_ago)
        async with self._database.read() as connection:
            return sorted(await connection.scalars(query))

    async def forget_generation(self, generation: int) -> None:
        """Forget one that is not in force: its indexes are gone, or it is abandoned."""
        async with self._database.write() as connection:
            await connection.execute(delete(index_builds).where(index_builds.c.generation == generation))

    async def indexed_documents(self) -> list[tuple[str, str, int]]:
        """Tenant, id and version of every document that can be searched: what the indexes are rebuilt from."""
        query = (
            select(documents.c.tenant, documents.c.id, documents.c.current_version)
            .where(documents.c.current_version > 0, documents.c.status != DocumentStatus.DELETED)
            .order_by(documents.c.tenant, documents.c.id)
        )
        async with self._database.read() as connection:
            return [(row.tenant, row.id, row.current_version) for row in await connection.execute(query)]

    async def _begun(self, connection: AsyncConnection) -> Pointer | None:
        query = select(index_builds).where(index_builds.c.retired_at == 0)
        row = (await connection.execute(query)).one_or_none()
        return None if row is None else Pointer(row.generation, row.model)
