"""Passages that say the same are shown once. Passages that contradict each other are alike too, and both must stay."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from services.core.domain.passage import Evidence, Passage
from services.indexes.port import Vector
from services.language.tokens import tokens

Agree = Callable[[str, str], bool]
"""Whether two texts can state the same facts: numbers, dates, names, negation (`language.similarity.agree`)."""

# Embedders whose cosines are bunched put neighbouring paragraphs of one article as near as two versions of one: what
# goes must also have most of its words in what stays.
_SHARED = 0.6


def is_duplicate(kept: str, other: str, cosine: float, *, threshold: float, agree: Agree) -> bool:
    """Whether `other` may go because `kept` says it: as near as the calibration asks, agreeing, adding no figure."""
    if " ".join(kept.split()) == " ".join(other.split()):
        return True
    if cosine < threshold:
        return False
    had, have = frozenset(tokens(kept)), frozenset(tokens(other))
    return _figures(have) <= _figures(had) and len(had & have) >= _SHARED * len(have) and agree(kept, other)


def merge(
    evidence: Sequence[Evidence], vectors: Mapping[str, Vector], *, threshold: float, agree: Agree
) -> tuple[list[Evidence], list[Evidence]]:
    """Evidence without duplicates of better-ranked passages, and those duplicates with their fate.

    Titles belong to what is compared: the same sentence under two years' reports is two facts.
    """

    def same(first: Passage, second: Passage) -> bool:
        cosine = _cosine(first.id, second.id, vectors)
        texts = _told(first), _told(second)
        return first.id == second.id or is_duplicate(*texts, cosine, threshold=threshold, agree=agree)

    kept: list[Evidence] = []
    dropped: list[Evidence] = []
    for one in evidence:
        twin = next((other for other in kept if same(other.passage, one.passage)), None)
        if twin is None:
            kept.append(one)
        else:
            dropped.append(replace(one, fate=f"duplicate_of:{twin.passage.id}"))
    return kept, dropped


def _cosine(first: str, second: str, vectors: Mapping[str, Vector]) -> float:
    """Cosine of two passages; -1 when one has no vector."""
    if first not in vectors or second not in vectors:
        return -1.0
    return float(np.dot(vectors[first], vectors[second]))


def _told(passage: Passage) -> str:
    return f"{passage.title}\n{passage.text}"


def _figures(words: frozenset[str]) -> set[str]:
    return {word for word in words if any(character.isdigit() for character in word)}
