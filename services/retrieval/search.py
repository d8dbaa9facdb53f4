"""Recall: every query through every leg of the strategy, all at the same time, with one call to the embedder."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from services.core.domain.passage import LegHit, Strategy
from services.core.domain.plan import Query
from services.core.errors import IndexUnavailable, InferenceUnavailable, Unavailable
from services.indexes.generations import IndexPair
from services.indexes.port import Hit, IndexFilter, Vector, VectorIndex

VECTOR, KEYWORD = "vector", "keyword"


class Reach(Protocol):
    """Asks the tiers of a vector index that a search has reason to ask: `services.retrieval.tiering.Reach` is one."""

    async def nearest(
        self, index: VectorIndex, query: Vector, limit: int, *, where: IndexFilter
    ) -> tuple[list[Hit], str]:
        """Hits, and a note of which tiers were asked and why."""
        ...


Embed = Callable[[Sequence[str]], Awaitable[Mapping[str, Vector]]]
"""Texts of questions to their unit vectors, in one call."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What one leg found for one query, best first; the note says which tiers were asked and why."""

    leg: str
    query: Query
    hits: tuple[Hit, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Recall:
    """Rankings of all legs that answered, the vectors of the queries, and what did not work.

    `exact` says whether the vector index answered with exact scores over all it holds.
    """

    rankings: tuple[Ranking, ...]
    vectors: Mapping[str, Vector]
    degraded: tuple[str, ...] = ()
    exact: bool = True

    def sightings(self) -> dict[str, tuple[LegHit, ...]]:
        """For each passage, which leg saw it for which query at which rank."""
        seen: dict[str, list[LegHit]] = {}
        for ranking in self.rankings:
            for rank, hit in enumerate(ranking.hits, start=1):
                seen.setdefault(hit.passage_id, []).append(LegHit(ranking.leg, ranking.query.text, rank, hit.score))
        return {passage_id: tuple(hits) for passage_id, hits in seen.items()}


@dataclass(frozen=True, slots=True)
class Searches:
    """What to search for. `words_only` goes to the keyword leg alone; `embed_also` gets a vector but no search."""

    queries: tuple[Query, ...]
    where: IndexFilter
    words_only: tuple[Query, ...] = ()
    embed_also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """A leg that did not answer, and why."""

    leg: str
    error: Unavailable

    @property
    def flag(self) -> str:
        """What a result that lacks the leg is marked with."""
        missing = "embedding" if isinstance(self.error, InferenceUnavailable) else self.leg
        return f"{missing}_unavailable"


Outcome = Recall | Failure


class Recaller:
    """Asks both indexes. `depth` is the number of hits per leg and query, `seconds` what a leg may take.

    A vector index that is not exact, and any when `precise`, is asked for `wide` hits, to be scored anew.
    """

    def __init__(self, depth: int, seconds: float, *, reach: Reach, wide: int = 0, precise: bool = False) -> None:
        self._depth, self._seconds, self._reach = depth, seconds, reach
        self._wide, self._precise = max(wide, depth), precise

    async def recall(self, indexes: IndexPair, searches: Searches, *, strategy: Strategy, embed: Embed) -> Recall:
        """Search by the strategy's legs; when they fail, by the other leg, flagged.

        Raises IndexUnavailable when no leg answers.
        """
        vectors, words = self._legs(indexes, searches, embed)
        if strategy is Strategy.HYBRID:
            return _joined(*await asyncio.gather(vectors(), words()))
        first, second = (vectors, words) if strategy is Strategy.VECTOR else (words, vectors)
        found = await first()
        return found if isinstance(found, Recall) else _joined(found, await second())

    def _legs(
        self, indexes: IndexPair, searches: Searches, embed: Embed
    ) -> tuple[Callable[[], Awaitable[Outcome]], Callable[[], Awaitable[Outcome]]]:
        async def by_vector(query: Query, vector: Vector, depth: int) -> Ranking:
            hits, note = await self._reach.nearest(indexes.vectors, vector, depth, where=searches.where)
            return Ranking(VECTOR, query, tuple(hits), note)

        async def by_words(query: Query) -> Ranking:
            hits = await indexes.keywords.search(query.text, self._depth, searches.where)
            return Ranking(KEYWORD, query, tuple(hits))

        async def vectors() -> Recall:
            texts = (*searches.embed_also, *(query.text for query in searches.queries))
            known = await embed(list(dict.fromkeys(texts)))
            exact = await indexes.vectors.exact()
            depth = self._depth if exact and not self._precise else self._wide
            found = await asyncio.gather(*(by_vector(query, known[query.text], depth) for query in searches.queries))
            return Recall(tuple(found), known, exact=exact)

        async def words() -> Recall:
            found = await asyncio.gather(*(by_words(query) for query in (*searches.queries, *searches.words_only)))
            return Recall(tuple(found), {})

        return lambda: self._in_time(VECTOR, vectors()), lambda: self._in_time(KEYWORD, words())

    async def _in_time(self, leg: str, work: Awaitable[Recall]) -> Outcome:
        try:
            return await asyncio.wait_for(work, self._seconds)
        except (IndexUnavailable, InferenceUnavailable) as error:
            return Failure(leg, error)
        except TimeoutError:
            return Failure(leg, IndexUnavailable(leg, f"no answer within {self._seconds:g} s"))


def _joined(*found: Outcome) -> Recall:
    legs = [each for each in found if isinstance(each, Recall)]
    failures = [each for each in found if isinstance(each, Failure)]
    if not legs:
        reasons = "; ".join(f"{failure.leg}: {failure.error.message.rstrip('.')}" for failure in failures)
        raise IndexUnavailable("vector and keyword", reasons) from failures[0].error
    return Recall(
        tuple(ranking for leg in legs for ranking in leg.rankings),
        {text: vector for leg in legs for text, vector in leg.vectors.items()},
        tuple(failure.flag for failure in failures),
        all(leg.exact for leg in legs),
    )
