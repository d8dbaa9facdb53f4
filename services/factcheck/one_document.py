"""Two figures of one matter: in one document only where nothing but the figure differs in what they are said of.

A document rarely contradicts itself, and often gives a total and its parts, a plan and its result, two years: what may
tell two figures apart keeps them apart.
"""

from services.factcheck.lines import Line
from services.factcheck.scopes import scopes_of
from services.language.lexicon.wordlist import words
from services.language.statements import Value, periods

_TELLING = words(
    "total average most least planned early late gross net without home abroad part women men half full short gone"
)


def of_other_scope(a: tuple[Line, Value], b: tuple[Line, Value]) -> bool:
    """Whether words beside two figures say that they are two readings: the budget and the result, gross and net."""
    return bool((scopes_of(*a).all ^ scopes_of(*b).all) & _TELLING)


def of_one_matter(a: tuple[Line, Value], b: tuple[Line, Value], *, known: frozenset[str]) -> bool:
    """Whether two figures or dates of one document are said of the very same: no other name than the known ones, no
    other time or scope, no second cell of a table."""
    (line, value), (other, rival) = a, b
    if value.kind == "name" or line is other or (line.is_cell and other.is_cell):
        return False
    if scopes_of(line, value).all != scopes_of(other, rival).all:
        return False
    if value.text in other.text or rival.text in line.text:
        return False
    return _names(line, value) - known == _names(other, rival) - known and _times(line, value) == _times(other, rival)


def _names(line: Line, value: Value) -> frozenset[str]:
    return frozenset(each.key for each in line.values if each.kind == "name" and each is not value)


def _times(line: Line, value: Value) -> frozenset[tuple[object, object]]:
    return frozenset((each.first, each.last) for each in periods(line.text) if each.start != value.start)
