"""Which country a nationality means: "Danish", "Denmark", 丹麦籍 and 丹麦人 are one."""

import re

from services.language.lexicon.nations import NATIONS

_ZH_END = re.compile("(?:籍|人|国籍|国人|籍人)$")
_EN_ENDS = re.compile(
    r"\s+(?:citizens?|nationals?|nationality|national|citizenship|people|descent|born)$|^(?:an?|from|citizen of)\s+",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*(?:[-–/、，,和]|\s+and\s+|\s+)\s*")


def nations_of(text: str) -> frozenset[str]:
    """English names of the countries that a nationality names ("French-Canadian" names two); empty for none."""
    bare = _EN_ENDS.sub("", text.strip(" .。,，\"'“”"))
    whole = _nation(bare)
    if whole:
        return frozenset({whole})
    parts = [_nation(part) for part in _BETWEEN.split(bare) if part]
    return frozenset(part for part in parts if part) if parts and all(parts) else frozenset()


def _nation(text: str) -> str:
    key = text.casefold()
    for form in (key, _ZH_END.sub("", key)):
        # A single Chinese character stands for a country only with its ending: 法籍, never 法.
        if form in NATIONS and not (len(key) == 1 and "\u4e00" <= key <= "\u9fff"):
            return NATIONS[form]
    return ""
