"""The document store as one object. Each part of it has a file of its own.

    registry     receive, set_status, get, list_documents, delete, retry, counts
    jobs         claim_job, heartbeat, release_job, postpone_job, next_unfinished, cleaned
    passages     write_version, passages, version_passages, sentence_analysis, version_text
    vectors      put_vectors, cached_vectors, unembedded, index_rows
    generations  generation, bump_generation

Reads for people take a Scope and see only what its tenant and its ACL principals may see. Methods that take bare ids
are for workers and services that have checked before.
"""

from typing import Self

from services.documents.database import Database
from services.documents.generations import Generations
from services.documents.jobs import Jobs
from services.documents.migrate import migrate
from services.documents.passages import Passages
from services.documents.registry import Registry
from services.documents.vectors import Vectors


class DocumentStore(Registry, Jobs, Passages, Vectors, Generations):
    """Documents, versions, passages, analyses and vectors in SQL.

    Raises StorageFull and Unavailable from every method.
    """

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the store behind an async SQLAlchemy URL, e.g. `sqlite+aiosqlite:///data/documents.db`; tables are made
        or brought up to date.

        Raises WrongDataVersion when a newer release or another program wrote it.
        """
        await migrate(url)
        return cls(Database(url))

    async def close(self) -> None:
        """Close every connection. Safe to call twice."""
        await self._database.close()
