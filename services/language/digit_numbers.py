"""Numbers written in digits: signs, brackets, currencies in front, grouping, decimals, hedges."""

import re
from collections.abc import Iterator
from decimal import Decimal

from services.language.quantity import Kind, Quantity
from services.language.suffixes import read_suffix
from services.language.units import CURRENCIES

_FRONT = (
    r"US\$|HK\$|NT\$|AU\$|CA\$|[ACSR]\$|JP¥|[$€£¥₩₹₽]|(?:RMB|CNY|USD|EUR|GBP|HKD|JPY|CHF|KRW|INR|TWD|AUD"
    r"|CAD|SGD|RUB|BRL|NTD|Rs\.?)\$?|人民币|美元|港币"
)
_NUMBER = re.compile(
    r"(?=[\d.$€£¥₩₹₽\u2212\u2013A-Z人美港百千负零mnh-])(?:"
    r"(?P<skip>(?<![\d.])\d+(?:\.\d+){2,}|(?<!\d)\d{4}[-/]\d{1,2}[-/]\d{1,2}(?!\d)"
    r"|(?<!\d)\d{1,2}/\d{1,2}/\d{4}|(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)|https?://\S+)"
    r"|(?<![A-Za-z\d_\u00c0-\u024f])(?<!\d[.,])(?<![A-Za-z]-)(?P<fiscal>(?:FY|CY)[\s']?)?(?P<hundredth>百分之|千分之)?"
    rf"(?P<minus>(?<![\d)）%])[-\u2212\u2013](?=[\d.$€£¥]|{_FRONT})|负|零下|minus\s"
    rf"|negative\s)?(?P<currency>{_FRONT})?\s?(?P<sign>(?<=[$€£¥])-)?"
    r"(?P<number>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|(?<!\d)\.\d+)(?![\d_]"
    r"|\.\d)(?P<decade>'?s(?![A-Za-z]))?)"
)
_FRONT_AT_END = re.compile(rf"(?<![A-Za-z])({_FRONT})\s?$")
_LETTER = re.compile("[A-Za-z\u00c0-\u024f]|-[A-Za-z]")
_SPELLED_UNIT = re.compile(
    "-(?:year|day|month|week|hour|minute|mile|meter|metre|foot|inch|percent|million|billion|trillion"
    "|thousand|point|dollar)",
    re.I,
)
_HEDGE_BEFORE = re.compile(
    r"(?:about|around|approximately|approx\.|roughly|nearly|almost|some|over|more than|less than|under"
    r"|up to|at least|close to|estimated|circa|~|≈"
    r"|约|大约|约为|近|将近|接近|超|超过|逾|不到|不足|至少|大概|达|上)\s?(?:US|HK)?[$€£¥]?\s?$",
    re.I,
)
_HEDGE_AFTER = re.compile(r"\s?(?:左右|上下|以上|多|余|or so|or more|-odd)")
_YEAR_CUE = re.compile(
    r"(?:\b(?:in|since|from|until|till|by|of|during|year|circa|c\.|before|after|and|to|between|early|late|mid)|[(（,–-]"
    r"|Jan\w*|Feb\w*|Mar\w*|Apr\w*|May|June?|July?|Aug\w*|Sep\w*|Oct\w*|Nov\w*|Dec\w*)[\s.-]*$",
    re.I,
)
_NUMERIC_NEIGHBOUR = re.compile(r"[\d)%|\t$]\s*$")
_SURE_YEARS = range(1800, 2100)
_POSSIBLE_YEARS = range(1000, 2100)
_YEAR_DIGITS = 4
_MOST_DIGITS = 60
_BRACKETED_DIGITS = 3


def digit_numbers(text: str) -> Iterator[Quantity]:
    """Quantities whose number is in ASCII digits, in order. Codes ("A10G", "X-200"), versions, times and dates are
    not quantities.
    """
    for match in _NUMBER.finditer(text):
        if not match.group("skip"):
            found = _quantity(text, match)
            if found is not None:
                yield found


