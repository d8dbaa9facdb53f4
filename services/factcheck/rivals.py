"""Whom a sentence names only beside the answer: the one who was beaten or only nominated, the one that a figure is set
against.

"Vale beat Orlo and won the cup": Orlo won nothing. "Growth in the provinces was above 8 %, well ahead of Velmoria":
the figure is none of Velmoria's.
"""

import re

from services.factcheck.asked import Asked, Named
from services.factcheck.lines import Line
from services.language.statements import Value

_WON = re.compile(r"\b(?:w[io]ns?|winners?|winning|champions?)\b|冠军|夺冠|胜者|获胜|赢得|金牌", re.IGNORECASE)
_BEATING = re.compile(
    r"\b(?:beat(?:s|ing|en)?|defeat(?:s|ed|ing)?|victory over|wins? over|won against|overc[ao]me)\s+(?:the\s|fellow\s)?"
    r"(?:[a-z-]+\s){0,3}$|(?:击败|战胜|打败|力克|大胜|横扫|逆转|胜)(?:了)?[^，。；\s]{0,6}?$",
    re.IGNORECASE,
)
_NOMINATED = re.compile(r"\bnomin(?:at|ee)\w*|\bshortlist\w*|提名|入围", re.IGNORECASE)
_KNOWN_AS = re.compile(
    r"(?:[(（,]\s*(?:also |better |formerly |originally )?(?:known as|called|titled|released as)"
    r"|\ba\.?k\.?a\.?)\s*[\"“']?$"
    "|(?:又名|原名|别名|又称|亦称)[《“：:]?$",
    re.IGNORECASE,
)
_AS = re.compile(r"[A-Z][\w.'’-]*\s(?:\([^)]*\)\s)?as\s(?:the\s)?(?:[a-z-]+\s){0,2}$")
_CALLED = re.compile(r"\b(?:known as|called|name[ds]?|title of|nicknames?|a\.?k\.?a)\b|名|称|叫", re.IGNORECASE)
_AGAINST = (
    r"(?:\bthan|\bahead of|\bbehind|\boutpac(?:es?|ed|ing)|\bexceed(?:s|ed|ing)?"
    r"|\bsurpass(?:es|ed|ing)?|\bovertak(?:es|ing)|\bversus|\bcompared (?:with|to)|\bagainst)"
    r"\s+(?:that of\s|those of\s)?(?:the\s)?"
    "|(?:超过|超越|高于|低于|优于|逊于|领先于?|落后于|不及|大于|小于|多于|少于)(?:了)?"
)
_AN_OBJECT = re.compile(rf"(?:{_AGAINST})$", re.IGNORECASE)


def is_beaten(asked: Asked, line: Line, value: Value | None) -> bool:
    """Whether a name is that of the loser where the winner is asked for."""
    if value is None or value.kind != "name" or not _WON.search(asked.text) or _BEATING.search(asked.text):
        return False
    return _BEATING.search(line.text, max(0, value.start - 60), value.start) is not None


def is_only_nominated(asked: Asked, line: Line, value: Value | None) -> bool:
    """Whether a name is among the nominees where nobody asks for them."""
    if value is None or value.kind != "name" or _NOMINATED.search(asked.text):
        return False
    before = re.split("[。；;]", line.text[: value.start])[-1]
    nominated = _NOMINATED.search(before)
    return nominated is not None and not _WON.search(before, nominated.end())


def is_other_name(asked: Asked, line: Line, value: Value | None) -> bool:
    """Whether a name is only what something else is known as, or whom an actor plays, where nobody asks for names."""
    if value is None or value.kind != "name" or _CALLED.search(asked.text):
        return False
    played = "actor" in asked.aspects and _AS.search(line.text, 0, value.start)
    return bool(played) or _KNOWN_AS.search(line.text, 0, value.start) is not None


def is_set_against(named: Named, line: Line, value: Value | None) -> bool:
    """Whether a figure is another's that is only compared with the thing named, wherever the line names it."""
    if value is None or not value.quantity:
        return False
    places = [match.start() for match in re.finditer(re.escape(named.text), line.text)]
    objects = [at for at in places if _AN_OBJECT.search(line.text, 0, at)]
    return bool(places) and len(objects) == len(places) and value.end <= min(places)
