"""Removing what a document left behind: passages, analyses, vectors, and cached embeddings that nothing else uses."""

from sqlalchemy import ColumnElement, and_, delete, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from services.database.postgresql import lock
from services.documents.schema import document_versions, passage_vectors, passages, vectors

VECTORS = "vectors"
"""The lock between those who link to vectors, together, and who removes them, alone."""


async def purge_document(connection: AsyncConnection, document_id: str) -> None:
    """Remove every version."""
    await _purge(connection, passages.c.document_id == document_id)
    await connection.execute(delete(document_versions).where(document_versions.c.document_id == document_id))


async def purge_versions(connection: AsyncConnection, document_id: str, *, other_than: int) -> None:
    """Remove every version but one."""
    await _purge(connection, and_(passages.c.document_id == document_id, passages.c.version != other_than))
    facts = document_versions.c
    await connection.execute(
        delete(document_versions).where(facts.document_id == document_id, facts.version != other_than)
    )


async def _purge(connection: AsyncConnection, doomed: ColumnElement[bool]) -> None:
    # Nobody links to a vector while it is found unused: `vectors.py` shares the lock.
    await lock(connection, VECTORS)
    theirs = passage_vectors.join(passages, passage_vectors.c.passage_id == passages.c.id)
    used_by_doomed = select(passage_vectors.c.digest).select_from(theirs).where(doomed)
    used_elsewhere = exists().select_from(theirs).where(passage_vectors.c.digest == vectors.c.digest, ~doomed)
    # Vectors first: their cascade takes the cached embeddings and the links along.
    await connection.execute(delete(vectors).where(vectors.c.digest.in_(used_by_doomed), ~used_elsewhere))
    await connection.execute(delete(passages).where(doomed))
