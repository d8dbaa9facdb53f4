"""Spans that may answer a question, with what the words around them tell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp

import numpy as np
from numpy.typing import NDArray

from services.inference.port import Text
from services.inference.rules.asked import MOST_TEXT, Asked
from services.inference.rules.kinds import fit
from services.language.detect import is_cjk
from services.language.name_keys import name_key
from services.language.sentences import Span, sentences
from services.language.statements import Context, Value, context_of, values
from services.language.tokens import content_tokens, tokens

FEATURES = ("fit", "sentence", "near", "passage", "names", "numbers", "said", "aspect", "period", "planned", "length")
BEST_SENTENCES = 4
"""Sentences of a passage whose values become candidates."""
_NEAR, _NEAR_HAN = 60, 24
_LONG = 40


@dataclass(frozen=True, slots=True)
class Candidate:
    """`text[start:end]` of a passage, and its features in the order of FEATURES."""

    passage: int
    start: int
    end: int
    features: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage with the values in it and its share of the question's words."""

    span: Span
    share: float
    values: tuple[Value, ...]


class Surroundings:
    """One passage as the question sees it. Sentences are analysed when they are first needed."""

    def __init__(self, asked: Asked, index: int, passage: Text) -> None:
        self.index = index
        self.text = passage.text[:MOST_TEXT]
        self._asked = asked
        self._title = tokens(passage.title)
        self._context: Context = context_of(passage.title)
        words = [*self._title, *tokens(self.text)]
        whole = name_key(f"{passage.title} {self.text}") if asked.names else ""
        self.share = asked.terms.share(words)
        self.names = sum(name in whole for name in asked.names) / len(asked.names) if asked.names else 1.0
        self.numbers = asked.terms.share_of_numbers(words)
        self._spans = sentences(self.text)
        self._shares = [asked.terms.share(tokens(self.text[s.start : s.end])) for s in self._spans]
        self._analysed: dict[int, Sentence] = {}

    @property
    def best_share(self) -> float:
        """The share of the question's words in the sentence that has most of them."""
        return max(self._shares, default=0.0)

    @property
    def title_share(self) -> float:
        """The share of the question's words in the title."""
        return self._asked.terms.share(self._title)

    def best_sentences(self) -> Iterator[Sentence]:
        """The sentences with most of the question's words, best first."""
        order = sorted(range(len(self._spans)), key=lambda number: -self._shares[number])
        yield from (self._sentence(number) for number in order[:BEST_SENTENCES])

    def sentence_at(self, start: int) -> Sentence | None:
        """The sentence that holds a character."""
        for number, span in enumerate(self._spans):
            if span.start <= start < span.end:
                return self._sentence(number)
        return None

    def _sentence(self, number: int) -> Sentence:
        if number not in self._analysed:
            span = self._spans[number]
            found = values(self.text[span.start : span.end], self._context)
            self._analysed[number] = Sentence(span, self._shares[number], tuple(found))
        return self._analysed[number]

    def candidate(
        self, span: tuple[int, int], sentence: Sentence | None, value: Value | None, *, fits: float | None = None
    ) -> Candidate:
        """A span of this passage with its features.

        `value` is what the span is, when it is a value of `sentence`; `fits` says how well it fits where no table does.
        """
        asked = self._asked
        text = self.text[span[0] : span[1]]
        inside = content_tokens(text)
        features = (
            fit(asked.shape.expects, value) if fits is None else fits,
            sentence.share if sentence else 0.0,
            asked.terms.share(tokens(self._around(span, sentence))),
            self.share,
            self.names,
            self.numbers,
            sum(word in asked.words for word in inside) / len(inside) if inside else 0.0,
            *agreement(asked, value),
            min(len(text) / _LONG, 3.0),
        )
        return Candidate(self.index, span[0], span[1], features)

    def _around(self, span: tuple[int, int], sentence: Sentence | None) -> str:
        """The words beside the span within its sentence, without the span."""
        bounds = sentence.span if sentence else Span(span[0], span[1])
        reach = _NEAR_HAN if is_cjk(self.text[span[0]]) else _NEAR
        left = self.text[max(bounds.start, span[0] - reach) : span[0]]
        return f"{left} {self.text[span[1] : min(bounds.end, span[1] + reach)]}"


def agreement(asked: Asked, value: Value | None) -> tuple[float, float, float]:
    """Whether a value's measure, period and plan are those asked for: 1 yes, 0 nothing said, -1 another one."""
    if value is None:
        return 0.0, 0.0, 0.0
    aspect = _agrees(bool(asked.aspects and value.aspects), bool(asked.aspects & value.aspects))
    met = value.period is not None and any(value.period.meets(period) for period in asked.periods)
    period = _agrees(bool(asked.periods) and value.period is not None, met)
    return aspect, period, -1.0 if value.planned and not _asks_for_plan(asked) else 0.0


def _agrees(comparable: bool, same: bool) -> float:
    if not comparable:
        return 0.0
    return 1.0 if same else -1.0


def _asks_for_plan(asked: Asked) -> bool:
    return any(value.planned for value in values(asked.question))


def value_of(sentence: Sentence | None, span: tuple[int, int]) -> tuple[Value | None, tuple[int, int]]:
    """The value that a span mostly is, and the span made whole: half a figure or name becomes all of it."""
    best, most = None, 0.5
    for value in sentence.values if sentence else ():
        start, end = value.start + sentence.span.start, value.end + sentence.span.start  # type: ignore[union-attr]
        shared = min(end, span[1]) - max(start, span[0])
        share = shared / max(span[1] - span[0], 1)
        if shared > 0 and (share > most or (share == most and best is None)):
            best, most = (value, (start, end)), share
    if best is None:
        return None, span
    return best[0], (min(span[0], best[1][0]), max(span[1], best[1][1]))


def probability(features: Sequence[float] | NDArray[np.float64], weights: Sequence[float], bias: float) -> float:
    """Logistic regression."""
    return 1 / (1 + exp(-float(np.clip(np.dot(weights, features) + bias, -30, 30))))
