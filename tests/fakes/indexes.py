"""Indexes in memory. They pass the same suites as the real ones, which is what makes them worth testing with."""

import math
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Generic, TypeVar

import numpy as np

from services.core.errors import Conflict, IndexUnavailable
from services.indexes.port import (
    Entry,
    Hit,
    IndexFilter,
    KeywordIndex,
    KeywordRow,
    Tier,
    Vector,
    VectorIndex,
    VectorRow,
)


def admits(where: IndexFilter, entry: Entry) -> bool:
    """What a filter means, said once in plain Python."""
    dated = where.dated is None or entry.date is None or where.dated.start <= entry.date <= where.dated.end
    return (
        entry.tenant == where.tenant
        and bool(set(entry.principals) & set(where.principals))
        and (not where.tags or bool(set(entry.tags) & set(where.tags)))
        and (not where.languages or entry.language in where.languages)
        and (not where.document_ids or entry.document_id in where.document_ids)
        and " ".join(where.section.casefold().split()) in " ".join(entry.section.casefold().split())
        and dated
    )


Row = TypeVar("Row", VectorRow, KeywordRow)


class _InMemory(Generic[Row]):
    """Rows by tenant and passage id. `broken` makes every call fail, as an engine that is down does."""

    kind = ""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str], Row] = {}
        self.broken = False
        self.calls: list[str] = []

    async def upsert(self, rows: Sequence[Row]) -> None:
        self._alive("upsert")
        self.rows |= {(row.entry.tenant, row.entry.passage_id): row for row in rows}

    async def remove(self, tenant: str, document_id: str, *, before_version: int | None = None) -> None:
        self._alive("remove")
        for key, row in list(self.rows.items()):
            older = before_version is None or row.entry.version < before_version
            if key[0] == tenant and row.entry.document_id == document_id and older:
                del self.rows[key]

    async def count(self, tenant: str) -> int:
        self._alive("count")
        return sum(key[0] == tenant for key in self.rows)

    async def passage_ids(self, tenant: str) -> AsyncIterator[Sequence[str]]:
        self._alive("passage_ids")
        yield [passage for owner, passage in self.rows if owner == tenant]

    async def discard(self, tenant: str, passage_ids: Sequence[str]) -> None:
        self._alive("discard")
        for passage in passage_ids:
            self.rows.pop((tenant, passage), None)

    def _alive(self, call: str) -> None:
        self.calls.append(call)
        if self.broken:
            raise IndexUnavailable(self.kind, "it was switched off by a test")


def _best(scores: dict[str, float], limit: int) -> list[Hit]:
    hits = [Hit(passage_id, score) for passage_id, score in scores.items()]
    return sorted(hits, key=lambda hit: (-hit.score, hit.passage_id))[: max(limit, 0)]


class InMemoryVectors(_InMemory[VectorRow]):
    """Exact cosines over all rows; with `blurred`, to one decimal only, as an index that is not exact."""

    kind = "vector"
    blurred = False

    async def upsert(self, rows: Sequence[VectorRow]) -> None:
        for row in rows:
            self._fits(row.vector)
        await super().upsert(rows)

    async def nearest(self, query: Vector, limit: int, where: IndexFilter) -> list[Hit]:
        self._alive("nearest")
        self._fits(query)
        found = {
            row.entry.passage_id: self._seen(float(np.dot(row.vector, query)))
            for row in self.rows.values()
            if admits(where, row.entry)
        }
        return _best(found, limit)

    async def exact(self) -> bool:
        return not self.blurred

    def _seen(self, cosine: float) -> float:
        return round(cosine, 1) if self.blurred else cosine

    def _fits(self, vector: Vector) -> None:
        for row in self.rows.values():
            if len(row.vector) != len(vector):
                raise Conflict("other dimensions")
            return


class InMemoryKeywords(_InMemory[KeywordRow]):
    """BM25 over title, section and body as one text."""

    kind = "keyword"

    def __init__(self, analyse: Callable[[str], Sequence[str]]) -> None:
        super().__init__()
        self._analyse = analyse

    async def search(self, text: str, limit: int, where: IndexFilter) -> list[Hit]:
        self._alive("search")
        bags = {
            key: Counter(self._analyse(f"{row.title}\n{row.entry.section}\n{row.body}"))
            for key, row in self.rows.items()
        }
        mean = sum(map(Counter.total, bags.values())) / max(len(bags), 1)
        scores: dict[str, float] = {}
        for term in list(dict.fromkeys(self._analyse(text)))[:64]:
            holding = sum(term in bag for bag in bags.values())
            idf = math.log(1 + (len(bags) - holding + 0.5) / (holding + 0.5))
            for key, bag in bags.items():
                if term in bag and admits(where, self.rows[key].entry):
                    weight = bag[term] * 2.2 / (bag[term] + 1.2 * (0.25 + 0.75 * bag.total() / mean))
                    scores[key[1]] = scores.get(key[1], 0.0) + idf * weight
        return _best(scores, limit)


class InMemoryVectorEngine:
    """Vector indexes by name."""

    def __init__(self) -> None:
        self.indexes: dict[str, InMemoryVectors] = {}

    def index(self, name: str, tier: Tier = Tier.HOT) -> VectorIndex:
        return self.indexes.setdefault(name, InMemoryVectors())

    async def drop(self, name: str) -> None:
        self.indexes.pop(name, None)

    async def capabilities(self) -> tuple[str, ...]:
        return ("memory", "precision: fp32")

    async def close(self) -> None:
        """Nothing is held."""


class InMemoryKeywordEngine:
    """Keyword indexes by name."""

    def __init__(self, analyse: Callable[[str], Sequence[str]]) -> None:
        self._analyse = analyse
        self.indexes: dict[str, InMemoryKeywords] = {}

    def index(self, name: str) -> KeywordIndex:
        return self.indexes.setdefault(name, InMemoryKeywords(self._analyse))

    async def drop(self, name: str) -> None:
        self.indexes.pop(name, None)

    async def capabilities(self) -> tuple[str, ...]:
        return ("memory",)

    async def close(self) -> None:
        """Nothing is held."""
