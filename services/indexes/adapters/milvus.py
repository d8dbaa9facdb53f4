"""Vector indexes in Milvus: Lite in a file, a standalone server or a cluster, by URL."""

import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from pymilvus import DataType, MilvusClient

from services.core.errors import Conflict, IndexUnavailable
from services.indexes.adapters import milvus_filter
from services.indexes.adapters.milvus_connection import MilvusConnection, Timeouts
from services.indexes.adapters.milvus_schema import Shape, Tuning, collection_schema, fields_of, index_params
from services.indexes.port import Hit, IndexFilter, Tier, Vector, VectorIndex, VectorRow
from services.indexes.values import folded_section, lettered, row_key

_BATCH = 500
_LIMIT = 16_384
_DIGITS = "0123456789abcdef"
# Where the section cannot be part of the filter, this many times the hits that are wanted are looked at first.
_WIDER = 8


class MilvusEngine:
    """Collections of one Milvus. `precision` is "fp32" or "fp16"; where fp16 is not to be had, fp32 is used and said.

    Milvus Lite gets FLAT (exact search; 3-4 ms over 20,000 vectors) for every tier, a server HNSW for the hot tier and
    IVF_FLAT for the cold one.
    """

    def __init__(
        self, url: str, *, precision: str = "fp32", timeouts: Timeouts | None = None, tuning: Tuning | None = None
    ) -> None:
        self._connection = MilvusConnection(url, timeouts or Timeouts())
        self._wanted, self._tuning = precision, tuning or Tuning()
        self._open: dict[str, MilvusIndex] = {}

    def index(self, name: str, tier: Tier = Tier.HOT) -> VectorIndex:
        """The collection of that name; made, for its tier, by its first upsert."""
        if name not in self._open:
            self._open[name] = MilvusIndex(self._connection, name, tier, precision=self._wanted, tuning=self._tuning)
        return self._open[name]

    async def drop(self, name: str) -> None:
        """Remove a collection. Unknown names are fine."""
        self._open.pop(name, None)
        await self._connection.write(lambda client, timeout: client.drop_collection(name, timeout=timeout))

    async def capabilities(self) -> tuple[str, ...]:
        """E.g. ("milvus-lite 2.5.1", "precision: fp32", "vector index: FLAT")."""
        abilities = await self._connection.abilities()
        return abilities.words("fp16" if self._wanted == "fp16" and abilities.half_floats else "fp32")

    async def close(self) -> None:
        """Close the client; Milvus Lite ends and gives its file free. Safe to call twice."""
        await self._connection.close()


