"""The document store against both indexes: what differs, and how it is mended.

Ids are compared, and an id stands for one version of one document. What an index holds is read before what it should
hold: a passage is in the store before it is in an index, so whatever is unknown to the store then is left over.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import structlog

from services.documents.census import Place
from services.documents.generations import Pointer
from services.indexes.generations import Generations
from services.indexes.port import KeywordIndex, RowsRefused, VectorIndex
from services.retrieval.indexer import Indexer
from services.retrieval.ports import PassageStore

_LOG = structlog.get_logger(__name__)


class Fault(StrEnum):
    """How an index differs from the store: it lacks passages, or holds some that it should not."""

    MISSING = "missing"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True)
class Difference:
    """Passages of one version of a document that one index ("vector", "keyword") lacks or holds without need.

    The document of extra passages is unknown ("") when the store has forgotten them.
    """

    tenant: str
    index: str
    fault: Fault
    document_id: str
    version: int
    passages: int
    mended: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """One tenant is done: what was compared, and how many documents were left out because they are being worked on."""

    tenant: str
    expected: int
    vectors: int
    keywords: int
    unsettled: int


class Reconciler:
    """Compares and mends one tenant at a time, its ids in memory: about 300 bytes a passage.

    What is put into the indexes just now may be told as missing: looking twice clears that.
    """

    def __init__(self, generations: Generations, indexer: Indexer, store: PassageStore) -> None:
        self._generations, self._indexer, self._store = generations, indexer, store

    async def reconcile(self, pointer: Pointer, tenant: str, *, mend: bool) -> AsyncIterator[Difference | Compared]:
        """Differences of a tenant in one generation, mended as they are told, then the figures.

        Raises IndexUnavailable, Conflict when vectors for what is missing are missing too.
        """
        unsettled = await self._store.unsettled(tenant)
        indexes = self._generations.at(pointer.generation)
        vectors, keywords = await asyncio.gather(_held(indexes.vectors, tenant), _held(indexes.keywords, tenant))
        expected = [place async for page in self._store.searched_places(tenant) for place in page]
        missing = {
            "vector": [place for place in expected if place.passage_id not in vectors],
            "keyword": [place for place in expected if place.passage_id not in keywords],
        }
        async for difference in self._missing(pointer, tenant, missing, mend=mend):
            yield difference
        wanted = {place.passage_id for place in expected}
        for name, index, held in (("vector", indexes.vectors, vectors), ("keyword", indexes.keywords, keywords)):
            extra = await self._extra(tenant, sorted(held - wanted))
            if extra and mend:
                await index.discard(tenant, extra)
            if extra:
                yield Difference(tenant, name, Fault.EXTRA, "", 0, passages=len(extra), mended=mend)
        yield Compared(tenant, len(expected), len(vectors), len(keywords), unsettled)

    async def _missing(
        self, pointer: Pointer, tenant: str, missing: Mapping[str, Sequence[Place]], *, mend: bool
    ) -> AsyncIterator[Difference]:
        """What each index lacks, document by document; a document is put into both at once."""
        counts = {name: Counter((place.document_id, place.version) for place in missing[name]) for name in missing}
        for document_id, version in sorted({key for counted in counts.values() for key in counted}):
            mended = mend and await self._written(pointer, tenant, (document_id, version))
            for name, counted in counts.items():
                if lacking := counted[document_id, version]:
                    yield Difference(tenant, name, Fault.MISSING, document_id, version, passages=lacking, mended=mended)

    async def _written(self, pointer: Pointer, tenant: str, document: tuple[str, int]) -> bool:
        """Whether all of a version could be written: what an engine will never take stays a difference."""
        document_id, version = document
        try:
            await self._indexer.index_into(pointer, tenant, document_id, version=version)
        except RowsRefused as refused:
            _LOG.error("index.refused", document_id=document_id, why=refused.message)
            return False
        return True

    async def _extra(self, tenant: str, unexpected: Sequence[str]) -> list[str]:
        known = {place.passage_id for place in await self._store.known_places(tenant, unexpected)}
        return [passage_id for passage_id in unexpected if passage_id not in known]


async def _held(index: VectorIndex | KeywordIndex, tenant: str) -> set[str]:
    return {passage_id async for page in index.passage_ids(tenant) for passage_id in page}
