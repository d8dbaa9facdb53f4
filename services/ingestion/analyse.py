"""What the sentences of a passage hold.

Names, quantities, dates, and what is said of what. Done once here, so that a question costs no analysis of passages.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from services.documents.models import Amount, Day, Mention, StoredPassage, StoredSentence, Triple
from services.ingestion.analysis.choose import Analysers, analysers
from services.language.dates import dates
from services.language.numbers import quantities
from services.language.sentences import Span, sentences


class _Placed(Protocol):
    @property
    def start(self) -> int: ...


P = TypeVar("P", bound=_Placed)
S = TypeVar("S", Mention, Triple)


def analyse(passage: StoredPassage, topic: str = "", reader: Analysers | None = None) -> StoredPassage:
    """The passage with its sentences; offsets count in the passage's text. `topic` is the title of the whole."""
    text = passage.text
    reader = reader or analysers()
    amounts = [
        Amount(one.start, one.end, format(one.value, "f"), one.unit or "", format(one.scale, "f"), one.kind,
        format(one.precision, "f")) for one in quantities(text)
    ]  # fmt: skip
    days = [
        Day(one.start_char, one.end_char, one.start.isoformat(), one.end.isoformat(), one.grain) for one in dates(text)
    ]
    found = []
    for span in sentences(text):
        said = reader.read(text[span.start : span.end], passage.title or topic)
        found.append(
            StoredSentence(
                span.start, span.end, _shifted(said.names, span.start), _within(amounts, span), _within(days, span),
                _shifted(said.triples, span.start),
            )
        )  # fmt: skip
    return replace(passage, sentences=tuple(found))


def _shifted(placed: tuple[S, ...], by: int) -> tuple[S, ...]:
    return tuple(replace(one, start=one.start + by, end=one.end + by) for one in placed)


def _within(placed: Sequence[P], span: Span) -> tuple[P, ...]:
    """What begins inside a sentence."""
    return tuple(one for one in placed if span.start <= one.start < span.end)
