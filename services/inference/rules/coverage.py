"""How much of a question's words a text has, when rare words count for more."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log

from services.language.tokens import content_tokens, tokens

_COMMON = 0.2
"""What a word counts that every candidate has."""


class Terms:
    """The question's content words, weighed by how few of the candidates have them.

    The weights are BM25's inverse document frequency over the candidates at hand, plus a constant: what retrieval has
    already selected for tells less. Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009.
    """

    def __init__(self, question: str, candidates: Sequence[Iterable[str]]) -> None:
        words = tuple(dict.fromkeys(content_tokens(question) or tokens(question)))
        holds = Counter(word for candidate in candidates for word in set(candidate) & set(words))
        count = len(candidates)
        self.weights = {word: _COMMON + log(1 + (count - holds[word] + 0.5) / (holds[word] + 0.5)) for word in words}
        self.numbers = frozenset(word for word in words if word[0].isdigit())
        self._total = sum(self.weights.values())

    def share(self, words: Iterable[str]) -> float:
        """Weight of the question's words among `words`, as a share of all, in [0, 1]."""
        if not self._total:
            return 0.0
        return sum(self.weights[word] for word in self.weights.keys() & set(words)) / self._total

    def share_of_numbers(self, words: Iterable[str]) -> float:
        """Share of the question's numbers and years among `words`; 1 when it names none."""
        return len(self.numbers & set(words)) / len(self.numbers) if self.numbers else 1.0
