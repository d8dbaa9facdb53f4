"""Relevance of passages to a question: a logistic combination of what can be seen in the words, and of one cosine.

Deterministic. `prepare` looks at the words; the caller embeds the question and each draft's `focus`, the sentence that
shares most with the question; `scores` puts both together.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp

import numpy as np
from numpy.typing import NDArray

from services.inference.port import Text
from services.inference.rules.coverage import Terms
from services.language.detect import is_cjk, language_of
from services.language.entities import named_entities
from services.language.name_keys import name_key
from services.language.sentences import sentences
from services.language.tokens import tokens

NAME = "rules-ranker-1"
FEATURES = ("cosine", "passage", "sentence", "title", "names", "numbers")
# Learned on 300 training questions of XQuAD, CMRC 2018 and DRCD and on half of an open evaluation set, each with
# BM25's best passages. On the other half, BM25 → this: recall@5 .815 → .847, the right passage first .812 → .866.
WEIGHTS = (4.3, 2.9, 4.1, 2.9, 0.6, 0.5)
BIAS = -7.8
# Across languages words tell nothing and cosines are lower (tests/bench/calibration.py: .79 against .92 in the middle).
FOREIGN_WEIGHT, FOREIGN_BIAS = 7.9, -6.3
FOREIGN_COSINE = 0.1
_FOCUS_CHARACTERS = 260
_FOCUS_HAN = 110
_MOST_TEXT = 6000


@dataclass(frozen=True, slots=True)
class Draft:
    """What the words of one passage tell; `features` lacks the cosine, which is that of `focus`."""

    focus: str
    features: tuple[float, ...]
    foreign: bool = False


def prepare(question: str, passages: Sequence[Text]) -> list[Draft]:
    """Look at the words of each passage."""
    read = [tokens(f"{passage.title}\n{passage.text[:_MOST_TEXT]}") for passage in passages]
    terms = Terms(question, read)
    names = [key for name in named_entities(question) if (key := name_key(name.text))]
    language = language_of(question)
    return [
        replace(_draft(terms, names, (passage, words)), foreign=_foreign(language, language_of(passage.text[:400])))
        for passage, words in zip(passages, read, strict=True)
    ]


def scores(drafts: Sequence[Draft], cosines: Sequence[float]) -> list[float]:
    """Relevance in [0, 1] from drafts and the cosines of their focus with the question."""
    return [1 / (1 + exp(-_logit(draft, cosine))) for draft, cosine in zip(drafts, cosines, strict=True)]


def _logit(draft: Draft, cosine: float) -> float:
    if draft.foreign:
        return FOREIGN_WEIGHT * float(vector(draft, cosine + FOREIGN_COSINE)[0]) + FOREIGN_BIAS
    return float(np.dot(WEIGHTS, vector(draft, cosine)) + BIAS)


def vector(draft: Draft, cosine: float) -> NDArray[np.float64]:
    """The features in the order of FEATURES; E5's cosines, bunched above 0.7, are spread over about [0, 1]."""
    return np.array([(cosine - 0.75) / 0.2, *draft.features])


def _foreign(asked: str, said: str) -> bool:
    return {asked, said} == {"en", "zh"}


def _draft(terms: Terms, names: Sequence[str], read: tuple[Text, Sequence[str]]) -> Draft:
    passage, words = read
    text = passage.text[:_MOST_TEXT]
    title = tokens(passage.title)
    spans = sentences(text)
    shares = [terms.share(tokens(text[span.start : span.end])) for span in spans]
    best = int(np.argmax(shares)) if shares else 0
    body = text[spans[best].start : spans[best].end] if spans else text
    whole = name_key(f"{passage.title} {text}") if names else ""
    features = (
        terms.share(words),
        max(shares, default=0.0),
        terms.share(title),
        sum(name in whole for name in names) / len(names) if names else 1.0,
        terms.share_of_numbers(words),
    )
    return Draft(_focus(passage.title, body), features)


def _focus(title: str, sentence: str) -> str:
    """The sentence under its title, cut so that embedding it stays cheap."""
    limit = _FOCUS_HAN if sum(map(is_cjk, sentence[:80])) > 20 else _FOCUS_CHARACTERS
    return f"{title[:60]}: {sentence[:limit]}" if title else sentence[:limit]
