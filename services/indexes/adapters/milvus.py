"""Vector indexes in Milvus: Lite in a file, a standalone server or a cluster, by URL."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pymilvus import DataType, MilvusClient

from services.core.errors import Conflict
from services.indexes.adapters import milvus_filter
from services.indexes.adapters.milvus_connection import MilvusConnection
from services.indexes.port import Hit, IndexFilter, Vector, VectorIndex, VectorRow
from services.indexes.values import folded_section, lettered, row_key, spelled

_BATCH = 500
_LIMIT = 16_384
_SPELLED = 600
_ID_BYTES = 512
_SECTION = 4_096
_MOST_VALUES = 1_024


class MilvusEngine:
    """Collections of one Milvus. `precision` is "fp32" or "fp16"; where fp16 is not to be had, fp32 is used and said.

    Milvus Lite gets FLAT (exact search; 3-4 ms over 20,000 vectors), a server IVF_FLAT.
    """

    def __init__(self, url: str, *, precision: str = "fp32", timeout_s: float = 10.0) -> None:
        self._connection = MilvusConnection(url, timeout_s)
        self._wanted = precision

    def index(self, name: str) -> VectorIndex:
        """The collection of that name; made by its first upsert."""
        return MilvusIndex(self._connection, name, self._wanted)

    async def drop(self, name: str) -> None:
        """Remove a collection. Unknown names are fine."""
        timeout = self._connection.timeout_s
        await self._connection.call(lambda client: client.drop_collection(name, timeout=timeout))

    async def capabilities(self) -> tuple[str, ...]:
        """E.g. ("milvus-lite 2.5.1", "precision: fp32", "vector index: FLAT")."""
        abilities = await self._connection.abilities()
        half = self._wanted == "fp16" and abilities.half_floats
        return abilities.words("fp16" if half else "fp32", "IVF_FLAT" if abilities.graph_index else "FLAT")

    async def close(self) -> None:
        """Close the client; Milvus Lite ends and gives its file free. Safe to call twice."""
        await self._connection.close()


class MilvusIndex:
    """One collection: deterministic keys and upserts, filters from typed values, strong reads."""

    def __init__(self, connection: MilvusConnection, name: str, precision: str) -> None:
        self._connection, self._name, self._wanted = connection, name, precision
        self._dimensions = 0
        self._half = False

    async def upsert(self, rows: Sequence[VectorRow]) -> None:
        """Store rows in batches of 500; see the port."""
        if not rows:
            return
        await self._ready(len(rows[0].vector))
        self._check(rows[0].vector)
        for start in range(0, len(rows), _BATCH):
            data = [self._fields(row) for row in rows[start : start + _BATCH]]
            await self._connection.call(partial(self._upsert, data=data))

    async def remove(self, tenant: str, document_id: str, *, before_version: int | None = None) -> None:
        """Remove a document's rows; see the port."""
        if await self._ready():
            where = milvus_filter.of_document(tenant, document_id, before_version)
            timeout = self._connection.timeout_s
            await self._connection.call(lambda client: client.delete(self._name, filter=where, timeout=timeout))

    async def nearest(self, query: Vector, limit: int, where: IndexFilter) -> list[Hit]:
        """Nearest rows by inner product of unit vectors, which is their cosine; see the port."""
        if limit < 1 or not await self._ready():
            return []
        self._check(query)
        found = await self._connection.call(
            partial(self._search, query=query, limit=min(limit, _LIMIT), where=milvus_filter.expression(where))
        )
        hits = [Hit(str(row["entity"]["passage_id"]), float(row["distance"])) for row in found[0]]
        return sorted(hits, key=lambda hit: (-hit.score, hit.passage_id))

    async def count(self, tenant: str) -> int:
        """Rows of a tenant."""
        if not await self._ready():
            return 0
        where, timeout = milvus_filter.of_tenant(tenant), self._connection.timeout_s
        rows = await self._connection.call(
            lambda client: client.query(self._name, filter=where, output_fields=["count(*)"], timeout=timeout)
        )
        return int(rows[0]["count(*)"])

    async def _ready(self, dimensions: int = 0) -> bool:
        """Whether the collection is there; made when `dimensions` are given. Asked from Milvus until it once was."""
        if not self._dimensions:
            half = self._wanted == "fp16" and (await self._connection.abilities()).half_floats
            self._half = half
            self._dimensions = await self._connection.call(partial(self._describe_or_make, dimensions=dimensions))
        return self._dimensions > 0

    def _check(self, vector: Vector) -> None:
        if len(vector) != self._dimensions:
            raise Conflict(
                f"The vector index holds {self._dimensions} dimensions, the embedder gives {len(vector)}. "
                "Embed the documents again into a new generation, or go back to the former embedder.",
                stored=self._dimensions,
                given=len(vector),
            )

    # Below: what runs in a thread, with the blocking client.

    def _describe_or_make(self, client: MilvusClient, dimensions: int) -> int:
        timeout = self._connection.timeout_s
        if not client.has_collection(self._name, timeout=timeout):
            if not dimensions:
                return 0
            self._make(client, dimensions)
            return dimensions
        fields = {field["name"]: field for field in client.describe_collection(self._name, timeout=timeout)["fields"]}
        self._half = fields["vector"]["type"] == DataType.FLOAT16_VECTOR
        client.load_collection(self._name, timeout=timeout)
        return int(fields["vector"]["params"]["dim"])

    def _make(self, client: MilvusClient, dimensions: int) -> None:
        schema = MilvusClient.create_schema(auto_id=False, enable_dynamic_field=False)
        schema.add_field("key", DataType.VARCHAR, max_length=32, is_primary=True)
        schema.add_field("passage_id", DataType.VARCHAR, max_length=_ID_BYTES)
        for name in ("tenant", "document_id", "language"):
            schema.add_field(name, DataType.VARCHAR, max_length=_SPELLED)
        schema.add_field("section", DataType.VARCHAR, max_length=_SECTION)
        for name in ("principals", "tags"):
            schema.add_field(
                name, DataType.ARRAY, element_type=DataType.VARCHAR, max_capacity=_MOST_VALUES, max_length=_SPELLED
            )
        schema.add_field("version", DataType.INT64)
        schema.add_field("day", DataType.INT64)
        schema.add_field("vector", DataType.FLOAT16_VECTOR if self._half else DataType.FLOAT_VECTOR, dim=dimensions)
        index = client.prepare_index_params()
        kind = (
            {"index_type": "FLAT"} if self._connection.lite else {"index_type": "IVF_FLAT", "params": {"nlist": 1024}}
        )
        index.add_index("vector", metric_type="IP", **kind)
        client.create_collection(
            self._name,
            schema=schema,
            index_params=index,
            consistency_level="Strong",
            timeout=self._connection.timeout_s,
        )

    def _upsert(self, client: MilvusClient, data: list[dict[str, Any]]) -> None:
        client.upsert(self._name, data, timeout=self._connection.timeout_s)

    def _search(self, client: MilvusClient, *, query: Vector, limit: int, where: str) -> list[list[dict[str, Any]]]:
        found: list[list[dict[str, Any]]] = client.search(
            self._name,
            data=[self._stored(query)],
            filter=where,
            limit=limit,
            output_fields=["passage_id"],
            search_params={"metric_type": "IP", "params": {} if self._connection.lite else {"nprobe": 32}},
            timeout=self._connection.timeout_s,
        )
        return found

    def _stored(self, vector: Vector) -> NDArray[np.floating[Any]]:
        return np.asarray(vector, dtype=np.float16 if self._half else np.float32)

    def _fields(self, row: VectorRow) -> dict[str, Any]:
        entry = row.entry
        return {
            "key": row_key(entry.tenant, entry.passage_id),
            # Milvus cuts VARCHAR by bytes, not characters: three bytes for most Chinese. Ours are hashes and shorter.
            "passage_id": entry.passage_id.encode()[:_ID_BYTES].decode(errors="ignore"),
            "tenant": spelled(entry.tenant),
            "document_id": spelled(entry.document_id),
            "language": spelled(entry.language),
            "section": lettered(folded_section(entry.section)),
            "principals": [spelled(value) for value in entry.principals[:_MOST_VALUES]],
            "tags": [spelled(value) for value in entry.tags[:_MOST_VALUES]],
            "version": entry.version,
            "day": entry.date.toordinal() if entry.date else milvus_filter.UNDATED,
            "vector": self._stored(row.vector),
        }
