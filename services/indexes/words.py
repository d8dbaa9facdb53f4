"""What keyword engines do with tokens, whichever engine it is: what is stored and what is asked weighs the same."""

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence

from services.indexes.values import bounded, folded_section

Analyse = Callable[[str], Sequence[str]]
"""Text to search tokens. What is asked may leave out words, but spells those that it keeps as what is stored does."""

MOST_TERMS = 64

TEXT_FIELDS = {"title": 0.3, "body": 1.0}
"""Fields that are searched, with their boosts. The body holds title and section too: as fields of their own they are so
short that one word of them outweighs all that a passage says.
"""

UNDATED = 0
"""Ordinal day of a passage without a date; real ones start at 1 (1 January of the year 1)."""


def spaced(analyse: Analyse, text: str) -> list[str]:
    """Tokens without white space inside and of at most 256 bytes, as fields that are split at white space expect."""
    return [bounded("_".join(token.split())) for token in analyse(text) if token.strip()]


def rarest(terms: Iterable[str], frequency: Mapping[str, int]) -> list[str]:
    """Terms that occur somewhere, in order; the 64 rarest when there are more."""
    known = [term for term in terms if frequency.get(term, 0) > 0]
    if len(known) <= MOST_TERMS:
        return known
    kept = set(heapq.nsmallest(MOST_TERMS, known, key=frequency.__getitem__))
    return [term for term in known if term in kept]


def characters(section: str) -> list[str]:
    """A section path as one token a character: a part of the path is a phrase of them, and no pattern is needed."""
    return [f"{ord(character):x}" for character in folded_section(section)]