class MilvusIndex:
    """One collection: deterministic keys and upserts, filters from typed values.

    On a server a write ends with a strong read, so that what was stored is seen by every later search of any client;
    searches themselves are read at the session's level: a strong one waits 200 ms for the next time tick.
    """

    def __init__(self, connection: MilvusConnection, name: str, tier: Tier, *, precision: str, tuning: Tuning) -> None:
        self._connection, self._name, self._tier = connection, name, tier
        self._wanted, self._tuning = precision, tuning
        self._shape: Shape | None = None
        self._making = threading.Lock()

    async def upsert(self, rows: Sequence[VectorRow]) -> None:
        """Store rows in batches of 500; see the port."""
        if not rows:
            return
        shape = await self._found(len(rows[0].vector))
        assert shape is not None
        _check(shape, rows[0].vector)
        for start in range(0, len(rows), _BATCH):
            data = [fields_of(row, shape) for row in rows[start : start + _BATCH]]
            with self._watched():
                await self._connection.write(partial(self._upsert, data=data))
        await self._settled()

    async def remove(self, tenant: str, document_id: str, *, before_version: int | None = None) -> None:
        """Remove a document's rows; see the port."""
        await self._delete(milvus_filter.of_document(tenant, document_id, before_version))

    async def discard(self, tenant: str, passage_ids: Sequence[str]) -> None:
        """Remove rows by passage id; see the port."""
        for start in range(0, len(passage_ids), _BATCH):
            batch = passage_ids[start : start + _BATCH]
            await self._delete(milvus_filter.of_keys([row_key(tenant, passage_id) for passage_id in batch]))

    async def nearest(self, query: Vector, limit: int, where: IndexFilter) -> list[Hit]:
        """Nearest rows by inner product of unit vectors, which is their cosine; see the port."""
        shape = await self._found()
        if limit < 1 or shape is None:
            return []
        _check(shape, query)
        section = "" if (await self._connection.abilities()).infix else lettered(folded_section(where.section))
        filtered = milvus_filter.expression(where, section=not section)
        limit = min(limit, _LIMIT)
        wide = min(limit * _WIDER, _LIMIT) if section else limit
        while True:
            search = partial(self._search, shape=shape, query=query, limit=wide, where=filtered)
            with self._watched():
                found = await self._connection.read(search)
            rows = [row for row in found if section in row["entity"].get("section", "")]
            if len(rows) >= limit or len(found) < wide or wide == _LIMIT:
                break
            wide = min(wide * _WIDER, _LIMIT)
        hits = [Hit(str(row["entity"]["passage_id"]), float(row["distance"])) for row in rows[:limit]]
        return sorted(hits, key=lambda hit: (-hit.score, hit.passage_id))

    async def count(self, tenant: str) -> int:
        """Rows of a tenant, read strongly."""
        if await self._found() is None:
            return 0
        rows = await self._query(milvus_filter.of_tenant(tenant), "count(*)", level="Strong")
        return int(rows[0]["count(*)"])

    async def passage_ids(self, tenant: str) -> AsyncIterator[Sequence[str]]:
        """Ids of a tenant's rows, by ranges of their keys, which are hexadecimal digests."""
        ranges = [""] if await self._found() is not None else []
        while ranges:
            start = ranges.pop()
            where = milvus_filter.of_tenant(tenant, key_start=start)
            rows = await self._query(where, "passage_id", level="Strong", limit=_LIMIT)
            if len(rows) < _LIMIT:
                yield [str(row["passage_id"]) for row in rows]
            else:
                ranges.extend(start + digit for digit in _DIGITS)

    async def exact(self) -> bool:
        """True for FLAT over FP32."""
        shape = await self._found()
        return shape is None or (shape.index_type == "FLAT" and not shape.half)

    async def _delete(self, where: str) -> None:
        if await self._found() is None:
            return
        with self._watched():
            await self._connection.write(
                lambda client, timeout: client.delete(self._name, filter=where, timeout=timeout)
            )
        await self._settled()

    async def _settled(self) -> None:
        """Wait until what was written is seen by every later read. Lite is so by itself."""
        if not (await self._connection.abilities()).lite:
            await self._query(milvus_filter.of_keys(["none"]), level="Strong")

    async def _query(
        self, where: str, field: str = "key", *, level: str, limit: int | None = None
    ) -> list[dict[str, Any]]:
        more: dict[str, Any] = {} if limit is None else {"limit": limit}
        with self._watched():
            rows = await self._connection.read(
                lambda client, timeout: client.query(
                    self._name, filter=where, output_fields=[field], consistency_level=level, timeout=timeout, **more
                )
            )
        return list(rows)

    async def _found(self, dimensions: int = 0) -> Shape | None:
        """The collection, made when `dimensions` are given, or None. Asked from Milvus until it once was there."""
        if self._shape is None:
            abilities = await self._connection.abilities()
            half = self._wanted == "fp16" and abilities.half_floats
            kind = {"index_type": "FLAT"} if abilities.lite else self._tuning.index(self._tier)
            wanted = Shape(dimensions, half, kind["index_type"])
            params = index_params(abilities, kind)
            self._shape = await self._connection.making(partial(self._describe_or_make, wanted=wanted, index=params))
        return self._shape

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """After a failure, look at the collection anew: another process may have dropped or replaced it."""
        try:
            yield
        except IndexUnavailable:
            self._shape = None
            raise

    # Below: what runs in a thread, with the blocking client.

    def _describe_or_make(self, client: MilvusClient, timeout: float, *, wanted: Shape, index: Any) -> Shape | None:  # noqa: ANN401
        with self._making:
            if client.has_collection(self._name, timeout=timeout):
                return self._describe(client, timeout)
            if wanted.dimensions:
                client.create_collection(
                    self._name, schema=collection_schema(wanted), index_params=index, consistency_level="Session",
                    timeout=timeout,
                )  # fmt: skip
                return wanted
            return None

    def _describe(self, client: MilvusClient, timeout: float) -> Shape:
        described = client.describe_collection(self._name, timeout=timeout)
        vector = next(field for field in described["fields"] if field["name"] == "vector")
        index = client.describe_index(self._name, "vector", timeout=timeout) or {}
        client.load_collection(self._name, timeout=timeout)
        half = vector["type"] == DataType.FLOAT16_VECTOR
        return Shape(int(vector["params"]["dim"]), half, str(index.get("index_type", "FLAT")))

    def _upsert(self, client: MilvusClient, timeout: float, *, data: list[dict[str, Any]]) -> None:
        client.upsert(self._name, data, timeout=timeout)

    def _search(
        self, client: MilvusClient, timeout: float, *, shape: Shape, query: Vector, limit: int, where: str
    ) -> list[dict[str, Any]]:
        found: list[list[dict[str, Any]]] = client.search(
            self._name,
            data=[shape.stored(query)],
            filter=where,
            limit=limit,
            output_fields=["passage_id", "section"],
            search_params={"metric_type": "IP", "params": self._tuning.search(shape.index_type, limit)},
            consistency_level="Session",
            timeout=timeout,
        )
        return found[0]


def _check(shape: Shape, vector: Vector) -> None:
    if len(vector) != shape.dimensions:
        raise Conflict(
            f"The vector index holds {shape.dimensions} dimensions, the embedder gives {len(vector)}. "
            "Embed the documents again into a new generation, or go back to the former embedder.",
            stored=shape.dimensions,
            given=len(vector),
        )
