"""Ranking with the trained reader: its relevance decides among the passages that rules rank first.

Reading costs a hundred times what rules cost, so only the best few by rules are read; what the reader says of them is
mixed with what rules say, as log odds.
"""

from collections.abc import Mapping, Sequence
from math import exp, log

NAME = "rules-and-reader-ranker-1"
# Rules' log odds, then the reader's. Learned by `python -m tests.bench.reader_fit` on held-out articles.
WEIGHTS = (0.94, 0.93)
BIAS = 0.33
_EDGE = 1e-6


def first(scores: Sequence[float], count: int) -> list[int]:
    """Which passages to read: the best so many by rules, best first; equal scores in their order."""
    return sorted(range(len(scores)), key=lambda index: -scores[index])[:count]


def mixed(scores: Sequence[float], relevance: Mapping[int, float]) -> list[float]:
    """Relevance in [0, 1] of every passage. `relevance` has the log odds of those that were read.

    What was not read stays below all that was: rules ranked it lower.
    """
    read = {
        index: _probability(WEIGHTS[0] * log_odds(scores[index]) + WEIGHTS[1] * said + BIAS)
        for index, said in relevance.items()
    }
    least = min(read.values(), default=1.0)
    return [read.get(index, min(score, least)) for index, score in enumerate(scores)]


def log_odds(probability: float) -> float:
    """Of a probability; bounded where it is next to 0 or 1."""
    kept = min(max(probability, _EDGE), 1 - _EDGE)
    return log(kept / (1 - kept))


def _probability(logit: float) -> float:
    return 1 / (1 + exp(-max(min(logit, 30.0), -30.0)))
