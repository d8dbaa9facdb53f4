"""Which measures, roles and events a text speaks of, and whether what is said is what was asked."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from services.language.any_of import any_of
from services.language.lexicon.aspects import EVENTS, LOOSE, MEASURES, ROLES, TERMS

_KINDS = {"measure": MEASURES, "role": ROLES, "event": EVENTS, "term": TERMS}
_ASCII = re.compile(r"[a-z]")
_SIGNS = {" ": r"\s+", "'": "['’]"}


@dataclass(frozen=True, slots=True)
class Mention:
    """A name of an aspect at `text[start:end]`; `kind` is "measure", "role", "event" or "term"."""

    key: str
    kind: str
    start: int
    end: int


def aspects(text: str) -> list[Mention]:
    """Every aspect that the text names, in order, longest name first where names overlap."""
    return list(_mentions(text))


@lru_cache(maxsize=8_192)
def _mentions(text: str) -> tuple[Mention, ...]:
    pattern, meaning = _compiled()
    found = []
    for match in pattern.finditer(text):
        kind, key = meaning[_folded(match.group())]
        found.append(Mention(key, kind, match.start(), match.end()))
    measures = [each for each in found if each.kind == "measure"]
    if len(measures) > 1:
        # 利润有多高 asks how much, not how high.
        found = [each for each in found if not text.startswith("有多", each.start)]
    return tuple(found)


def keys(text: str, kind: str = "") -> frozenset[str]:
    """Keys of the aspects that the text names, of one kind or of all."""
    return frozenset(mention.key for mention in aspects(text) if not kind or mention.kind == kind)


def fits(asked: Iterable[str], said: Iterable[str]) -> bool:
    """Whether one of the keys said is one that was asked, plain words ("profit") standing for exact ones both ways."""
    said = set(said)
    return any(key in said or not said.isdisjoint(near(key)) for key in asked)


def near(key: str) -> frozenset[str]:
    """Keys that a loose word stands for, and loose words that may stand for the key."""
    return LOOSE.get(key, frozenset()) | {loose for loose, exact in LOOSE.items() if key in exact}


def _folded(name: str) -> str:
    name = re.sub(r"\s+", " ", name.lower().replace("’", "'"))
    return name[:-1] if name.endswith("s") and not name.endswith("ss") and _ASCII.match(name) else name


@lru_cache(maxsize=1)
def _compiled() -> tuple[re.Pattern[str], dict[str, tuple[str, str]]]:
    meaning: dict[str, tuple[str, str]] = {}
    english: list[str] = []
    chinese: list[str] = []
    for kind, table in _KINDS.items():
        for key, line in table.items():
            for name in line.split("|"):
                meaning.setdefault(_folded(name), (kind, key))
                (english if _ASCII.match(name) else chinese).append(name)
    # No \b: it does not hold between a Latin letter and a Chinese character.
    rule = f"(?<![A-Za-z0-9])(?:{any_of(map(_english, english))})(?![A-Za-z0-9])|(?:{any_of(map(list, chinese))})"
    return re.compile(rule, re.IGNORECASE), meaning


def _english(name: str) -> list[str]:
    """The name sign by sign, as patterns: any white space, either apostrophe, a plural s or none."""
    stem = name[:-1] if name.endswith("s") and not name.endswith("ss") else name
    return [*(_SIGNS.get(sign, re.escape(sign)) for sign in stem), "s?"]
