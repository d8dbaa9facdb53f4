"""Roles that stand behind their names: 江帆执导，贺兰编剧，陈默、林溪领衔主演; "Ivo Vale played Dan"."""

import re
from collections.abc import Sequence

from services.language.aspects import Mention
from services.language.entity import Entity

_BEHIND = frozenset({"执导", "编剧", "主演", "饰演", "扮演", "作曲", "演唱", "主持", "撰写", "监制", "创立", "创办"})
_JOINT = re.compile("^(?:[、和与及]|以及)?(?:等人?)?(?:领衔|联合|共同|担任|出任|负责|担纲|亲自|作词)*$")
_HELD = re.compile("[，,]?\\s*(?:系|是|为|任|现任|曾任|担任|出任)(?P<what>[^，。；,;]{0,40})")


_DONE = re.compile(
    r"\s+(?:plays?|played|portray(?:s|ed)|voice[sd]|star(?:s|red)(?:\s+as)?)\s"
    r"|\s+as\s+(?=(?:the\s|an?\s)?[\"“'(]?(?-i:[A-Z]))",
    re.IGNORECASE,
)
# "Boss Garfield (Arlo Woodrow)": who plays a character stands in brackets behind it.
_CHARACTER = re.compile(r"[A-Z][\w'’.-]*\s\($")
_BRACKETED = re.compile(r"\s*\((?P<part>music|composer|director|screenplay)\)", re.IGNORECASE)
_PARTS = {"music": "composer", "composer": "composer", "director": "film_director", "screenplay": "screenwriter"}


def roles_held(sentence: str, name: tuple[int, int], *, said: Sequence[Mention]) -> frozenset[str]:
    """Keys of the roles in what a sentence says that a name is, or has done: "Ivo Vale played
    Dan", "Ivo Vale as Dan", "Ann Lee (music)"."""
    start, end = name
    if _DONE.match(sentence, end) or sentence[end : end + 1] == ")" and _CHARACTER.search(sentence, 0, start):
        return frozenset({"actor"})
    bracketed = _BRACKETED.match(sentence, end)
    if bracketed:
        return frozenset({_PARTS[bracketed["part"].lower()]})
    match = _HELD.match(sentence, end)
    if match is None:
        return frozenset()
    return frozenset(
        each.key for each in said if each.kind == "role" and match.start("what") <= each.start < match.end("what")
    )


def roles_after(
    sentence: str, name: tuple[int, int], *, said: Sequence[Mention], named: Sequence[Entity]
) -> list[Mention]:
    """The role that a name, or the list of names that it stands in, is followed by; none where one stands before it.

    `named` are the other names of the sentence.
    """
    start, end = name
    if any(each.end == start for each in said):
        return []
    following = [each for each in said if each.start >= end and sentence[each.start : each.end] in _BEHIND]
    return [each for each in following[:1] if _JOINT.match(_without(sentence, (end, each.start), named))]


def _without(sentence: str, span: tuple[int, int], named: Sequence[Entity]) -> str:
    """What stands between, without further names of the list and the marks before them."""
    start, end = span
    kept = start
    for each in sorted(named, key=lambda entity: entity.start):
        if start <= each.start and each.end <= end and re.fullmatch("[、和与及]", sentence[kept : each.start]):
            kept = each.end
    return sentence[kept:end]
