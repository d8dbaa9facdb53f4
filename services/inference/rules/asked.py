"""A question taken apart once, for all the passages it is read against."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.inference.port import Text
from services.inference.rules.coverage import Terms
from services.language.aspects import keys
from services.language.name_keys import name_key
from services.language.questions import QuestionShape, shape_of
from services.language.statements import Days, periods
from services.language.tokens import content_tokens, tokens

MOST_TEXT = 8000
"""Characters of a passage that rules look at."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question wants: kind of answer, names, measures, periods, and its words with their weights."""

    question: str
    shape: QuestionShape
    terms: Terms
    names: tuple[str, ...]
    aspects: frozenset[str]
    periods: tuple[Days, ...]
    words: frozenset[str]


def ask(question: str, passages: Sequence[Text]) -> Asked:
    """Take a question apart; the passages tell which of its words are rare."""
    shape = shape_of(question)
    names = tuple(
        key for entity in shape.entities if entity.kind not in ("date", "number") and (key := name_key(entity.text))
    )
    return Asked(
        question,
        shape,
        Terms(question, [tokens(f"{passage.title}\n{passage.text[:MOST_TEXT]}") for passage in passages]),
        names,
        keys(question),
        tuple(periods(question)),
        frozenset(content_tokens(question)),
    )
