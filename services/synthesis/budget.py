"""How much evidence an answer may be written from."""

from collections.abc import Iterable
from typing import TypeVar

from services.language.tokens import tokens
from services.synthesis.sources import Source

S = TypeVar("S", bound=Source)


def cost(text: str) -> int:
    """Tokens of a text, counted by our own analysis: an estimate that errs on the high side for English."""
    return len(tokens(text)) + 4


def within(sources: Iterable[S], limit: int) -> list[S]:
    """The first sources whose tokens fit the limit together; one that does not fit ends the list."""
    kept, left = [], limit
    for source in sources:
        left -= cost(source.text)
        if left < 0:
            break
        kept.append(source)
    return kept
