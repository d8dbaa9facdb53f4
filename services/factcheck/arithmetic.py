"""Figures that no source states because they were computed: differences, shares, ratios and totals of cited figures."""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from itertools import combinations

from services.language.numbers import Quantity, same_quantity
from services.language.statements import Days
from services.language.units import BASES

_DIFFERENCE = re.compile(
    r"\bdifference|\bmore than\b|\bless than\b|\b(?:higher|lower|larger|smaller|fewer) (?:by|than)\b|\bdiffers?\b"
    r"|\bgap\b|percentage points?|\b(?:increase|decrease|change|rose|fell|grew)"
    r"|相差|差额|差距|高出|低于|多出|少于|百分点|增加|减少|增长|下降|变化|变动|增幅|降幅",
    re.IGNORECASE,
)
_RATIO = re.compile(r"\btimes\b|\bratio\b|倍|比率", re.IGNORECASE)
_TOTAL = re.compile(
    r"\btotal|\btogether\b|\bsum\b|\bcombined\b|\baverage\b|\bmean\b|合计|总计|总和|共计|平均", re.IGNORECASE
)
_SHARE = re.compile(r"[%％] of\b|\bper ?cent of\b|\bshare of\b|占|之比", re.IGNORECASE)
_MOST, _WORKED_OUT = 24, 3
_ALIKE = frozenset({"money", "number", "count"})


def computed(text: str, quantity: Quantity, operands: Sequence[Quantity]) -> bool:
    """Whether a figure follows from two of the operands (all of them for a total) by what the statement says it is."""
    known = [(each.kind, _size(each)) for each in operands[:_MOST]]
    differs, divides, shares, adds = (bool(cue.search(text)) for cue in (_DIFFERENCE, _RATIO, _SHARE, _TOTAL))
    results: list[Decimal] = []
    if differs or divides or shares or adds:
        for (one, left), (other, right) in combinations(known, 2):
            if differs and (one == other or {one, other} <= _ALIKE):
                results += [abs(left - right), *_shares(left, right)]
            if divides and right and left:
                results += [left / right, right / left]
            if shares and right and left:
                results += [left / right * 100, right / left * 100]
            if adds:
                results += [left + right, (left + right) / 2]
    if adds and known:
        total = sum((size for _, size in known), Decimal(0))
        results += [total, total / len(known)]
    return any(_rounds_to(result, quantity) for result in results)


def is_worked_out(text: str, said: Sequence[Quantity]) -> bool:
    """Whether a statement of sourced figures shows its own working: "from 48 to 54 is a change of 12.5 %"."""
    return len(said) >= _WORKED_OUT and computed(text, said[-1], said[:-1])


def _shares(left: Decimal, right: Decimal) -> list[Decimal]:
    return [abs(left - right) / abs(base) * 100 for base in (left, right) if base]


def _size(quantity: Quantity) -> Decimal:
    return quantity.value * (BASES[quantity.unit][1] if quantity.unit in BASES else Decimal(1))


def _rounds_to(result: Decimal, quantity: Quantity) -> bool:
    step = max(quantity.precision, Decimal("0.0001"))
    return abs(result - abs(_size(quantity))) <= step / 2


def spanned(quantity: Quantity, lives: Sequence[Sequence[Days]]) -> bool:
    """Whether it is the years or days from one date of a cited line to a later one: how old someone became."""
    if quantity.unit not in ("year", "day"):
        return False
    pairs = [pair for dates in lives for pair in combinations(sorted({day.first for day in dates}), 2)]
    if quantity.unit == "day":
        return any((last - first).days == quantity.value for first, last in pairs)
    return any(_years(first, last) == quantity.value for first, last in pairs)


def _years(first: date, last: date) -> int:
    return last.year - first.year - ((last.month, last.day) < (first.month, first.day))


def unstated(wanted: Sequence[Quantity], sources: Sequence[Quantity]) -> list[Quantity]:
    """The figures that no source states: 70.25 % is none that a source gives as 70.2 %."""
    return [
        each
        for each in wanted
        if not any(same_quantity(each, known) and known.precision <= each.precision for known in sources)
    ]
