"""Numbers written in words: "three hundred and five", "twenty-first", "一千二百万", "二〇二四", "百分之十二"."""

import re
from decimal import Decimal, InvalidOperation
from functools import lru_cache

import cn2an

from services.language.lexicon.wordlist import ordered_words

_UNITS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen
"""
_SMALL: dict[str, int] = {word: value for value, word in enumerate(_UNITS.split())}
_TENS: dict[str, int] = {
    word: 10 * tens
    for tens, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2)
}
_BIG: dict[str, int] = {
    "thousand": 10**3,
    "lakh": 10**5,
    "million": 10**6,
    "crore": 10**7,
    "billion": 10**9,
    "trillion": 10**12,
}
_ORDINALS: dict[str, int] = {
    word: value
    for value, word in enumerate(
        ordered_words(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
            "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
        ),
        start=1,
    )
}
_FRACTIONS: dict[str, int] = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fourths": 4,
    "fifth": 5, "fifths": 5, "sixth": 6, "sixths": 6, "eighth": 8, "eighths": 8, "tenth": 10, "tenths": 10,
}  # fmt: skip

_ALL = "|".join(sorted([*_SMALL, *_TENS], key=len, reverse=True))
_SCALE = "hundred|thousand|lakh|million|crore|billion|trillion"
ENGLISH_CARDINAL = (
    rf"(?:(?:{_ALL})(?:[\s-]+(?:and\s+)?(?:{_ALL}|{_SCALE})(?![A-Za-z]))*|(?:a|half\s+an?)\s+(?:dozen"
    rf"|{_SCALE})(?:[\s-]+(?:{_SCALE}))*)(?![A-Za-z])"
)
ENGLISH_ORDINAL = rf"(?:(?:{'|'.join(_TENS)})-)?(?:{'|'.join(_ORDINALS)})(?![A-Za-z])"
ENGLISH_FRACTION = (
    rf"(?:one|two|three|four|five|a)[\s-]+(?:{'|'.join(sorted(_FRACTIONS, key=len, reverse=True))})(?![A-Za-z])"
)

CHINESE_DIGITS = "零〇一二三四五六七八九两"
CHINESE_NUMERAL = f"[{CHINESE_DIGITS}十百千万亿廿卅壹贰叁肆伍陆柒捌玖拾佰仟点]+"
_SPOKEN_YEAR = re.compile("[零〇一二三四五六七八九]{2,}")
_CHINESE_ARABIC = str.maketrans("零〇一二三四五六七八九", "00123456789")
_LONGEST = 40
_STEP = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "亿": 10**8}


@lru_cache(maxsize=4_096)
def english_number(words: str) -> Decimal | None:
    """The value of an English cardinal, or None when the words are no number."""
    total = current = 0
    parts = re.split(r"[\s-]+", words.lower())
    if len(parts) > _LONGEST:
        return None
    if parts[0] == "half":
        rest = english_number(" ".join(["a", *parts[2:]]))
        return None if rest is None else rest / 2
    for part in parts:
        if part == "a":
            current = 1
        elif part in _SMALL or part in _TENS:
            current += _SMALL.get(part, 0) or _TENS.get(part, 0)
        elif part == "dozen":
            current = max(current, 1) * 12
        elif part == "hundred":
            current = max(current, 1) * 100
        elif part in _BIG:
            total, current = (
                (total + max(current, 1) * _BIG[part], 0) if current or not total else (total * _BIG[part], 0)
            )
        elif part != "and":
            return None
    return Decimal(total + current)


def english_ordinal(words: str) -> Decimal | None:
    """ "twenty-first" → 21."""
    head, _, tail = words.lower().rpartition("-")
    return Decimal(_TENS.get(head, 0) + _ORDINALS[tail]) if tail in _ORDINALS else None


def english_fraction(words: str) -> Decimal | None:
    """ "two thirds" → 0.6667 (four places)."""
    parts = re.split(r"[\s-]+", words.lower())
    top = Decimal(1) if parts[0] == "a" else Decimal(_SMALL.get(parts[0], 0))
    below = _FRACTIONS.get(parts[-1])
    return (top / below).quantize(Decimal("0.0001")) if below and top else None


@lru_cache(maxsize=4_096)
def chinese_number(words: str) -> Decimal | None:
    """The value of a Chinese numeral ("一千二百万", "两百", "一点五", digit by digit "二〇二四"), or None when it is
    none.
    """
    if len(words) <= _LONGEST and _SPOKEN_YEAR.fullmatch(words):
        return Decimal(words.translate(_CHINESE_ARABIC))
    if not words or len(words) > _LONGEST or words[0] in "百千万亿点" or words[-1] == "点":
        return None
    try:
        return Decimal(str(cn2an.cn2an(words, "normal")))
    except (ValueError, KeyError, IndexError, InvalidOperation):
        return None


def chinese_step(words: str) -> Decimal:
    """The smallest step a round Chinese numeral is written to: "一千二百万" → 1,000,000; "一百零五" → 1."""
    step = 1
    for char in reversed(words):
        if char not in _STEP:
            break
        step *= _STEP[char]
    return Decimal(step)
