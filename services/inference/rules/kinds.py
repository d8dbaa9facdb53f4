"""How well a value fits the kind of answer a question expects, in [0, 1]. A table, from the meaning of the words."""

from collections.abc import Mapping
from types import MappingProxyType

from services.language.questions import Expects
from services.language.statements import Value

NEUTRAL = 0.5
"""A span that is no value, where none is needed: a reason, a definition, a thing."""

_OPEN: frozenset[Expects] = frozenset({"reason", "definition", "thing", "list", "yesno"})

# Kinds of a value: the label of a name, "date", "year", or the kind of a quantity.
_FIT: Mapping[Expects, Mapping[str, float]] = MappingProxyType(
    {
        "person": {"person": 1.0, "other": 0.5, "org": 0.2},
        "org": {"org": 1.0, "other": 0.6, "product": 0.3, "person": 0.2, "place": 0.2},
        "place": {"place": 1.0, "other": 0.5, "org": 0.4},
        "date": {"date": 1.0, "year": 0.9},
        "year": {"year": 1.0, "date": 0.9},
        "number": {"count": 1.0, "number": 0.9, "ordinal": 0.4, "money": 0.3, "percent": 0.3},
        "money": {"money": 1.0, "number": 0.6, "count": 0.3, "percent": 0.2},
        "percent": {"percent": 1.0, "number": 0.4},
        "list": {"other": 0.6, "product": 0.6, "person": 0.6, "org": 0.6, "place": 0.6},
        "thing": {"other": 0.8, "product": 0.9, "org": 0.7, "person": 0.6, "place": 0.6, "count": 0.4, "number": 0.4},
        "reason": {},
        "definition": {},
        "yesno": {},
    }
)


def kind_of(value: Value) -> str:
    """The kind of a value: a name's label, a quantity's kind, "date" or "year"."""
    if value.kind == "name":
        return value.label or "other"
    if value.quantity is not None:
        return value.quantity.kind
    return "year" if value.days is not None and value.days.grain == "year" else "date"


def fit(expects: Expects, value: Value | None) -> float:
    """How well a value answers a question that expects this kind; None is a span that is no value."""
    if value is None:
        return NEUTRAL if expects in _OPEN else 0.1
    return _FIT[expects].get(kind_of(value), 0.2 if expects in _OPEN else 0.0)
