"""From summaries of sections to the passages they cover: a summary is found, its passages are looked at."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from services.core.domain.passage import LegHit
from services.indexes.port import Vector

SUMMARY = "summary"
NEAREST = 3
"""Passages that one summary leads to: those nearest to the question."""

Near = Callable[[Sequence[str]], list[str]]
"""Puts passages in order, those nearest to the question first."""
Sightings = Mapping[str, tuple[LegHit, ...]]


def led_to(fused: Mapping[str, float], covered: Mapping[str, Sequence[str]], near: Near) -> dict[str, str]:
    """Passages that summaries lead to, each with the best summary that does: `covered` gives the passages of each."""
    led: dict[str, str] = {}
    for summary in sorted(covered, key=lambda one: -fused[one]):
        for passage in near(covered[summary])[:NEAREST]:
            led.setdefault(passage, summary)
    return led


def scored(
    fused: Mapping[str, float], led: Mapping[str, str], covered: Mapping[str, Sequence[str]]
) -> dict[str, float]:
    """Fused scores without the summaries: what one leads to has at least its score."""
    own = {key: score for key, score in fused.items() if key not in covered}
    return own | {key: max(own.get(key, 0.0), fused[summary]) for key, summary in led.items()}


def seen(sightings: Sightings, led: Mapping[str, str]) -> dict[str, tuple[LegHit, ...]]:
    """Sightings in which a passage also has those of its summary, under the leg "summary"."""
    through = {
        key: tuple(LegHit(SUMMARY, hit.query, hit.rank, hit.score) for hit in sightings.get(summary, ()))
        for key, summary in led.items()
    }
    return {key: (*sightings.get(key, ()), *through.get(key, ())) for key in {**sightings, **through}}


def nearest_first(vectors: Mapping[str, Vector], queries: Sequence[Vector]) -> Near:
    """Passages by their cosine with the nearest query; without a query to compare, as they come."""
    if not queries:
        return list
    asked = np.stack(list(queries))

    def near(passages: Sequence[str]) -> list[str]:
        likeness = {key: float(np.max(asked @ vectors[key])) for key in passages if key in vectors}
        return sorted(likeness, key=lambda key: -likeness[key])

    return near
