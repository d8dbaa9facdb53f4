"""The document store as one object. Each part of it has a file of its own.

    registry     receive, set_status, get, list_documents, delete, retry, counts
    jobs         claim_job, heartbeat, release_job, postpone_job, next_unfinished, cleaned
    passages     write_version, passages, version_passages, sentence_analysis, version_text
    vectors      put_vectors, cached_vectors, unembedded, index_rows
    generations  generation, begin_generation, generation_begun, flip_generation, retired_generations, forget_generation
    census       tenants, searched_places, known_places, unsettled
    tiers        record_hits, tier_uses, claim_move, finish_move, written_hot

Reads for people take a Scope and see only what its tenant and its ACL principals may see. Methods that take bare ids
are for workers and services that have checked before.
"""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Self

from services.database.postgresql import checked
from services.documents.census import Census
from services.documents.database import Database
from services.documents.generations import Generations
from services.documents.jobs import Jobs
from services.documents.passages import Passages
from services.documents.registry import Registry
from services.documents.revisions import is_current
from services.documents.tiers import Tiers
from services.documents.vectors import Vectors


class DocumentStore(Registry, Jobs, Passages, Vectors, Generations, Census, Tiers):
    """Documents, versions, passages, analyses and vectors in SQL.

    Raises StorageFull and Unavailable from every method.
    """

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the store behind an async SQLAlchemy URL, e.g. `sqlite+aiosqlite:///data/documents.db`; tables are made
        or brought up to date.

        Raises WrongDataVersion when a newer release or another program wrote it, BadInput for a URL of neither SQLite
        nor PostgreSQL.
        """
        location = checked(url)
        if location.drivername.startswith("sqlite") and location.database:
            await asyncio.to_thread(Path(location.database).parent.mkdir, parents=True, exist_ok=True)
        database = Database(url)
        async with AsyncExitStack() as undo:
            undo.push_async_callback(database.close)
            await _brought_up_to_date(database)
            undo.pop_all()
        return cls(database)

    async def close(self) -> None:
        """Close every connection. Safe to call twice."""
        await self._database.close()


async def _brought_up_to_date(database: Database) -> None:
    async with database.read() as connection:
        if await connection.run_sync(is_current):
            return
    # Late: Alembic is a tenth of a process's start, and only the first process over a new version needs it.
    from services.documents.migrate import upgrade  # noqa: PLC0415

    await upgrade(database)
