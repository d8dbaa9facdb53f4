"""Exact vectors of passages, and the cache by content that keeps anything from being embedded twice."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from operator import itemgetter
from typing import Any

import numpy as np
from sqlalchemy import and_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.core.domain.passage import Passage
from services.core.errors import Conflict
from services.database.postgresql import lock
from services.documents.models import Acl, IndexRow, Vector
from services.documents.part import Part, batches
from services.documents.passages import to_passage
from services.documents.purge import VECTORS
from services.documents.schema import document_versions, documents, embeddings, passage_vectors, passages, vectors
from services.documents.vector_codec import decode_vector, encode_vector

_PAGE = 256


def embedding_key(model: str, kind: str, text: str) -> str:
    """The name under which the vector of a text is cached.

    `kind` is what the text is to the model: "query" or "passage".
    """
    return hashlib.sha256("\x1f".join((model, kind, text)).encode("utf-8", "surrogatepass")).hexdigest()


class Vectors(Part):
    """The vectors, passage_vectors and embeddings tables."""

    async def put_vectors(
        self, model: str, rows: Sequence[tuple[str, Vector]], *, keys: Sequence[str] = (), fence: int | None = None
    ) -> None:
        """Store the vectors of passages (id, FP32 numbers). `keys`, one a row (`embedding_key`), also puts them into
        the cache.

        A vector that is stored already is linked, not copied. Raises LeaseLost (all rows are then of one document),
        Conflict when a passage is gone.
        """
        if not rows:
            return
        async with self._database.write() as connection:
            places = await self._places(connection, [key for key, _ in rows])
            for document_id in sorted({document_id for document_id, _ in places}):
                await self._hold(connection, document_id, fence)
            await lock(connection, VECTORS, shared=True)
            await self._put(connection, model, (rows, keys))
            here = tuple_(document_versions.c.document_id, document_versions.c.version).in_(sorted(places))
            await connection.execute(update(document_versions).where(here).values(model=model))

    async def cached_vectors(self, keys: Sequence[str]) -> dict[str, Vector]:
        """Vectors of texts that were embedded before, by `embedding_key`."""
        found: dict[str, Vector] = {}
        source = embeddings.join(vectors, embeddings.c.digest == vectors.c.digest)
        async with self._database.read() as connection:
            for batch in batches(keys):
                query = select(embeddings.c.key, vectors.c.data).select_from(source).where(embeddings.c.key.in_(batch))
                found.update({row.key: decode_vector(row.data) for row in await connection.execute(query)})
        return found

    async def unembedded(self, document_id: str, version: int, model: str) -> list[Passage]:
        """Passages of a version that have no vector of this model yet, in order."""
        linked = and_(passage_vectors.c.passage_id == passages.c.id, passage_vectors.c.model == model)
        query = (
            select(passages)
            .select_from(passages.outerjoin(passage_vectors, linked))
            .where(
                passages.c.document_id == document_id, passages.c.version == version, passage_vectors.c.digest.is_(None)
            )
            .order_by(passages.c.ordinal)
        )
        async with self._database.read() as connection:
            return [to_passage(row) for row in await connection.execute(query)]

    async def index_rows(self, document_id: str, version: int, model: str = "") -> AsyncIterator[IndexRow]:
        """Passages of a version with their vectors, in order; read page by page. The model defaults to the last one
        stored.

        Raises Conflict when a passage has no vector.
        """
        after = -1
        while True:
            async with self._database.read() as connection:
                rows = (await connection.execute(_index_query((document_id, version, model), after))).all()
            for row in rows:
                if row.data is None:
                    raise Conflict(f"Passage {row.id} has no vector yet.", document_id=document_id, version=version)
                acl = Acl(tuple(row.acl_users), tuple(row.acl_groups))
                yield IndexRow(to_passage(row), row.tenant, acl, decode_vector(row.data))
            if len(rows) < _PAGE:
                return
            after = rows[-1].ordinal

    async def vectors(self, passage_ids: Sequence[str], model: str) -> dict[str, Vector]:
        """Exact vectors by passage id, for rescoring; those without one are left out."""
        found: dict[str, Vector] = {}
        source = passage_vectors.join(vectors, passage_vectors.c.digest == vectors.c.digest)
        async with self._database.read() as connection:
            for batch in batches(passage_ids):
                where = and_(passage_vectors.c.passage_id.in_(batch), passage_vectors.c.model == model)
                query = select(passage_vectors.c.passage_id, vectors.c.data).select_from(source).where(where)
                found.update({row.passage_id: decode_vector(row.data) for row in await connection.execute(query)})
        return found

    async def _places(self, connection: AsyncConnection, ids: Sequence[str]) -> set[tuple[str, int]]:
        """Documents and versions of passages. Raises Conflict when one is gone."""
        found: dict[str, tuple[str, int]] = {}
        for batch in batches(ids):
            query = select(passages.c.document_id, passages.c.version, passages.c.id).where(passages.c.id.in_(batch))
            found.update({row.id: (row.document_id, row.version) for row in await connection.execute(query)})
        if len(found) < len(set(ids)):
            raise Conflict("A passage was removed while it was embedded.", passages=len(ids))
        return set(found.values())

    async def _put(
        self, connection: AsyncConnection, model: str, given: tuple[Sequence[tuple[str, Vector]], Sequence[str]]
    ) -> None:
        """Write vectors, links and the cache, table by table and in the order of their keys.

        Whoever writes equal vectors at the same time does it in the same order, so that no two wait for each other.
        """
        rows, keys = given
        stored = [_stored(vector) for _, vector in rows]
        digests = [row["digest"] for row in stored]
        links = [{"passage_id": key, "model": model, "digest": at} for (key, _), at in zip(rows, digests, strict=True)]
        cached = [{"key": key, "digest": digest} for key, digest in zip(keys, digests, strict=False)]
        for batch in batches(sorted({row["digest"]: row for row in stored}.values(), key=itemgetter("digest"))):
            await self._database.upsert(connection, vectors, batch)
        for batch in batches(sorted(links, key=itemgetter("passage_id"))):
            await self._database.upsert(connection, passage_vectors, batch, replace=["digest"])
        for batch in batches(sorted(cached, key=itemgetter("key"))):
            await self._database.upsert(connection, embeddings, batch, replace=["digest"])


def _stored(vector: Vector) -> dict[str, Any]:
    exact = np.ascontiguousarray(vector, dtype="<f4")
    return {"digest": hashlib.sha256(exact.tobytes()).hexdigest()[:32], "data": encode_vector(exact)}


def _index_query(place: tuple[str, int, str], after: int) -> Any:  # noqa: ANN401 -- a select of many columns
    document_id, version, model = place
    facts, link = document_versions, passage_vectors
    of_version = and_(facts.c.document_id == passages.c.document_id, facts.c.version == passages.c.version)
    of_model = link.c.model == (model or facts.c.model)
    source = (
        passages.join(documents, passages.c.document_id == documents.c.id)
        .join(facts, of_version)
        .outerjoin(link, and_(link.c.passage_id == passages.c.id, of_model))
        .outerjoin(vectors, vectors.c.digest == link.c.digest)
    )
    return (
        select(passages, documents.c.acl_users, documents.c.acl_groups, vectors.c.data)
        .select_from(source)
        .where(passages.c.document_id == document_id, passages.c.version == version, passages.c.ordinal > after)
        .order_by(passages.c.ordinal)
        .limit(_PAGE)
    )
