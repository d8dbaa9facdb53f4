"""Differences, ratios and totals of cited figures, written in the manner of the figures they come from."""

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from services.language.numbers import Quantity
from services.language.units import BASES

_NUMBER = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?")
_UNCOUNTED = frozenset({"number", "count"})


def comparable(a: Quantity, b: Quantity) -> bool:
    """Whether two figures may be compared and subtracted: both percent, one currency, one base of measure, or plain
    counts."""
    if a.kind in ("percent", "money") or b.kind in ("percent", "money"):
        return a.kind == b.kind and (a.unit == b.unit or not (a.unit and b.unit))
    if _base(a) or _base(b):
        return _base(a) == _base(b)
    return a.kind in _UNCOUNTED and b.kind in _UNCOUNTED


def unmarked(a: Quantity, b: Quantity) -> bool:
    """Whether one is money and the other has no unit at all, in one scale: tables write the currency once."""
    kinds = {a.kind, b.kind}
    plain = kinds <= {"money", "number", "count"} and "money" in kinds and not (a.unit and b.unit)
    return plain and (a.scale == b.scale or Decimal(1) not in (a.scale, b.scale))


def size(quantity: Quantity) -> Decimal:
    """The value in the base of its measure, so that 900 m and 1 km compare."""
    factor = BASES[quantity.unit][1] if quantity.unit in BASES else Decimal(1)
    return quantity.value * factor


def difference(a: Quantity, b: Quantity) -> str:
    """|a - b| in the writing of the larger one: "EUR 3.5 million". Percentages differ by percentage points."""
    larger, smaller = (a, b) if size(a) >= size(b) else (b, a)
    text = written((size(larger) - size(smaller)) / _factor(larger), _marked(larger, smaller), (a, b))
    if larger.kind == "percent":
        return re.sub(r"\s*(?:[%％]|per ?cent|percent)", " percentage points" if text.isascii() else "个百分点", text)
    return text


def share(a: Quantity, b: Quantity) -> str:
    """|a - b| in percent of the smaller, one decimal; "" when that means nothing."""
    low, high = sorted((abs(size(a)), abs(size(b))))
    if not low or a.kind == "percent":
        return ""
    return f"{_rounded((high - low) / low * 100, 1)}%"


def ratio(a: Quantity, b: Quantity) -> str:
    """a / b to two decimals, "" when b is zero."""
    return str(_rounded(size(a) / size(b), 2)) if b.value else ""


def part(a: Quantity, b: Quantity) -> str:
    """a in percent of b, at most two decimals; "" when b is zero."""
    return f"{_trimmed(size(a) / size(b) * 100)}%" if b.value else ""


def growth(a: Quantity, b: Quantity) -> str:
    """The change from a to b in percent of a, signed, at most two decimals; "" when a is zero."""
    return f"{_trimmed((size(b) - size(a)) / abs(size(a)) * 100)}%" if a.value else ""


def change(a: Quantity, b: Quantity) -> str:
    """b - a in the writing of the larger one, with a minus before it all when it fell: "-EUR 3.5 million"."""
    return f"{'-' if size(b) < size(a) else ''}{difference(a, b)}"


def average(quantities: Sequence[Quantity]) -> str:
    """The mean in the writing of the first, whose unit they all must have."""
    first = _marked(quantities[0], quantities[-1])
    mean = sum((size(each) for each in quantities), Decimal(0)) / len(quantities)
    return written(mean / _factor(first), first, quantities)


def total(quantities: Sequence[Quantity]) -> str:
    """The sum in the writing of the first; "" when they do not add up to anything."""
    if not all(comparable(quantities[0], other) or unmarked(quantities[0], other) for other in quantities):
        return ""
    first = _marked(quantities[0], quantities[-1])
    return written(sum((size(each) for each in quantities), Decimal(0)) / _factor(first), first, quantities)


def written(value: Decimal, like: Quantity, operands: Sequence[Quantity]) -> str:
    """A value in the writing of another: its unit, its scale, its grouping, the finest decimals of the operands."""
    match = _NUMBER.search(like.text)
    scale = like.scale or Decimal(1)
    finest = max((_decimals(each, scale) for each in operands), default=0)
    exact = _rounded(value / scale, 4)
    # Finer operands leave no trailing zeros: 3.42 亿 less 4,300 万 is 2.99 亿.
    decimals = next(
        (places for places in range(_decimals(like, scale), 4) if _rounded(exact, places) == exact), max(finest, 2)
    )
    number = _rounded(exact, decimals)
    text = f"{number:,}" if "," in like.text or abs(number) >= 10_000 else str(number)
    if not match:
        return text
    return like.text[: match.start()] + text + like.text[match.end() :]


def _factor(quantity: Quantity) -> Decimal:
    """What its unit counts for in the base of its measure."""
    return BASES[quantity.unit][1] if quantity.unit in BASES else Decimal(1)


def _marked(a: Quantity, b: Quantity) -> Quantity:
    """The one whose writing shows the unit; the first when both or neither do."""
    return b if b.unit and not a.unit and a.scale == b.scale else a


def _trimmed(value: Decimal) -> str:
    """At most two decimals, none of them a trailing zero, and no negative zero."""
    text = f"{_rounded(value, 2):f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _decimals(quantity: Quantity, scale: Decimal) -> int:
    step = (quantity.precision / scale).normalize()
    return min(4, max(0, -int(step.as_tuple().exponent)))


def _rounded(value: Decimal, decimals: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)


def _base(quantity: Quantity) -> str:
    return BASES[quantity.unit][0] if quantity.unit in BASES else ""
