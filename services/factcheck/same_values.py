"""Whether two figures, dates or names are the same answer."""

from services.language.numbers import same_quantity
from services.language.statements import Days, Value


def same_value(a: Value, b: Value) -> bool:
    """The same figure to its precision, the same day or one within the other's month or year, the same name."""
    if a.quantity and b.quantity:
        return same_quantity(a.quantity, b.quantity)
    if a.days and b.days:
        alike = (a.days.first, a.days.last) == (b.days.first, b.days.last)
        return alike or (a.days.meets(b.days) and not _is_span(a.days) and not _is_span(b.days))
    return a.kind == b.kind and a.key == b.key


def _is_span(days: Days) -> bool:
    """Whether it goes from one date to another: no day within "1 May 1920 – 3 June 1970" is the same answer."""
    longest = {"day": 1, "week": 7, "month": 31, "quarter": 92, "half": 184, "year": 366}
    return (days.last - days.first).days + 1 > longest.get(days.grain, 366)
