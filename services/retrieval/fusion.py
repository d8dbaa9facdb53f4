"""Several rankings into one. Scores are in [0, 1]: 1 is the best of every ranking."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from services.indexes.port import Hit

RRF_K = 60


@dataclass(frozen=True, slots=True)
class Scored:
    """A passage with its fused score."""

    passage_id: str
    score: float


@dataclass(frozen=True, slots=True)
class WeightedRanking:
    """Hits of one leg for one query, best first, and how much they count.

    `lowest` is the score that means nothing (0 for BM25, the calibrated floor for cosines); None: the lowest hit's.
    """

    hits: Sequence[Hit]
    weight: float
    lowest: float | None = None


def reciprocal_rank_fusion(
    rankings: Sequence[Sequence[str]], k: int = RRF_K, weights: Sequence[float] | None = None
) -> list[Scored]:
    """Order passages by the sum over rankings of weight / (k + rank), best first.

    Ranks start at 1; weights are 1 unless given. A passage that a ranking lacks gets nothing from it. Equal sums keep
    the order of first appearance, so the result is deterministic.

    Source: Cormack, Clarke, Buettcher, "Reciprocal rank fusion outperforms Condorcet", SIGIR 2009 (k = 60).
    """
    sums: dict[str, float] = {}
    for ranking, weight in zip(rankings, weights or [1.0] * len(rankings), strict=True):
        for rank, passage in enumerate(ranking, start=1):
            sums[passage] = sums.get(passage, 0.0) + weight / (k + rank)
    return _best_first(sums)


def weighted_score_fusion(rankings: Sequence[WeightedRanking]) -> list[Scored]:
    """Order passages by the weighted sum of normalised scores, best first, in [0, 1] when the weights sum to 1.

    A ranking's scores are spread from its lowest meaningful value to its highest hit; lower ones count 0.

    Source: Bruch, Gai, Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 2023 (convex
    combination with theoretical-minimum normalisation).
    """
    sums: dict[str, float] = {}
    for ranking in rankings:
        for hit, share in _spread(ranking):
            sums[hit.passage_id] = sums.get(hit.passage_id, 0.0) + ranking.weight * share
    return _best_first(sums)


def fuse(method: str, rankings: Sequence[WeightedRanking]) -> dict[str, float]:
    """Scores in [0, 1] by passage, best first. `method` is "rrf" or "weighted"; weights are taken as shares."""
    rankings = [ranking for ranking in rankings if ranking.hits and ranking.weight > 0]
    total = sum(ranking.weight for ranking in rankings)
    shares = [WeightedRanking(ranking.hits, ranking.weight / total, ranking.lowest) for ranking in rankings]
    if method == "weighted":
        return {scored.passage_id: scored.score for scored in weighted_score_fusion(shares)}
    ids = [[hit.passage_id for hit in ranking.hits] for ranking in shares]
    fused = reciprocal_rank_fusion(ids, weights=[ranking.weight for ranking in shares])
    # First everywhere is 1 / (k + 1) when the weights sum to 1.
    return {scored.passage_id: scored.score * (RRF_K + 1) for scored in fused}


def _spread(ranking: WeightedRanking) -> Iterable[tuple[Hit, float]]:
    if not ranking.hits:
        return
    high = max(hit.score for hit in ranking.hits)
    low = min(hit.score for hit in ranking.hits) if ranking.lowest is None else ranking.lowest
    for hit in ranking.hits:
        # One hit, or all the same: each of them is the best there is, unless even that means nothing.
        share = (hit.score - low) / (high - low) if high > low else float(ranking.lowest is None)
        yield hit, min(max(share, 0.0), 1.0)


def _best_first(sums: dict[str, float]) -> list[Scored]:
    return [Scored(passage, score) for passage, score in sorted(sums.items(), key=lambda item: -item[1])]
