"""How a passage lies in a Milvus collection: fields, indexes for both tiers, and what a server of a version can do."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pymilvus import DataType, MilvusClient
from pymilvus.milvus_client.index import IndexParams

from services.indexes.adapters import milvus_filter
from services.indexes.port import Tier, Vector, VectorRow
from services.indexes.values import folded_section, lettered, row_key, spelled

SPELLED = 600
_ID_BYTES = 512
_SECTION = 4_096
_MOST_VALUES = 1_024
_FEWEST_LISTS, _MOST_LISTS = 64, 16_384


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a Milvus is and can.

    `half_floats`: FLOAT16_VECTOR (server 2.4, Lite); asked for one, an older server crashes. `infix`: LIKE with a
    pattern that begins with "%" (2.4, Lite). `inverted`: scalar indexes for all our fields (2.5).
    """

    product: str
    version: str
    half_floats: bool
    infix: bool
    inverted: bool

    @property
    def lite(self) -> bool:
        """Whether it is Milvus Lite: exact search over all rows, no index for scalars."""
        return self.product == "milvus-lite"

    def words(self, precision: str) -> tuple[str, ...]:
        """As people read it."""
        index = "FLAT" if self.lite else "HNSW (hot), IVF_FLAT (cold)"
        return (f"{self.product} {self.version}", f"precision: {precision}", f"vector index: {index}")

    @classmethod
    def of_lite(cls, version: str) -> "Abilities":
        """Those of Milvus Lite."""
        return cls("milvus-lite", version, half_floats=True, infix=True, inverted=False)

    @classmethod
    def of_server(cls, version: str) -> "Abilities":
        """Those of a server that calls itself e.g. "v2.3.5-lite"."""
        found = version.removeprefix("v")
        parts = found.split("-", maxsplit=1)[0].split(".")
        number = tuple(int(part) if part.isdigit() else 0 for part in parts[:2])
        return cls("milvus", found, half_floats=number >= (2, 4), infix=number >= (2, 4), inverted=number >= (2, 5))


@dataclass(frozen=True, slots=True)
class Tuning:
    """How a server's indexes are built and searched.

    `m` (links a node) and `ef_construction` make the HNSW graph of the hot collection, `ef` is its list of candidates
    while searching. `rows` is how many rows a cold collection is made for: its number of lists follows from it;
    `probes` of them are searched. https://milvus.io/docs/index.md
    """

    m: int = 16
    ef_construction: int = 200
    ef: int = 128
    probes: int = 64
    rows: int = 100_000

    @property
    def lists(self) -> int:
        """4·√rows, the rule of Milvus' and FAISS' documentation; a segment with fewer rows takes fewer by itself."""
        return min(max(round(4 * math.sqrt(self.rows)), _FEWEST_LISTS), _MOST_LISTS)

    def index(self, tier: Tier) -> dict[str, Any]:
        """Parameters of the vector index of a tier, on a server."""
        if tier is Tier.COLD:
            return {"index_type": "IVF_FLAT", "params": {"nlist": self.lists}}
        return {"index_type": "HNSW", "params": {"M": self.m, "efConstruction": self.ef_construction}}

    def search(self, index_type: str, limit: int) -> dict[str, Any]:
        """Parameters of a search in an index of this type."""
        if index_type == "HNSW":
            return {"ef": max(self.ef, limit)}  # Milvus refuses fewer candidates than hits
        return {"nprobe": self.probes} if index_type.startswith("IVF") else {}


@dataclass(frozen=True, slots=True)
class Shape:
    """What a collection that is there is like: length of its vectors, their precision, their index."""

    dimensions: int
    half: bool
    index_type: str

    def stored(self, vector: Vector) -> NDArray[np.floating[Any]]:
        """A vector in the precision of the collection."""
        return np.asarray(vector, dtype=np.float16 if self.half else np.float32)


def collection_schema(shape: Shape) -> Any:  # noqa: ANN401 - pymilvus does not type it
    """Fields of a collection."""
    schema = MilvusClient.create_schema(auto_id=False, enable_dynamic_field=False)
    schema.add_field("key", DataType.VARCHAR, max_length=32, is_primary=True)
    schema.add_field("passage_id", DataType.VARCHAR, max_length=_ID_BYTES)
    for name in ("tenant", "document_id", "language"):
        schema.add_field(name, DataType.VARCHAR, max_length=SPELLED)
    schema.add_field("section", DataType.VARCHAR, max_length=_SECTION)
    for name in ("principals", "tags"):
        schema.add_field(
            name, DataType.ARRAY, element_type=DataType.VARCHAR, max_capacity=_MOST_VALUES, max_length=SPELLED
        )
    schema.add_field("version", DataType.INT64)
    schema.add_field("day", DataType.INT64)
    schema.add_field("vector", DataType.FLOAT16_VECTOR if shape.half else DataType.FLOAT_VECTOR, dim=shape.dimensions)
    return schema


def index_params(abilities: Abilities, kind: dict[str, Any]) -> IndexParams:
    """Indexes of a collection: of the vectors, and of the scalars that filters name, as far as the server has them."""
    index = IndexParams()
    index.add_index("vector", metric_type="IP", **kind)
    if abilities.lite:
        return index
    for name in ("tenant", "document_id", "language"):
        index.add_index(name, index_type="INVERTED" if abilities.inverted else "Trie")
    for name in ("version", "day"):
        index.add_index(name, index_type="INVERTED" if abilities.inverted else "STL_SORT")
    if abilities.inverted:
        for name in ("principals", "tags"):
            index.add_index(name, index_type="INVERTED")
    return index


def fields_of(row: VectorRow, shape: Shape) -> dict[str, Any]:
    """A row as Milvus takes it."""
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
        "vector": shape.stored(row.vector),
    }
