"""A number as a text means it, and when two of them are the same."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from services.language.units import BASES

Kind = Literal["number", "percent", "money", "count", "ordinal", "year"]

_CLOSEST = Decimal("0.05")
_PLAIN = frozenset({"number", "count", "money", "year"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what it counts.

    `value` is normalised: the number as written times `scale` ("3.5 million" → 3500000, scale 1000000). `unit` is an
    ISO 4217 code for money, "%" or "pp" (percentage points) for percent, a unit or counter otherwise, None when there
    is none. `precision` is the smallest step the writing shows ("3.5 million" → 100000).
    """

    start: int
    end: int
    text: str
    value: Decimal
    unit: str | None
    scale: Decimal
    kind: Kind
    precision: Decimal = Decimal(1)


def same_quantity(a: Quantity, b: Quantity, *, signed: bool = True) -> bool:
    """Whether two quantities can be the same fact.

    Units must not contradict each other (currencies when both are given, percent against plain, convertible measures
    are converted), and the values must be equal to the precision of the coarser one, never further apart than 5 %:
    3.5 million is 3,500,000 and 3,541,000, not 3.6 million. With `signed=False` only the magnitudes count, for texts
    where a word carries the sign.
    """
    if not _kinds_meet(a, b):
        return False
    left, right = _in_base(a), _in_base(b)
    if left is None or right is None:
        return False
    (unit_a, value_a, step_a), (unit_b, value_b, step_b) = left, right
    if unit_a and unit_b and unit_a != unit_b:
        return False
    if not signed:
        value_a, value_b = abs(value_a), abs(value_b)
    if value_a == value_b:
        return True
    if "year" in (a.kind, b.kind) or a.kind == "ordinal":
        return False
    gap = abs(value_a - value_b)
    return gap <= max(step_a, step_b) / 2 and gap <= _CLOSEST * min(abs(value_a), abs(value_b))


def _kinds_meet(a: Quantity, b: Quantity) -> bool:
    if a.kind == b.kind:
        return True
    if {a.kind, b.kind} <= _PLAIN:
        return not ({a.kind, b.kind} >= {"money", "year"} or (_measured(a) and _measured(b)))
    return False


def _measured(quantity: Quantity) -> bool:
    return quantity.kind in ("money", "year") or quantity.unit in BASES


def _in_base(quantity: Quantity) -> tuple[str | None, Decimal, Decimal] | None:
    """Unit, value and step after conversion. A counter ("家", "employees") is no unit: languages and synonyms differ
    too much.
    """
    if quantity.kind == "count":
        if quantity.unit not in BASES:
            return None, quantity.value, quantity.precision
        base, factor = BASES[quantity.unit]
        return base, quantity.value * factor, quantity.precision * factor
    return quantity.unit, quantity.value, quantity.precision
