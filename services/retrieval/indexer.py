"""Documents into both indexes, and out of them. The document store is the truth: this can be repeated at any time."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from services.core.errors import Conflict, InferenceUnavailable, NotFound
from services.documents.generations import Pointer
from services.documents.models import IndexRow
from services.indexes.generations import Generations, IndexPair
from services.indexes.port import Entry, KeywordRow, VectorRow
from services.indexes.tiers import TieredVectors
from services.inference.port import Inference
from services.retrieval.ports import PassageStore

_BATCH = 256


@dataclass(frozen=True, slots=True)
class Holdings:
    """What the indexes hold of a tenant, in passages, and what the engines are."""

    vector_passages: int
    keyword_passages: int
    generation: int
    capabilities: tuple[str, ...]


class Indexer:
    """Keeps the indexes of a tenant's generation like the document store."""

    def __init__(self, generations: Generations, store: PassageStore, inference: Inference) -> None:
        self._generations, self._store, self._inference = generations, store, inference

    async def index(self, tenant: str, document_id: str, version: int) -> int:
        """Put a version into both indexes, then remove older ones; returns the passages written.

        The new version is searchable before the old one goes, so that the document is never missing. Repeating it
        changes nothing. A generation that is being built gets it as well. Raises NotFound when the tenant has no such
        version, Conflict when vectors are missing, InferenceUnavailable while the models in force are not those of the
        generation in force: the document waits for them.
        """
        pointer = await self._store.pointer(tenant)
        await self._same_embedder(pointer)
        written = await self.index_into(pointer, tenant, document_id, version=version)
        if isinstance(self._generations.at(pointer.generation).vectors, TieredVectors):
            await self._store.written_hot(document_id)
        begun = await self._store.generation_begun()
        if begun is not None:
            # Without vectors of the next embedder yet, it waits for the builder, which looks again before the flip.
            with suppress(Conflict):
                await self.index_into(begun, tenant, document_id, version=version)
        return written

    async def index_into(self, pointer: Pointer, tenant: str, document_id: str, *, version: int) -> int:
        """As `index`, into one generation only."""
        indexes = self._generations.at(pointer.generation)
        model = pointer.model or (await self._inference.capabilities()).embed.name
        written = 0
        async for rows in _batches(self._store.index_rows(document_id, version, model)):
            _only_of(tenant, document_id, rows)
            await _write(indexes, rows)
            written += len(rows)
        if not written:
            message = f"There is nothing to index in version {version} of document {document_id!r}."
            raise NotFound(message, document_id=document_id, version=version)
        await asyncio.gather(
            indexes.vectors.remove(tenant, document_id, before_version=version),
            indexes.keywords.remove(tenant, document_id, before_version=version),
        )
        return written

    async def _same_embedder(self, pointer: Pointer) -> None:
        served = (await self._inference.capabilities()).embed.name
        if pointer.model not in ("", served):
            raise InferenceUnavailable("embedding", f"the index is by {pointer.model}, and {served} is served")

    async def vector_rows(self, pointer: Pointer, document_id: str, version: int) -> AsyncIterator[list[VectorRow]]:
        """Rows of a version as the vector index of a generation takes them, in batches."""
        model = pointer.model or (await self._inference.capabilities()).embed.name
        async for rows in _batches(self._store.index_rows(document_id, version, model)):
            yield [VectorRow(_entry(row), row.vector) for row in rows]

    async def remove(self, tenant: str, document_id: str) -> None:
        """Remove a document from both indexes, also of a generation that is being built. Unknown documents are fine."""
        pointers = [await self._store.pointer(tenant), await self._store.generation_begun()]
        for indexes in (self._generations.at(pointer.generation) for pointer in pointers if pointer is not None):
            await asyncio.gather(
                indexes.vectors.remove(tenant, document_id), indexes.keywords.remove(tenant, document_id)
            )

    async def holdings(self, tenant: str) -> Holdings:
        """What the indexes hold of a tenant."""
        generation = (await self._store.pointer(tenant)).generation
        indexes = self._generations.at(generation)
        vectors, keywords = await asyncio.gather(indexes.vectors.count(tenant), indexes.keywords.count(tenant))
        return Holdings(vectors, keywords, generation, await self._generations.capabilities())


async def _write(indexes: IndexPair, rows: Sequence[IndexRow]) -> None:
    entries = [_entry(row) for row in rows]
    vectors = [VectorRow(entry, row.vector) for entry, row in zip(entries, rows, strict=True)]
    words = [KeywordRow(entry, row.passage.title, row.passage.text) for entry, row in zip(entries, rows, strict=True)]
    await asyncio.gather(indexes.vectors.upsert(vectors), indexes.keywords.upsert(words))


def _entry(row: IndexRow) -> Entry:
    passage = row.passage
    return Entry(
        passage.id,
        row.tenant,
        passage.document_id,
        version=passage.version,
        acl_users=row.acl.users,
        acl_groups=row.acl.groups,
        tags=passage.tags,
        language=passage.language,
        section=passage.section,
        date=passage.date,
    )


def _only_of(tenant: str, document_id: str, rows: Sequence[IndexRow]) -> None:
    if any(row.tenant != tenant for row in rows):
        raise NotFound(f"There is no document {document_id!r}.", document_id=document_id)


async def _batches(rows: AsyncIterator[IndexRow]) -> AsyncIterator[list[IndexRow]]:
    batch: list[IndexRow] = []
    async for row in rows:
        batch.append(row)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