def _quantity(text: str, match: re.Match[str]) -> Quantity | None:
    if match.group("decade") or match.group("fiscal"):
        return _period(text, match)
    written = match.group("number")
    if len(written) > _MOST_DIGITS:
        return None
    start, end, currency = (
        match.start() + match.group()[:1].isspace(),
        match.end("number"),
        _code(match.group("currency")),
    )
    bracket = _brackets(text, match)
    if bracket:
        start, end, front = bracket
        currency = currency or _code(front)
    suffix = read_suffix(text, end, currency)
    if suffix.end == end and _LETTER.match(text, end) and not _SPELLED_UNIT.match(text, end):
        return None
    decimals = len(written.partition(".")[2])
    value = (Decimal(written.replace(",", "")) * suffix.scale + suffix.added) * suffix.factor
    step = (suffix.step if suffix.added else suffix.scale.scaleb(-decimals)) * suffix.factor
    unit, kind = suffix.unit, suffix.kind
    if match.group("hundredth"):
        unit, kind, parts = "%", "percent", Decimal(1 if match.group("hundredth") == "百分之" else 10)
        value, step = value / parts, step / parts
    if bracket or match.group("minus") or match.group("sign"):
        value = -value
    if kind in ("number", "count") and _is_year(text, match, (unit, suffix.scale)):
        unit, kind = None, "year"
    elif _HEDGE_BEFORE.search(text[max(0, start - 16) : start]) or _HEDGE_AFTER.match(text, suffix.end):
        step = max(step, _round_step(value))
    return Quantity(start, suffix.end, text[start : suffix.end], value, unit, suffix.scale, kind, step)


def _code(symbol: str | None) -> str | None:
    """ISO code of a currency written in front: "US$", "RMB", "Rs."."""
    if not symbol:
        return None
    name = symbol.lower().rstrip(".")
    return CURRENCIES.get(name) or CURRENCIES.get(name.removesuffix("$"))


def _period(text: str, match: re.Match[str]) -> Quantity | None:
    """ "FY2022" and "the 1990s"."""
    start, end = match.span()
    if match.group("decade") and len(match.group("number")) != _YEAR_DIGITS:
        return None
    number = Decimal(match.group("number").replace(",", ""))
    if match.group("fiscal") and number < 100:
        number += 2000
    kind: Kind = "year"
    return Quantity(start, end, text[start:end], number, None, Decimal(1), kind)


def _brackets(text: str, match: re.Match[str]) -> tuple[int, int, str | None] | None:
    """Accounting brackets, with a currency before them: "(1,234)", "$(12.5)", "(345)" in a row of figures. Not
    "(2019)" or "(5)" in prose.

    Returns start, end and the currency as written.
    """
    left, right = match.start(), match.end("number")
    if left == 0 or text[left - 1] != "(" or text[right : right + 1] != ")":
        return None
    front = _FRONT_AT_END.search(text[max(0, left - 6) : left - 1])
    before, after = text[max(0, left - 4) : left - 1], text[right + 1 : right + 4].lstrip()
    if match.group("number").isdigit() and not front:
        plain, in_row = (
            match.group("number"),
            bool(_NUMERIC_NEIGHBOUR.search(before) or after[:1] in ("|", "\t", "$", "(", "%")),
        )
        if int(plain) in _SURE_YEARS or not (in_row or after[:1].isdigit() or len(plain) >= _BRACKETED_DIGITS):
            return None
    return left - 1 - (len(front.group()) if front else 0), right + 1, front.group(1) if front else None


def _is_year(text: str, match: re.Match[str], suffix: tuple[str | None, Decimal]) -> bool:
    unit, scale = suffix
    written = match.group("number")
    if (
        len(written) != _YEAR_DIGITS
        or not written.isdigit()
        or scale != 1
        or match.group("currency")
        or match.group("minus")
    ):
        return False
    number = int(written)
    if unit == "year":
        return number in _POSSIBLE_YEARS and text[match.end("number") : match.end("number") + 2].lstrip()[:1] == "年"
    if unit is not None or text[match.end("number") : match.end("number") + 1] == "号":
        return False
    return number in _SURE_YEARS or (
        number in _POSSIBLE_YEARS and bool(_YEAR_CUE.search(text[max(0, match.start() - 12) : match.start()]))
    )


def _round_step(value: Decimal) -> Decimal:
    """ "about 27,000" is said to the thousand."""
    if value == 0:
        return Decimal(1)
    return Decimal(1).scaleb(int(value.normalize().as_tuple().exponent))
