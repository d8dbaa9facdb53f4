"""What the sentences of a passage hold.

Names, quantities, dates. Done once here, so that a question costs no analysis of passages.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from services.documents.models import Amount, Day, Mention, StoredPassage, StoredSentence
from services.language.dates import dates
from services.language.entities import named_entities
from services.language.numbers import quantities
from services.language.sentences import Span, sentences


class _Placed(Protocol):
    @property
    def start(self) -> int: ...


P = TypeVar("P", bound=_Placed)


def analyse(passage: StoredPassage) -> StoredPassage:
    """The passage with its sentences; offsets count in the passage's text."""
    text = passage.text
    names = [Mention(one.start, one.end, one.kind) for one in named_entities(text)]
    amounts = [
        Amount(one.start, one.end, format(one.value, "f"), one.unit or "", format(one.scale, "f"), one.kind,
        format(one.precision, "f")) for one in quantities(text)
    ]  # fmt: skip
    days = [
        Day(one.start_char, one.end_char, one.start.isoformat(), one.end.isoformat(), one.grain) for one in dates(text)
    ]
    found = tuple(
        StoredSentence(span.start, span.end, _within(names, span), _within(amounts, span), _within(days, span))
        for span in sentences(text)
    )
    return replace(passage, sentences=found)


def _within(placed: Sequence[P], span: Span) -> tuple[P, ...]:
    """What begins inside a sentence."""
    return tuple(one for one in placed if span.start <= one.start < span.end)
