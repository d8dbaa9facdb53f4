"""Whether a value is of the kind that a question expects: a figure, a date, a person."""

import re

from services.factcheck.asked import Asked
from services.factcheck.measured import MEASURED, unit_fits
from services.language.moments import is_moment
from services.language.nations import nations_of
from services.language.statements import Value, ValueKind

_FIGURES = frozenset({"number", "money", "percent"})
_NAMES = frozenset({"person", "org", "place"})
_PERCENT_MEASURES = frozenset(
    {"gross_margin", "operating_margin", "net_margin", "tax_rate", "market_share", "debt_ratio", "roe", "interest_rate"}
)
_SAYS_PERCENT = re.compile(r"\bper ?cent|%|\brate\b|\bratio\b|率|占比|比例|比重", re.IGNORECASE)
_AMOUNT = re.compile(
    r"\b(?:amounts?|costs?|charges?|proceeds|gains?|loss(?:es)?|balances?)\b|金额|数额|余额", re.IGNORECASE
)
_HAN = re.compile("[\u3400-\u9fff]")
_CITY = re.compile(r"\b(?:which|what)\s(?:city|town|village)\b|哪一?[个座]?(?:城市|市镇?|镇|村)", re.IGNORECASE)
_COUNTRY = re.compile(r"\b(?:which|what)\s(?:country|nation)\b|哪一?个?国家?", re.IGNORECASE)
_BOUND_AFTER = re.compile("以下|以上|以内|[或以]?[上下]限")
_BOUND_BEFORE = re.compile(
    r"(?:不满|不足|不超过|不低于|不少于|至少|最多|超过|\b(?:at least|at most|up to|no (?:more|less|fewer) than))\s*$",
    re.IGNORECASE,
)
_BOUND = 0.75
_UNKNOWN_NAME = 0.7
_OTHER = 0.2
_SAID, _IN_FULL = 0.9, 0.85
_FIGURE_WORTH = {
    ("number", "number"): 1.0,
    ("number", "count"): 1.0,
    ("number", "money"): 0.6,
    ("number", "percent"): 0.5,
    ("money", "money"): 1.0,
    ("money", "number"): 0.7,
    ("money", "count"): 0.3,
    ("money", "percent"): 0.15,
    ("percent", "percent"): 1.0,
    ("percent", "number"): 0.4,
}
_WORDS = {
    "en": {"quantity": "a figure", "date": "a date", "name": "a name"},
    "zh": {"quantity": "具体数字", "date": "具体时间", "name": "具体名称"},
}


def wanted(asked: Asked) -> ValueKind | None:
    """The kind of value that answers; None when a phrase or a sentence does."""
    if asked.expects in _FIGURES:
        return "quantity"
    if asked.expects in ("date", "year"):
        return "date"
    if asked.expects in _NAMES:
        return "name"
    measured = any(mention.kind in MEASURED for mention in asked.mentions)
    return "quantity" if asked.expects == "thing" and measured else None


def worth(asked: Asked, value: Value | None, phrase: str = "") -> float:
    """1 for the very kind, less for one that may do, 0.2 for another. A short `phrase` may be a name that no rule
    knows."""
    want = wanted(asked)
    if want is None:
        return 1.0
    if want == "date" and asked.expects == "date" and is_moment(phrase):
        return 1.0  # "When does it leave?" asks for a time of the day as well.
    if value is None and want == "name" and _may_be_name(phrase):
        return _UNKNOWN_NAME
    if value is None or value.kind != want:
        return _OTHER
    if value.kind == "quantity" and value.quantity:
        if not unit_fits(asked.units, value.quantity):
            return _OTHER
        return _figure(asked, value.quantity.kind)
    if value.kind == "name":
        return min(_name(asked.expects, value), _sort_of_place(asked, value))
    return 1.0


def exactness(text: str, value: Value | None) -> float:
    """Less than 1 for a figure that its text only gives as a bound (三年以下, "at least 40"): where another is exact,
    that one is meant."""
    if value is None or not value.quantity:
        return 1.0
    is_bound = _BOUND_AFTER.match(text, value.end) or _BOUND_BEFORE.search(text, 0, value.start)
    return _BOUND if is_bound else 1.0


def worth_in_row(asked: Asked, value: Value, phrase: str, *, said: float) -> float:
    """As `worth`, for a cell whose row says the measure: a gross margin is an amount here and a rate there.

    `said` tells how fully, in [0, 1]: a row that is called just as the question says answers in whatever unit it has.
    """
    if asked.aspects & _PERCENT_MEASURES and not _SAYS_PERCENT.search(asked.text) and value.quantity:
        return 1.0
    own = 0.9 if wanted(asked) is None else worth(asked, value, phrase)
    return max(own, _IN_FULL) if said >= _SAID else own


def words(asked: Asked) -> str:
    """The kind in words, "" when any phrase would do."""
    want = wanted(asked)
    return _WORDS["zh" if asked.language == "zh" else "en"][want] if want else ""


def _figure(asked: Asked, kind: str) -> float:
    expects = "number" if asked.expects == "thing" else asked.expects
    if asked.aspects & _PERCENT_MEASURES:
        expects = "percent"
    elif asked.expects == "thing":
        return 1.0 if kind != "ordinal" else 0.2
    amount = expects == "number" and kind == "money" and _AMOUNT.search(asked.text)
    return 1.0 if amount else _FIGURE_WORTH.get((expects, kind), 0.2)


def _may_be_name(phrase: str) -> bool:
    bare = phrase.strip()
    if bare.isascii() and bare.islower():
        return False  # "first wife" is nobody's name
    return bool(bare) and (len(bare) <= 16 if _HAN.search(bare) else len(bare.split()) <= 6) and not bare[0].isdigit()


def _name(expects: str, value: Value) -> float:
    if expects == "person" and (any(sign.isdigit() for sign in value.text) or _is_of_nation(value.text)):
        return 0.25
    if value.label == expects:
        return 1.0
    if value.label in ("other", "product"):
        return 0.85 if " " in value.text or _HAN.search(value.text) else _UNKNOWN_NAME
    return 0.85 if expects in ("org", "place") and value.label != "person" else 0.25


def _sort_of_place(asked: Asked, value: Value) -> float:
    """A country is no city, and what is no country does not say which country."""
    if asked.expects != "place":
        return 1.0
    is_country = bool(nations_of(value.text))
    if is_country and _CITY.search(asked.text):
        return 0.25
    return 0.4 if _COUNTRY.search(asked.text) and not is_country else 1.0


def _is_of_nation(name: str) -> bool:
    """ "American Western" begins with a nationality; "Jordan Smith" with the name of a country, as people do."""
    first = name.split(maxsplit=1)[0]
    return any(nation.casefold() != first.casefold() for nation in nations_of(first))
