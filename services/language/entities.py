"""Names and values in English, Chinese and mixed text, by rules. A trained tagger may later stand behind the same
function.
"""

import re
from collections.abc import Iterator

from services.language.chinese_names import chinese_names
from services.language.dates import dates
from services.language.english_names import english_names, product_codes
from services.language.entity import Entity, EntityKind
from services.language.name_keys import name_key
from services.language.numbers import quantities

__all__ = ["Entity", "EntityKind", "entities", "name_key", "named_entities"]

_QUOTED = re.compile(
    r"《([^《》\n]{1,60})》|〈([^〈〉\n]{1,60})〉|「([^「」\n]{1,40})」|『([^『』\n]{1,40})』|“([^“”\n]{1,60})”|\"([^\"\n]{2,60})\""
)
_SENTENCE_INSIDE = re.compile(r"[。！？；]|[.!?;]\s|,\s.*,\s|，.*，")
_HAN = re.compile("[\u3400-\u9fff]")
_LATIN = re.compile("[A-Z]|[A-Za-z]-?\\d|\\d[A-Z]")


def entities(text: str) -> list[Entity]:
    """Names, titles in quotes, dates and numbers of a text, in order, not overlapping.

    Where readings overlap a quoted title wins, then the longer, then names over dates over numbers.
    """
    found = [(each, 1) for each in _names(text)]
    found.extend((Entity(one.start_char, one.end_char, one.text, "date"), 2) for one in dates(text))
    found.extend((Entity(one.start, one.end, one.text, "number"), 3) for one in quantities(text))
    return _settled(text, found)


def named_entities(text: str) -> list[Entity]:
    """As `entities`, without dates and numbers: about three times as fast."""
    return _settled(text, [(each, 1) for each in _names(text)])


def _names(text: str) -> Iterator[Entity]:
    if _LATIN.search(text):
        yield from english_names(text)
        yield from product_codes(text)
    if _HAN.search(text):
        yield from chinese_names(text)


def _quoted(text: str) -> Iterator[Entity]:
    for match in _QUOTED.finditer(text):
        inner = next(group for group in match.groups() if group is not None)
        if inner.strip() and not _SENTENCE_INSIDE.search(inner):
            start = text.index(inner, match.start())
            yield Entity(start, start + len(inner), inner, "other")


def _settled(text: str, found: list[tuple[Entity, int]]) -> list[Entity]:
    quoted = [(each, 0) for each in _quoted(text)]
    ranked = sorted(
        (*quoted, *found), key=lambda pair: (pair[1] > 0, pair[0].start - pair[0].end, pair[1], pair[0].start)
    )
    taken: list[Entity] = []
    used = bytearray(len(text))
    for each, _ in ranked:
        if each.end > each.start and used.find(1, each.start, each.end) < 0:
            used[each.start : each.end] = b"\x01" * (each.end - each.start)
            taken.append(each)
    return sorted(taken, key=lambda one: one.start)
