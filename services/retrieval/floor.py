"""The minimum likeness of a passage: below the calibrated cosine it goes, unless it holds the question's very words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from services.core.domain.passage import Evidence
from services.indexes.port import Vector
from services.inference.port import Calibration
from services.language.similarity import overlap
from services.language.tokens import content_tokens, tokens
from services.retrieval.profile import Thresholds

BELOW = "below_floor"


def floor_of(thresholds: Thresholds, calibration: Calibration) -> float:
    """The cosine that the profile's quantile name stands for with this embedder; -1 for "none"."""
    if thresholds.floor == "none":
        return -1.0
    return calibration.source if thresholds.floor == "source" else calibration.floor


def with_similarity(
    evidence: Sequence[Evidence], vectors: Mapping[str, Vector], queries: Sequence[Vector]
) -> list[Evidence]:
    """Evidence with the best cosine of the exact stored vector to any query; those without a vector stay as they are.

    So passages that only words found have one too, and half-precision indexes are rescored exactly.
    """
    if not queries:
        return list(evidence)
    asked = np.stack(list(queries))
    return [
        replace(one, similarity=float(np.max(asked @ vectors[one.passage.id]))) if one.passage.id in vectors else one
        for one in evidence
    ]


def below_floor(evidence: Evidence, asked: Sequence[Sequence[str]], *, floor: float, lexical: float) -> bool:
    """Whether a passage is unrelated: its cosine is known and under the floor, and its words do not speak for it.

    `asked` holds the content words of each query: one covered by the share `lexical` is enough to stay, if the keyword
    leg found the passage.
    """
    if not evidence.similarity or evidence.similarity >= floor:
        return False
    if not any(hit.leg == "keyword" for hit in evidence.hits):
        return True
    passage = evidence.passage
    have = tokens(f"{passage.title}\n{passage.section}\n{passage.text}", bigrams=True)
    return max((overlap(words, have) for words in asked), default=0.0) < lexical


def asked_words(texts: Sequence[str]) -> list[list[str]]:
    """Content words of each text; texts without any are left out."""
    return [words for text in texts if (words := content_tokens(text))]
