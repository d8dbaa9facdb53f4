"""Whether a name that is asked about really stands in a text.

Look-alikes are the trap of business documents (Helena and Helen Marsh, X-200 and X-205), so nothing is forgiven here
but case, width, accents, punctuation and corporate suffixes.
"""

import re
from functools import lru_cache

from services.language.entities import name_key

_HAN = re.compile("[\u3400-\u9fff]")
_LATIN = re.compile("[A-Za-z]")
_NUMBERED = re.compile(r"(.*[^\d\s])\s?(\d+[a-z]{0,2})")
_OPENING = 24
UNKNOWN = 0.6


@lru_cache(maxsize=8_192)
def _field(text: str) -> str:
    return f" {name_key(text)} "


def present(key: str, text: str) -> float:
    """1 when the name stands there, the share of its words for a part of it ("Velmoor" of "velmoor pumps"), else 0."""
    if not key:
        return 0.0
    field = _field(text)
    if _stands(key, field):
        return 1.0
    words = key.split()
    if len(words) < 2:
        return 0.0
    found = [word for word in words if len(word) > 2 and _stands(word, field)]
    return 0.8 * len(found) / len(words)


def partly_present(phrase: str, text: str) -> float:
    """Share of a Chinese phrase's character pairs that stand in the text: for phrases that may or may not be one
    name."""
    pairs = {phrase[at : at + 2] for at in range(len(phrase) - 1)}
    return sum(pair in text for pair in pairs) / len(pairs) if pairs else 0.0


def comparable_script(key: str, text: str) -> bool:
    """Whether the name could stand in the text as it is written: a Latin name cannot stand in text that is all
    Chinese."""
    if _HAN.search(key):
        return _HAN.search(text) is not None
    return _LATIN.search(text) is not None


@lru_cache(maxsize=8_192)
def names_sibling(key: str, text: str) -> bool:
    """Whether the text opens with a name that differs from this one in its number alone: X-205 for X-200."""
    numbered = _NUMBERED.fullmatch(key)
    if not numbered:
        return False
    match = re.search(rf"{re.escape(numbered[1])} ?(\d+[a-z]{{0,2}})(?![a-z0-9])", _field(text))
    return match is not None and match.start() <= _OPENING and match[1] != numbered[2]


def _stands(key: str, field: str) -> bool:
    if _HAN.search(key):
        return _stands_han(key, field) or _stands_han(key.replace(" ", ""), field.replace(" ", ""))
    at = field.find(key)
    while at >= 0:
        before, after = field[at - 1 : at], field[at + len(key) : at + len(key) + 1]
        if not (_latin(before) or _latin(after)):
            return True
        at = field.find(key, at + 1)
    return False


def _stands_han(key: str, field: str) -> bool:
    """Chinese has no borders between words, but a number has: 海川64 does not stand in 海川640."""
    at = field.find(key)
    while at >= 0:
        if not (_latin(key[-1]) and _latin(field[at + len(key) : at + len(key) + 1])):
            return True
        at = field.find(key, at + 1)
    return False


def _latin(character: str) -> bool:
    return bool(character) and character.isascii() and character.isalnum()
