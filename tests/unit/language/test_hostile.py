"""Huge and repetitive input: every analyser must stay close to linear."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from services.language.dates import Calendar, dates, resolve_relative
from services.language.detect import language_of
from services.language.entities import entities, name_key
from services.language.negation import negation_scope
from services.language.numbers import quantities
from services.language.questions import shape_of
from services.language.sentences import sentences
from services.language.similarity import agree, fuzzy_contains
from services.language.tokens import keywords, tokens

_ANALYSERS: list[Callable[[str], object]] = [
    language_of,
    sentences,
    tokens,
    keywords,
    quantities,
    dates,
    lambda text: resolve_relative(text, datetime(2024, 5, 15, tzinfo=UTC), Calendar()),
    entities,
    negation_scope,
    shape_of,
    name_key,
    lambda text: agree(text[:2_000], text[:2_000]),
    lambda text: fuzzy_contains("a needle", text),
]
_NAMES = "language sentences tokens keywords quantities dates relative entities negation questions key agree contains"


@pytest.mark.parametrize("analyse", _ANALYSERS, ids=_NAMES.split())
@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "A ",
        "9",
        "1,",
        "1 ",
        "(",
        "《",
        "“",
        "十",
        "一二",
        "和",
        "的",
        "·",
        ".",
        "…",
        "\n",
        "is A or B and ",
        "last year ",
    ],
)
def test_eight_thousand_characters_take_less_than_two_seconds_of_work(
    analyse: Callable[[str], object], unit: str
) -> None:
    text = (unit * 8_000)[:8_000]
    began = time.process_time()
    analyse(text)
    assert time.process_time() - began < 2
