"""What retrieval needs from the document store."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Protocol

from services.core.domain.passage import Passage
from services.core.domain.question import Scope
from services.documents.models import IndexRow, StoredSentence
from services.indexes.port import Vector


class PassageStore(Protocol):
    """Passages, their rights and their exact vectors: `services.documents.store.DocumentStore` is one."""

    async def generation(self, tenant: str) -> int:
        """The index generation in force for a tenant, from 1."""
        ...

    async def passages(self, scope: Scope, ids: Sequence[str]) -> list[Passage]:
        """Passages that the scope may see, in the order of the ids. All others are left out, and so are summaries."""
        ...

    async def covered(self, scope: Scope, ids: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """The passages that summaries among the ids cover, in order, by the id of the summary."""
        ...

    async def sentence_analysis(self, passage_ids: Sequence[str]) -> Mapping[str, Sequence[StoredSentence]]:
        """What ingestion found in the sentences of passages, by passage id; unknown ids are left out."""
        ...

    async def vectors(self, passage_ids: Sequence[str], model: str) -> Mapping[str, Vector]:
        """Exact FP32 unit vectors of an embedder by passage id; those without one are left out."""
        ...

    async def indexed_documents(self) -> list[tuple[str, str, int]]:
        """Tenant, id and version of every document that can be searched."""
        ...

    def index_rows(self, document_id: str, version: int, model: str = "") -> AsyncIterator[IndexRow]:
        """Passages of a version with rights and vectors, in order. Raises Conflict when one has no vector yet."""
        ...
