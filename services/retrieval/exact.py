"""Scores from exact vectors: what an approximate or half-precision index brought is put in its true order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from services.indexes.port import Hit, Vector
from services.retrieval.search import VECTOR, Ranking, Recall


@dataclass(frozen=True, slots=True)
class Rescored:
    """The recall in exact order, and how many of its vector hits got an exact score."""

    recall: Recall
    rescored: int
    seen: int

    @property
    def note(self) -> str:
        """What a trace says about it."""
        return f"exact FP32 cosines of {self.rescored} of {self.seen} vector hits"


def candidates(recall: Recall) -> list[str]:
    """Ids of all vector hits, each once."""
    hits = (hit for ranking in recall.rankings if ranking.leg == VECTOR for hit in ranking.hits)
    return list(dict.fromkeys(hit.passage_id for hit in hits))


def rescore(recall: Recall, exact: Mapping[str, Vector], keep: int) -> Rescored:
    """Vector hits by their exact cosines with their query, `keep` a query; without an exact vector they keep the
    index's score.
    """
    rankings = tuple(
        _ranked(ranking, recall.vectors[ranking.query.text], exact, keep=keep) if ranking.leg == VECTOR else ranking
        for ranking in recall.rankings
    )
    ids = candidates(recall)
    return Rescored(replace(recall, rankings=rankings), sum(key in exact for key in ids), len(ids))


def _ranked(ranking: Ranking, query: Vector, exact: Mapping[str, Vector], *, keep: int) -> Ranking:
    return replace(ranking, hits=tuple(_best([_scored(hit, query, exact) for hit in ranking.hits], keep)))


def _scored(hit: Hit, query: Vector, exact: Mapping[str, Vector]) -> Hit:
    vector = exact.get(hit.passage_id)
    return hit if vector is None else Hit(hit.passage_id, float(np.dot(query, vector)))


def _best(hits: Sequence[Hit], keep: int) -> list[Hit]:
    return sorted(hits, key=lambda hit: (-hit.score, hit.passage_id))[:keep]
