"""The final order: the reranker's judgement of question and passage, with what fusion thought mixed in."""

from collections.abc import Sequence
from dataclasses import replace

from services.core.domain.passage import Evidence
from services.inference.port import Inference, Text
from services.retrieval.profile import Thresholds

OUT = "reranked_out"


async def rerank(inference: Inference, question: str, evidence: Sequence[Evidence]) -> list[Evidence]:
    """Evidence with the relevance that the reranker gives, in the same order. Raises InferenceUnavailable."""
    if not evidence:
        return []
    texts = [Text(_heading(one), one.passage.text) for one in evidence]
    scores = await inference.rerank(question, texts)
    return [replace(one, relevance=min(max(score, 0.0), 1.0)) for one, score in zip(evidence, scores, strict=True)]


def blended(evidence: Evidence, best_fused: float, share: float) -> float:
    """Score of the final order, in [0, 1]: `share` of relevance, the rest of fusion relative to its best."""
    fused = evidence.fused / best_fused if best_fused > 0 else 0.0
    return share * evidence.relevance + (1 - share) * fused


def keep(
    evidence: Sequence[Evidence], scores: Sequence[float], *, limit: int, thresholds: Thresholds | None
) -> tuple[list[Evidence], list[Evidence]]:
    """The best by score, at most `limit`, equal scores in the order given; and the rest with its fate.

    With thresholds, at most `keep_max`; beyond the first `keep_min`, what scores below `keep_ratio` of the best goes.
    """
    order = sorted(range(len(evidence)), key=lambda index: -scores[index])
    limit = limit if thresholds is None else min(limit, thresholds.keep_max)
    least = scores[order[0]] * thresholds.keep_ratio if thresholds and order else 0.0
    always = thresholds.keep_min if thresholds else limit
    kept: list[Evidence] = []
    out: list[Evidence] = []
    for rank, index in enumerate(order):
        if rank < limit and (rank < always or scores[index] >= least):
            kept.append(evidence[index])
        else:
            out.append(replace(evidence[index], fate=OUT))
    return kept, out


def _heading(evidence: Evidence) -> str:
    parts = (evidence.passage.title, evidence.passage.section)
    return " > ".join(part for part in parts if part)
