"""What a question wants of a sentence, by words: rare ones first, names, numbers, the measure, the kind of answer."""

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from services.language.aspects import fits, keys
from services.language.questions import shape_of
from services.language.tokens import content_tokens, tokens

_FIGURE = re.compile(
    r"\d|[一二三四五六七八九十百千万亿两半](?:[个名位人家件台万亿元年月日倍成%％]|分之)|\b(?:million|billion|percent|dozen)\b"
)
_FIGURES_EXPECTED = frozenset({"number", "money", "percent", "date", "year"})
_WORDS, _NAMES, _NUMBERS, _MEASURE, _KIND = 0.55, 0.15, 0.1, 0.1, 0.1


class Wanted:
    """A question taken apart once, against all the sentences it is compared with.

    A word counts by how few of the sentences have it (BM25's inverse document frequency over them), so that the name
    that is everywhere tells little.
    """

    def __init__(self, question: str, sentences: Sequence[str]) -> None:
        self._have = {text: frozenset(tokens(text, bigrams=True)) for text in sentences}
        words = frozenset(content_tokens(question) or tokens(question))
        holding = Counter(word for have in self._have.values() for word in have & words)
        count = len(self._have)
        self._weights = {word: 0.2 + log(1 + (count - holding[word] + 0.5) / (holding[word] + 0.5)) for word in words}
        self._total = sum(self._weights.values()) or 1.0
        shape = shape_of(question)
        self._names = {entity.text.casefold() for entity in shape.entities if entity.kind not in ("date", "number")}
        self._numbers = frozenset(word for word in words if word[:1].isdigit())
        self._measures = keys(question, "measure")
        self._figure = shape.expects in _FIGURES_EXPECTED or bool(self._measures)

    def score(self, text: str) -> float:
        """How much of what is wanted a sentence has, in [0, 1]. The sentence must be one of those given before."""
        have = self._have[text]
        folded = text.casefold()
        words = sum(self._weights[word] for word in self._weights.keys() & have) / self._total
        named = sum(name in folded for name in self._names) / len(self._names) if self._names else words
        numbered = len(self._numbers & have) / len(self._numbers) if self._numbers else words
        measured = float(fits(self._measures, keys(text, "measure"))) if self._measures else words
        figured = float(bool(_FIGURE.search(folded))) if self._figure else words
        score = _WORDS * words + _NAMES * named + _NUMBERS * numbered + _MEASURE * measured + _KIND * figured
        return min(max(score, 0.0), 1.0)
