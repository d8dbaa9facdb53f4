"""What follows a number: its scale, and the unit, currency, counter or ordinal ending that it belongs to."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from services.language.quantity import Kind
from services.language.units import COUNTERS_EN, COUNTERS_ZH, CURRENCIES, MEASURES, PERCENTS, SCALES


def _either(words: Iterable[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"[\s-]") for word in sorted(words, key=len, reverse=True))


def _latin(words: Iterable[str]) -> list[str]:
    return [word for word in words if word.isascii() or word in ("km²", "m²", "°c", "°f")]


def _wide(words: Iterable[str]) -> list[str]:
    return [word for word in words if not word.isascii() and word not in ("km²", "m²", "°c", "°f")]


_END = "(?![A-Za-z0-9])"
_SCALE_WORD = re.compile(
    rf"[\s-]?((?:hundreds?|thousands?|millions?|billions?|trillions?|lakhs?|crores?"
    rf"|dozen)(?:\s(?:thousand|million|billion|trillion))?){_END}",
    re.I,
)
_SCALE_SHORT = re.compile(rf"(\s?)(bn|bln|mn|mln|mm|mio|tn|trn|[kKmMbB]){_END}")
_WIDE_STEP = {"十": 10, "百": 100, "千": 10**3, "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}
# A thousand is no scale where it opens a unit: 千瓦, 兆帕, 百分.
_UNIT_OPENS = _either([*(word for word in _wide(MEASURES) if word[0] in _WIDE_STEP), "百分", "千分", "万分之"])
_SCALE_WIDE = re.compile(f"\\s?((?:(?!{_UNIT_OPENS})[{''.join(_WIDE_STEP)}])+)")
_MORE_WIDE = re.compile("(\\d+(?:\\.\\d+)?)([十百千万亿]+)|[零〇]?(\\d{1,4})(?=[元人名个家年])")
_MAYBE = re.compile("\\s?(?:多|余|餘|来)(?=[十百千万亿个名人家元年公次项位件台万])|\\+|\\s?plus(?![A-Za-z])")
_PERCENT = re.compile(
    rf"[\s-]?({_either(_latin(w for w in PERCENTS if w.isalpha() or ' ' in w))}){_END}"
    rf"|\s?({_either(['%', '‰', *_wide(PERCENTS)])})",
    re.I,
)
_MONEY_LATIN = [word for word in _latin(CURRENCIES) if word[0].isalpha() and "$" not in word]
_MONEY = re.compile(
    rf"[\s-]?(?:of\s)?({_either(_MONEY_LATIN)}){_END}|\s?(?:亿"
    rf"|万)?({_either(w for w in _wide(CURRENCIES) if w not in '¥€£₩₹₽')})(?!素|旦|首|件)|\s?(€|£)",
    re.I,
)
_MEASURE_TIGHT = re.compile(rf"\s?({_either(w for w in _latin(MEASURES) if len(w) <= 2)}){_END}")
_MEASURE = re.compile(
    rf"[\s-]?({_either(w for w in _latin(MEASURES) if len(w) > 2)}){_END}|\s?({_either(_wide(MEASURES))})", re.I
)
_COUNTER_WIDE = re.compile(rf"\s?({_either(COUNTERS_ZH)})")
_WORD = re.compile("\\s([a-z]+(?:-[a-z]+)?)(?:\\s([a-z]+))?(?![A-Za-z])", re.I)
_ORDINAL = re.compile("(?:st|nd|rd|th)(?![A-Za-z])", re.I)


@dataclass(frozen=True, slots=True)
class Suffix:
    """What was read behind a number. `added` is a further part in plain units ("1亿2000万" → 20000000); `step` the
    scale of the last part.
    """

    end: int
    scale: Decimal = Decimal(1)
    added: Decimal = Decimal(0)
    step: Decimal = Decimal(1)
    factor: Decimal = Decimal(1)
    unit: str | None = None
    kind: Kind = "number"


def read_suffix(text: str, at: int, currency: str | None = None) -> Suffix:
    """Read scale and unit that begin at `at`, directly behind a number; `currency` was read in front of it."""
    maybe = _MAYBE.match(text, at)
    at = maybe.end() if maybe else at
    end, scale, added, step = _scale(text, at, currency)
    maybe = _MAYBE.match(text, end)
    end = maybe.end() if maybe else end
    if currency:
        after = _MONEY.match(text, end)
        same = after is not None and _money_code(after) == currency
        return Suffix(after.end() if after and same else end, scale, added, step, unit=currency, kind="money")
    end, factor, unit, kind = _unit(text, end)
    return Suffix(end, scale, added, step, factor, unit, kind)


def _scale(text: str, at: int, currency: str | None) -> tuple[int, Decimal, Decimal, Decimal]:
    one, nothing = Decimal(1), Decimal(0)
    word = _SCALE_WORD.match(text, at)
    if word:
        scale = one
        for part in word.group(1).lower().split():
            scale *= SCALES[part]
        return word.end(), scale, nothing, scale
    short = _SCALE_SHORT.match(text, at)
    if short and _is_scale(text, short, currency):
        scale = SCALES[short.group(2).lower()]
        return short.end(), scale, nothing, scale
    wide = _SCALE_WIDE.match(text, at)
    return _wide_scale(text, wide) if wide else (at, one, nothing, one)


def _is_scale(text: str, short: re.Match[str], currency: str | None) -> bool:
    """ "5m" is metres unless there is money or a counted thing about; "10k", "3.5M", "2bn" are scales."""
    letters = short.group(2)
    if currency or _MONEY.match(text, short.end()):
        return True
    if letters in ("bn", "bln", "mn", "mln", "tn", "trn", "mio"):
        return True
    if letters in ("k", "K", "M", "B"):
        return not short.group(1)
    following = _WORD.match(text, short.end())
    return letters == "m" and following is not None and following.group(1).lower() in COUNTERS_EN


def _wide_scale(text: str, wide: re.Match[str]) -> tuple[int, Decimal, Decimal, Decimal]:
    scale = _product(wide.group(1))
    end, added, step = wide.end(), Decimal(0), scale
    more = _MORE_WIDE.match(text, end)
    while more and step > 1:
        smaller = _product(more.group(2)) if more.group(2) else Decimal(1)
        number = Decimal(more.group(1) or more.group(3))
        if smaller >= step or number * smaller >= step:
            break
        added, step, end = added + number * smaller, smaller, more.end()
        more = _MORE_WIDE.match(text, end)
    return end, scale, added, step


def _product(chars: str) -> Decimal:
    value = 1
    for char in chars:
        value *= _WIDE_STEP[char]
    return Decimal(value)


def _unit(text: str, at: int) -> tuple[int, Decimal, str | None, Kind]:
    one = Decimal(1)
    percent = _PERCENT.match(text, at)
    if percent:
        unit, factor = PERCENTS[_key(percent)]
        return percent.end(), factor, unit, "percent"
    money = _MONEY.match(text, at)
    if money:
        return money.end(), one, _money_code(money), "money"
    ordinal = _ORDINAL.match(text, at)
    if ordinal:
        return ordinal.end(), one, None, "ordinal"
    end, name = _measure_or_counter(text, at)
    return end, one, name, "count" if name else "number"


def _measure_or_counter(text: str, at: int) -> tuple[int, str | None]:
    tight = _MEASURE_TIGHT.match(text, at)
    if tight and tight.group(1) in MEASURES:
        return tight.end(), MEASURES[tight.group(1)]
    measure = _MEASURE.match(text, at)
    if measure:
        return measure.end(), MEASURES[_key(measure)]
    counter = _COUNTER_WIDE.match(text, at)
    if counter:
        return counter.end(), counter.group(1)
    word = _WORD.match(text, at)
    for group in (1, 2) if word else ():
        noun = word.group(group) if word else None
        if word and noun and noun.lower() in COUNTERS_EN:
            return word.end(group), noun.lower()
    return at, None


def _key(match: re.Match[str]) -> str:
    found = next(group for group in match.groups() if group)
    return re.sub(r"[\s-]", " ", found.lower())


def _money_code(match: re.Match[str]) -> str:
    return CURRENCIES[_key(match)]
