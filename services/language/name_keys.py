"""The form under which two spellings of a name are compared."""

import re
from functools import lru_cache

from services.language.tokens import folded

_CORPORATE_EN = frozenset(
    [
        "inc",
        "incorporated",
        "ltd",
        "limited",
        "llc",
        "llp",
        "lp",
        "plc",
        "corp",
        "corporation",
        "co",
        "company",
        "gmbh",
        "ag",
        "sa",
        "nv",
        "bv",
        "oy",
        "ab",
        "spa",
        "group",
        "holdings",
        "holding",
    ]
)
_CORPORATE_ZH = re.compile("(?:集团)?(?:股份有限公司|有限责任公司|有限公司|总公司|公司|集团)$")
_QUALIFIER = re.compile(r"\s*[（(][^（()）]*[)）]\s*$")
_POSSESSIVE = re.compile(r"['’]s?\b(?=\s|$)")
_DOTTED = re.compile(r"(?<=\b\w)\.(?=\w\b)")
_PUNCTUATION = re.compile(r"[^\w\s]+|_+")
_HAN_SPACE = re.compile("(?<=[\u3400-\u9fff]) | (?=[\u3400-\u9fff])")
_HYPHEN = re.compile(r"(?<=\w)-(?=\d)|(?<=\d)-(?=\w)")


@lru_cache(maxsize=16_384)
def name_key(text: str) -> str:
    """NFKC, lower case, without accents, punctuation, leading "the" and corporate suffix; "" when nothing is left to
    compare.

    "The Apple Inc.'s" and "apple" share a key, "阿里巴巴集团有限公司" and "阿里巴巴" too, "X-200" and "X200" too.
    `name_key(name_key(x)) == name_key(x)`.
    """
    key = plain_key(text)
    while True:
        shorter = plain_key(_without_suffix(key))
        if shorter == key or not shorter:
            return key
        key = shorter


def title_key(title: str) -> str:
    """The key of a title without what tells it from others of the name: "Up (2009 film)" → "up"."""
    return name_key(_QUALIFIER.sub("", title))


def plain_key(text: str) -> str:
    """A whole text in the spelling of `name_key`, with nothing dropped from its ends: what keys are looked up in."""
    flat = folded(folded(text).lower())
    flat = _POSSESSIVE.sub("", flat)
    flat = _HYPHEN.sub("", _DOTTED.sub("", flat))
    flat = _PUNCTUATION.sub(" ", flat)
    return _HAN_SPACE.sub("", " ".join(flat.split()))


def _without_suffix(key: str) -> str:
    words = key.split()
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    while len(words) > 1 and words[-1] in _CORPORATE_EN:
        words = words[:-1]
    joined = " ".join(words)
    shorter = _CORPORATE_ZH.sub("", joined)
    return shorter if len(shorter) > 1 else joined
