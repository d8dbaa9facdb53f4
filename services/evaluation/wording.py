"""Answers as they are compared: folded, cut to what opens them, with their numbers read.

Written after the rules of the open evaluation set's README (Scoring, 2 and 3).
"""

import re
import unicodedata
from collections import Counter

_ARTICLES = frozenset({"a", "an", "the"})
_HAN = "\u3040-\u30ff\u3400-\u9fff"
_IS_HAN = re.compile(f"[{_HAN}]")
_KEPT_MARKS = ".%‰"
_CITATION = re.compile(r"\[\d{1,3}\]")
_UNIT = re.compile(f"[{_HAN}]|[^\\s{_HAN}]+")
_NUMBER = re.compile(
    r"(?P<digits>[-+−]?\d[\d,]*(?:\.\d+)?)\s*"
    r"(?P<unit>%|‰|per ?cent\b|thousand\b|million\b|mn\b|m\b|billion\b|bn\b|b\b|trillion\b|千万|百万|千|万亿|万|亿)?",
    re.IGNORECASE,
)
_FACTORS = {
    "thousand": 1e3, "千": 1e3, "万": 1e4, "百万": 1e6, "million": 1e6, "mn": 1e6, "m": 1e6, "千万": 1e7, "亿": 1e8,
    "billion": 1e9, "bn": 1e9, "b": 1e9, "trillion": 1e12, "万亿": 1e12,
}  # fmt: skip


def folded(text: str) -> str:
    """NFKC, lower case, without articles, citation marks and punctuation other than . % ‰; one space between words."""
    plain = unicodedata.normalize("NFKC", _CITATION.sub(" ", text)).lower()
    plain = re.sub(r"(?<=\d),(?=\d{3})", "", plain)
    kept = "".join(char if char.isalnum() or char in _KEPT_MARKS else " " for char in plain)
    return " ".join(word for raw in kept.split() if (word := raw.strip(".")) and word not in _ARTICLES)


def words(text: str) -> list[str]:
    """What token F1 counts: folded words, and single characters of Chinese and Japanese."""
    return _UNIT.findall(folded(text))


def opening(text: str, limit_words: int, limit_han: int) -> str:
    """The first `limit_words` words or `limit_han` Chinese characters; of mixed text a share of each."""
    used = 0.0
    for unit in _UNIT.finditer(text):
        used += 1 / limit_han if _IS_HAN.match(unit[0]) else 1 / limit_words
        if used > 1 + 1e-9:
            return text[: unit.start()]
    return text


def contains(text: str, form: str) -> bool:
    """Whether a text has a form of an answer: numbers by value, Chinese without spaces, words on their borders."""
    wanted = folded(form)
    if not wanted:
        return False
    if re.fullmatch(r"[-+]?\d+(?:\.\d+)?[%‰]?", wanted.replace(" ", "")):
        value = float(wanted.replace(" ", "").rstrip("%‰"))
        return any(abs(found - value) <= 1e-6 * abs(value) + 1e-9 for found, _ in numbers(text))
    if _IS_HAN.search(wanted):
        return wanted.replace(" ", "") in folded(text).replace(" ", "")
    return f" {wanted} " in f" {folded(text)} "


def numbers(text: str) -> list[tuple[float, str]]:
    """Numbers as written with the unit that follows: a magnitude's name, "%", "‰" or ""."""
    plain = unicodedata.normalize("NFKC", _CITATION.sub(" ", text)).replace("−", "-")
    found = []
    for match in _NUMBER.finditer(plain):
        unit = (match["unit"] or "").lower()
        unit = "%" if unit in ("percent", "per cent") else unit
        found.append((float(match["digits"].replace(",", "")), unit))
    return found


def in_scale(value: float, unit: str, scale: str) -> float:
    """A number with its unit in units of the expected scale; a number without a unit is taken to be in it already."""
    factor, wanted = _FACTORS.get(unit), _FACTORS.get(scale)
    if factor is None:
        return value
    return value * factor / (wanted or 1.0)


def token_f1(text: str, form: str) -> float:
    """Harmonic mean of precision and recall over words, in [0, 1]."""
    have, want = Counter(words(text)), Counter(words(form))
    shared = sum((have & want).values())
    return 2 * shared / (sum(have.values()) + sum(want.values())) if shared else 0.0


def covered(text: str, form: str) -> float:
    """Share of a form's words that a text has, in [0, 1]."""
    have, want = set(words(text)), words(form)
    return sum(word in have for word in want) / len(want) if want else 0.0
