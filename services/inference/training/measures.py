"""How well a reader does: F1 and exact match of spans, and how well scores separate and order.

Source: Rajpurkar et al., "SQuAD", EMNLP 2016 (normalisation, F1); where there are no spaces, characters
stand for words.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_HAN = re.compile("[\u3400-\u9fff]")


def normalised(text: str) -> str:
    """Lower case, without articles, punctuation and repeated spaces."""
    folded = unicodedata.normalize("NFKC", text).lower()
    kept = "".join(one for one in folded if not unicodedata.category(one).startswith("P"))
    return " ".join(_ARTICLES.sub(" ", kept).split())


def pieces(text: str) -> list[str]:
    """Words, and single Chinese characters."""
    return _HAN.sub(lambda one: f" {one.group()} ", normalised(text)).split()


def f1(said: str, expected: str) -> float:
    """Overlap of pieces, in [0, 1]."""
    ours, theirs = pieces(said), pieces(expected)
    shared = sum((Counter(ours) & Counter(theirs)).values())
    if not shared:
        return float(ours == theirs)
    precision, recall = shared / len(ours), shared / len(theirs)
    return 2 * precision * recall / (precision + recall)


def exact(said: str, expected: str) -> float:
    """1 when both are the same once normalised."""
    return float("".join(pieces(said)) == "".join(pieces(expected)))


def auc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """How often a positive has the higher score than a negative, ties by half; .5 when either is missing.

    Source: Mann and Whitney, 1947.
    """
    if not len(positive) or not len(negative):
        return 0.5
    scores: NDArray[np.float64] = np.concatenate([np.asarray(positive, float), np.asarray(negative, float)])
    _, inverse, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    wins = ranks[: len(positive)].sum() - len(positive) * (len(positive) + 1) / 2
    return float(wins / (len(positive) * len(negative)))
