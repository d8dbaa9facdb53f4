"""Numbers written in words, English and Chinese, with what follows them."""

import re
from collections.abc import Iterator
from decimal import Decimal

from services.language.numerals import (
    CHINESE_DIGITS,
    CHINESE_NUMERAL,
    ENGLISH_CARDINAL,
    ENGLISH_FRACTION,
    ENGLISH_ORDINAL,
    chinese_number,
    chinese_step,
    english_fraction,
    english_number,
    english_ordinal,
)
from services.language.quantity import Quantity
from services.language.suffixes import read_suffix

_ENGLISH = re.compile(
    rf"(?=[aefhnostzAEFHNOSTZ])(?<![A-Za-z\d-])(?:(?P<fraction>{ENGLISH_FRACTION})|(?P<ordinal>{ENGLISH_ORDINAL})|(?P<cardinal>{ENGLISH_CARDINAL}))",
    re.I,
)
_CHINESE = re.compile(
    rf"(?<!\d)(?P<parts>百分之|千分之|(?P<below>[{CHINESE_DIGITS}十百千万]+)分之)(?P<top>{CHINESE_NUMERAL})"
    rf"|(?P<nth>第)(?P<rank>{CHINESE_NUMERAL}|\d+)|(?<![\d.几数上])(?<![几数上]十)(?P<plain>{CHINESE_NUMERAL})"
)
_COUNTABLE = re.compile("[月日号]")
_NEVER = re.compile(
    "十分(?!之)|一(?:[个些种样般定直起切旦律度致向再共同方边面时下带路部体流])|万一|千万|[二三四]季度|一季度|四季|三角|十字"
)
_TWO_DIGITS = re.compile(f"[{CHINESE_DIGITS}]{{2}}")
_SPOKEN = re.compile(f"[{CHINESE_DIGITS}]+")
_WEAK = frozenset({"one", "a"})
_FRACTION_STEP = Decimal("0.01")
_YEAR_DIGITS = 4


def english_words(text: str) -> Iterator[Quantity]:
    """ "three hundred people", "two thirds", "twenty-first". A lone "one" counts only with a unit."""
    for match in _ENGLISH.finditer(text):
        words = match.group().strip()
        end = match.start() + len(words)
        if match.group("fraction"):
            value = english_fraction(words)
            if value is not None:
                yield Quantity(match.start(), end, words, value, None, Decimal(1), "number", _FRACTION_STEP)
        elif match.group("ordinal"):
            rank = english_ordinal(words)
            if rank is not None and text[end : end + 1] != ",":
                yield Quantity(match.start(), end, words, rank, None, Decimal(1), "ordinal")
        else:
            found = _cardinal(text, match.start(), words)
            if found is not None:
                yield found


def _cardinal(text: str, start: int, words: str) -> Quantity | None:
    number = english_number(words)
    if number is None:
        return None
    suffix = read_suffix(text, start + len(words))
    if words.lower() in _WEAK and suffix.kind not in ("percent", "money"):
        return None
    value = (number * suffix.scale + suffix.added) * suffix.factor
    scale = suffix.scale * _said_scale(number, words)
    return Quantity(
        start, suffix.end, text[start : suffix.end], value, suffix.unit, scale, suffix.kind, scale * suffix.factor
    )


def _said_scale(number: Decimal, words: str) -> Decimal:
    last = words.lower().split()[-1]
    return {
        "thousand": Decimal(10**3),
        "million": Decimal(10**6),
        "billion": Decimal(10**9),
        "trillion": Decimal(10**12),
    }.get(last, Decimal(1))


def chinese_words(text: str) -> Iterator[Quantity]:
    """ "一千二百万", "百分之十二", "三分之一", "第三", "二〇二四年". Single digits count only before a counter or
    unit.
    """
    for match in _CHINESE.finditer(text):
        if match.group("parts"):
            found = _part(match)
        elif match.group("nth"):
            found = _rank(match)
        else:
            found = _plain(text, match)
        if found is not None:
            yield found


def _part(match: re.Match[str]) -> Quantity | None:
    top = chinese_number(match.group("top"))
    if top is None:
        return None
    start, end = match.span()
    if match.group("below"):
        below = chinese_number(match.group("below"))
        if not below:
            return None
        share = (top / below).quantize(Decimal("0.0001"))
        return Quantity(start, end, match.group(), share, None, Decimal(1), "number", _FRACTION_STEP)
    value = top if match.group("parts") == "百分之" else top / 10
    return Quantity(start, end, match.group(), value, "%", Decimal(1), "percent")


def _rank(match: re.Match[str]) -> Quantity | None:
    written = match.group("rank")
    rank = Decimal(written) if written.isdigit() and written.isascii() else chinese_number(written)
    return (
        None if rank is None else Quantity(match.start(), match.end(), match.group(), rank, None, Decimal(1), "ordinal")
    )


def _plain(text: str, match: re.Match[str]) -> Quantity | None:
    words = match.group("plain")
    start, end = match.span("plain")
    if _NEVER.match(text, start) or _NEVER.match(text, max(end - 1, 0)):
        return None
    number = chinese_number(words)
    if number is None or not number.is_finite():
        return None
    if _SPOKEN.fullmatch(words) and len(words) > 1:
        return _spoken_year(text, match, number)
    if _TWO_DIGITS.search(words.replace("零", "").replace("〇", "").partition("点")[0]):
        return None
    suffix = read_suffix(text, end)
    if (
        len(words) == 1
        and (words == "一" or suffix.kind == "number")
        and not _strong(text, end, (words, suffix.kind, suffix.unit))
    ):
        return None
    if "点" in words and suffix.kind == "number" and suffix.scale == 1:
        return None
    step = chinese_step(words)
    decimals = len(words.partition("点")[2].rstrip("十百千万亿"))
    value = (number * suffix.scale + suffix.added) * suffix.factor
    scale = step * suffix.scale
    return Quantity(
        start,
        suffix.end,
        text[start : suffix.end],
        value,
        suffix.unit,
        scale,
        suffix.kind,
        scale.scaleb(-decimals) * suffix.factor,
    )


def _strong(text: str, end: int, read: tuple[str, str, str | None]) -> bool:
    words, kind, unit = read
    if words == "一":
        return kind in ("money", "percent") or unit in ("year", "km", "t", "kg", "month", "h", "min", "m")
    return _COUNTABLE.match(text, end) is not None


def _spoken_year(text: str, match: re.Match[str], number: Decimal) -> Quantity | None:
    words = match.group("plain")
    end = match.end("plain")
    if len(words) != _YEAR_DIGITS or "两" in words or text[end : end + 1] != "年":
        return None
    return Quantity(match.start(), end + 1, text[match.start() : end + 1], number, None, Decimal(1), "year")
