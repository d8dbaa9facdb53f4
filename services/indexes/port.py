"""What retrieval needs from a vector index and a keyword index.

What every adapter owes is in tests/contract/vector_index.py and tests/contract/keyword_index.py. An index holds ids and
what filters need, never the text that is cited: that comes from the document store, which checks each id again.
"""

import datetime as dt
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from services.core.domain.question import TimeRange
from services.core.errors import BadInput

Vector = NDArray[np.float32]
"""A unit vector: shape (dimensions,)."""

EVERYONE = "*"
"""The principal of a passage that its whole tenant may see."""


class Tier(StrEnum):
    """What an index is kept for: HOT is asked by every search, COLD holds much that is rarely found."""

    HOT = "hot"
    COLD = "cold"


@dataclass(frozen=True, slots=True)
class Entry:
    """What both indexes keep of a passage. A passage without any ACL entry is for its whole tenant."""

    passage_id: str
    tenant: str
    document_id: str
    version: int = 1
    acl_users: tuple[str, ...] = ()
    acl_groups: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    language: str = "und"
    section: str = ""
    date: dt.date | None = None

    @property
    def principals(self) -> tuple[str, ...]:
        """Who may see it, in the spelling of `IndexFilter.principals`."""
        named = (*(f"u:{user}" for user in self.acl_users), *(f"g:{group}" for group in self.acl_groups))
        return named or (EVERYONE,)


@dataclass(frozen=True, slots=True)
class VectorRow:
    """A passage by its unit vector."""

    entry: Entry
    vector: Vector


@dataclass(frozen=True, slots=True)
class KeywordRow:
    """A passage by its words. The section that is searched is that of the entry."""

    entry: Entry
    title: str
    body: str


@dataclass(frozen=True, slots=True)
class IndexFilter:
    """Who asks and what is asked for, as values. `tenant`, `user` and `groups` are those of an authenticated identity.

    Empty fields do not restrict, except the identity. One of `tags`, one of `languages`, one of `document_ids` must
    match; `section` must be contained in the section path (case and runs of white space do not matter); a passage
    without a date passes `dated`, whose ends are inclusive.
    """

    tenant: str
    user: str = ""
    groups: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    document_ids: tuple[str, ...] = ()
    section: str = ""
    dated: TimeRange | None = None

    @property
    def principals(self) -> tuple[str, ...]:
        """Everything the asker counts as. The anonymous user counts as everyone and nobody else."""
        own = (f"u:{self.user}",) if self.user else ()
        return (EVERYONE, *own, *(f"g:{group}" for group in self.groups))


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage found, and how well: cosine in [-1, 1] from a vector index, BM25 (above 0) from a keyword index."""

    passage_id: str
    score: float


class RowsRefused(BadInput):
    """An index will never take some passages, and why by passage id. The others that came with them are stored."""

    code = "rows_refused"

    def __init__(self, index: str, refused: Mapping[str, str]) -> None:
        first, why = next(iter(refused.items()))
        super().__init__(
            f"The {index} index refuses {len(refused)} passages of the document. The first is {first[:64]}: {why}. "
            "Change or split that part of the document, or report the reason.",
            index=index,
            passages=len(refused),
        )


class VectorIndex(Protocol):
    """Passages by nearness to a vector. Every method raises IndexUnavailable when the engine does not answer."""

    async def upsert(self, rows: Sequence[VectorRow]) -> None:
        """Store rows; a row whose tenant and passage id are known replaces it. Searchable on return; safe to repeat.

        Raises Conflict when the vectors have other dimensions than those stored before.
        """
        ...

    async def remove(self, tenant: str, document_id: str, *, before_version: int | None = None) -> None:
        """Remove a document's rows, or only those of versions below `before_version`. Unknown documents are fine."""
        ...

    async def nearest(self, query: Vector, limit: int, where: IndexFilter) -> list[Hit]:
        """At most `limit` hits that satisfy `where`, best first, equal scores by passage id."""
        ...

    async def count(self, tenant: str) -> int:
        """Rows of a tenant."""
        ...

    def passage_ids(self, tenant: str) -> AsyncIterator[Sequence[str]]:
        """Ids of all rows of a tenant, in pages, in any order; what is written meanwhile may or may not be there."""
        ...

    async def discard(self, tenant: str, passage_ids: Sequence[str]) -> None:
        """Remove rows of a tenant by passage id. Unknown ids are fine."""
        ...

    async def exact(self) -> bool:
        """Whether `nearest` misses nothing and its scores are those of FP32 vectors: no need to score anew."""
        ...


class KeywordIndex(Protocol):
    """Passages by the words they share with a text. Every method raises IndexUnavailable as for VectorIndex."""

    async def upsert(self, rows: Sequence[KeywordRow]) -> None:
        """Store rows; a row whose tenant and passage id are known replaces it. Searchable on return; safe to repeat.

        Raises RowsRefused when the engine will never take some of them; the others are stored then.
        """
        ...

    async def remove(self, tenant: str, document_id: str, *, before_version: int | None = None) -> None:
        """Remove a document's rows, or only those of versions below `before_version`. Unknown documents are fine."""
        ...

    async def search(self, text: str, limit: int, where: IndexFilter) -> list[Hit]:
        """At most `limit` hits with a word of the text that satisfy `where`, best first, equal scores by passage id.

        The text has no syntax: quotes, colons and operators are only characters. At most 64 words of it count.
        """
        ...

    async def count(self, tenant: str) -> int:
        """Rows of a tenant."""
        ...

    def passage_ids(self, tenant: str) -> AsyncIterator[Sequence[str]]:
        """Ids of all rows of a tenant, in pages, in any order; what is written meanwhile may or may not be there."""
        ...

    async def discard(self, tenant: str, passage_ids: Sequence[str]) -> None:
        """Remove rows of a tenant by passage id. Unknown ids are fine."""
        ...


class VectorEngine(Protocol):
    """Vector indexes by name, in one server or file."""

    def index(self, name: str, tier: Tier = Tier.HOT) -> VectorIndex:
        """The index of that name; made, for its tier, by its first upsert. Until then it is empty."""
        ...

    async def drop(self, name: str) -> None:
        """Remove an index with all it holds. Unknown names are fine."""
        ...

    async def capabilities(self) -> tuple[str, ...]:
        """Name, version and abilities, in words, e.g. "milvus-lite 2.5.1", "precision: fp32"."""
        ...

    async def close(self) -> None:
        """Release what the engine holds. Safe to call twice."""
        ...


class KeywordEngine(Protocol):
    """Keyword indexes by name, in one server or folder."""

    def index(self, name: str) -> KeywordIndex:
        """The index of that name; made by its first upsert. Until then it is empty."""
        ...

    async def drop(self, name: str) -> None:
        """Remove an index with all it holds. Unknown names are fine."""
        ...

    async def capabilities(self) -> tuple[str, ...]:
        """Name, version and abilities, in words."""
        ...

    async def close(self) -> None:
        """Release what the engine holds. Safe to call twice."""
        ...
