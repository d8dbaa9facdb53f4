"""What retrieval needs from the document store."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Protocol

from services.core.domain.passage import Passage
from services.core.domain.question import Scope
from services.documents.census import Place
from services.documents.generations import Pointer
from services.documents.models import IndexRow, StoredSentence
from services.documents.tiers import Use
from services.indexes.port import Vector


class PassageStore(Protocol):
    """Passages, their rights and their exact vectors: `services.documents.store.DocumentStore` is one."""

    async def pointer(self, tenant: str) -> Pointer:
        """The index generation in force for a tenant, and its embedder."""
        ...

    async def begin_generation(self, model: str) -> int:
        """The number to build for an embedder; goes on with the one that was begun. Raises Conflict for another's."""
        ...

    async def generation_begun(self) -> Pointer | None:
        """The generation that is being built, if one is."""
        ...

    async def flip_generation(self, generation: int) -> list[int]:
        """Point every tenant to the generation that was built; the numbers it replaces, which are retired now."""
        ...

    async def retired_generations(self, older_than_s: float) -> list[int]:
        """Generations that were replaced at least that many seconds ago."""
        ...

    async def forget_generation(self, generation: int) -> None:
        """Forget a generation that is not in force."""
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

    async def tenants(self) -> list[str]:
        """Every tenant that ever had a document."""
        ...

    async def unsettled(self, tenant: str) -> int:
        """How many documents of a tenant are on their way into the indexes or out of them."""
        ...

    def searched_places(self, tenant: str) -> AsyncIterator[Sequence[Place]]:
        """Passages of all searched versions of a tenant, in pages; without unsettled documents."""
        ...

    async def known_places(self, tenant: str, passage_ids: Sequence[str]) -> list[Place]:
        """Those of some passages that may be in an index: of a searched version, or of one on its way there."""
        ...

    async def record_hits(self, counts: Mapping[str, int]) -> None:
        """Add searches that gave documents, by document id."""
        ...

    def tier_uses(self) -> AsyncIterator[Sequence[Use]]:
        """Every searched document with its tier and how much it is found, in pages."""
        ...

    async def claim_move(self, document_id: str, target: str) -> bool:
        """Whether the caller may move this document to another tier now, and nobody else."""
        ...

    async def finish_move(self, document_id: str, target: str) -> None:
        """The document is in its new tier alone."""
        ...

    async def written_hot(self, document_id: str) -> None:
        """The document was written to the hot tier, whatever tier it is in."""
        ...

    async def indexed_documents(self) -> list[tuple[str, str, int]]:
        """Tenant, id and version of every document that can be searched."""
        ...

    def index_rows(self, document_id: str, version: int, model: str = "") -> AsyncIterator[IndexRow]:
        """Passages of a version with rights and vectors, in order. Raises Conflict when one has no vector yet."""
        ...
