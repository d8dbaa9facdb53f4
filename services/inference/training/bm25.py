"""Which contexts a keyword search returns for a question: where hard negatives come from.

Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; k1 = 1.2, b = 0.75.
"""

from collections import Counter
from collections.abc import Mapping
from math import log

import numpy as np
from numpy.typing import NDArray

from services.language.tokens import content_tokens, tokens

K1, B = 1.2, 0.75


class Bm25:
    """An index in memory, for some thousand texts."""

    def __init__(self, texts: Mapping[int, str]) -> None:
        self._numbers = list(texts)
        counts = [Counter(tokens(text)) for text in texts.values()]
        lengths = np.array([sum(count.values()) for count in counts], np.float32)
        mean = float(lengths.mean()) if len(lengths) else 1.0
        postings: dict[str, list[tuple[int, int]]] = {}
        for place, count in enumerate(counts):
            for word, times in count.items():
                postings.setdefault(word, []).append((place, times))
        self._weights = {word: self._weighed(found, lengths, mean) for word, found in postings.items()}

    def _weighed(
        self, found: list[tuple[int, int]], lengths: NDArray[np.float32], mean: float
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        places = np.array([place for place, _ in found], np.int64)
        times = np.array([times for _, times in found], np.float32)
        rarity = log(1 + (len(lengths) - len(found) + 0.5) / (len(found) + 0.5))
        saturated = times * (K1 + 1) / (times + K1 * (1 - B + B * lengths[places] / mean))
        return places, (rarity * saturated).astype(np.float32)

    def search(self, question: str, limit: int) -> list[int]:
        """Numbers of the best texts, best first; texts that share no word are not among them."""
        scores: NDArray[np.float32] = np.zeros(len(self._numbers), np.float32)
        for word in set(content_tokens(question) or tokens(question)):
            if word in self._weights:
                places, weights = self._weights[word]
                scores[places] += weights
        order = np.argsort(-scores, kind="stable")[:limit]
        return [self._numbers[place] for place in order if scores[place] > 0]
