"""Whether another document says another value of the same thing, the same measure and the same time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from services.factcheck.holding import holding
from services.factcheck.lines import Line
from services.factcheck.presence import present
from services.factcheck.same_values import same_value
from services.language.aspects import fits
from services.language.statements import Value


@dataclass(frozen=True, slots=True)
class Rival:
    """A value of another document that cannot be true together with the one it is held against."""

    line: Line
    value: Value


def rival_of(value: Value, line: Line, lines: Iterable[Line]) -> Rival | None:
    """The first rival of a value among lines of other documents; None when nobody says otherwise.

    Both must name the measure, agree on a named subject, agree on the period as far as both name one, be of one kind
    of figure, and be both actual or both planned. What one of them leaves open is not held against the other.
    """
    for other in lines:
        if other.origin == line.origin:
            continue
        for candidate in other.values:
            if _same_question((value, line), (candidate, other)) and not same_value(value, candidate):
                return Rival(other, candidate)
    return None


def _same_question(ours: tuple[Value, Line], theirs: tuple[Value, Line]) -> bool:
    value, other = ours[0], theirs[0]
    if value.kind != "quantity" or other.kind != "quantity" or value.planned != other.planned:
        return False
    if not value.quantity or not other.quantity or value.quantity.kind != other.quantity.kind:
        return False
    if not value.aspects or not fits(value.aspects, other.aspects):
        return False
    return _periods_meet(value, other) and _subjects_meet(ours, theirs) and _valid_together(ours, theirs)


def _periods_meet(value: Value, other: Value) -> bool:
    first, second = value.period, other.period
    if first and second:
        return (first.first, first.last) == (second.first, second.last)
    return first is None and second is None


def _subjects_meet(ours: tuple[Value, Line], theirs: tuple[Value, Line]) -> bool:
    keys = _subjects(*ours)
    others = _subjects(*theirs)
    return bool(keys & others) and not (_own(ours[0], keys) ^ _own(theirs[0], others))


def _subjects(value: Value, line: Line) -> frozenset[str]:
    return frozenset(value.subjects) | frozenset(line.context.subjects)


def _own(value: Value, keys: frozenset[str]) -> frozenset[str]:
    """The names that the sentence itself gives to the value: both sides must give the same."""
    return frozenset(value.subjects) & keys


def _valid_together(ours: tuple[Value, Line], theirs: tuple[Value, Line]) -> bool:
    left = holding(ours[1], ours[0].start)
    right = holding(theirs[1], theirs[0].start)
    return left.overlaps(right)


def names_in(line: Line, keys: Sequence[str]) -> bool:
    """Whether the line or its title and section name every key."""
    return all(max(present(key, line.text), present(key, line.around)) >= 0.99 for key in keys)
