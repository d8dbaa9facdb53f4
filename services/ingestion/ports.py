"""What ingestion needs from the rest of Sextant."""

from typing import Protocol

from services.core.domain.question import Scope


class Indexer(Protocol):
    """The indexes, which the retrieval service owns."""

    async def index(self, scope: Scope, document_id: str, version: int) -> int:
        """Put a version, whose passages and vectors are in the document store, into the indexes and older ones out of
        them.

        Returns the number of passages. Doing it twice leaves one. Raises Unavailable.
        """
        ...

    async def remove(self, scope: Scope, document_id: str) -> None:
        """Remove a document; one that is not there is fine. Raises Unavailable."""
        ...
