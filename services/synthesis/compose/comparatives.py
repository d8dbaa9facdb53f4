"""The comparative of a question: which way it points for the figures at hand, and how the answer repeats it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from services.language.lexicon import comparatives as lexicon
from services.language.numbers import Quantity
from services.language.units import BASES
from services.synthesis.compose.directions import Direction, direction_of

_UP, _DOWN, _EARLIER, _LATER = Direction.MORE, Direction.LESS, Direction.EARLIER, Direction.LATER
_ERROR = re.compile(
    r"±|\+/-|\berrors?\b|\btolerance\b|\buncertainty\b|\bdeviation\b|误差|偏差|公差|不确定度", re.IGNORECASE
)
_MOSTLY_RIGHT = 50
_IRREGULAR = {
    "heaviest": "heavier",
    "biggest": "bigger",
    "thinnest": "thinner",
    "hottest": "hotter",
    "priciest": "pricier",
}
_ENDS_ZH = "(?=[？?吗呢些点一]|的|$|[:：，,])"
_BEFORE_ZH = "(?:哪一?[个家款种台座条辆位者方]?|谁|更|比较|较|最|还要?|要)"
_RELATIONS = frozenset(
    {Direction.SAME, Direction.DIFFERENCE, Direction.RATIO, Direction.TOTAL},
)
_DEFAULT = {
    "en": {_UP: "higher", _DOWN: "lower", _EARLIER: "earlier", _LATER: "later"},
    "zh": {_UP: "高", _DOWN: "低", _EARLIER: "早", _LATER: "晚"},
}


@dataclass(frozen=True, slots=True)
class Comparative:
    """What is asked: `direction` of the winner, and the `word` that says so ("lighter", "more accurate", 贵)."""

    direction: Direction
    word: str


def comparative_of(question: str, said: Sequence[str], figures: Sequence[Quantity], *, chinese: bool) -> Comparative:
    """The comparative for figures that stand in the sentences `said`; dates have no figures."""
    direction = direction_of(question)
    if direction in _RELATIONS:
        return Comparative(direction, "")
    word, group = _chinese(question) if chinese else _english(question)
    found = _pointing(group, " ".join((question, *said)), figures) if group else direction
    if not group and direction is Direction.NONE:
        return Comparative(Direction.NONE, "")
    return Comparative(found, word or _DEFAULT["zh" if chinese else "en"].get(found, ""))


def _english(question: str) -> tuple[str, str]:
    """The comparative in the question and the group it belongs to; two empty strings for none."""
    more = re.search(r"\b(more|less|most|least)\s([a-z]+)\b", question, re.IGNORECASE)
    if more:
        low = more[1].lower() in ("less", "least")
        for group, words in (("exact", lexicon.EXACT_EN), ("efficient", lexicon.EFFICIENT_EN), ("up", lexicon.MORE_EN)):
            if more[2].lower() in words:
                return f"{'less' if low else 'more'} {more[2].lower()}", f"-{group}" if low else group
    for spelled in re.findall(r"\b[a-z]+(?:er|est)\b", question.lower()):
        word = _IRREGULAR.get(spelled, re.sub("est$", "er", spelled))
        group = next((name for name, words in _GROUPS_EN if word in words), "")
        if group:
            return word, group
    return "", ""


def _chinese(question: str) -> tuple[str, str]:
    for name, signs in _GROUPS_ZH:
        for sign in signs:
            if re.search(f"{_BEFORE_ZH}{sign}{_ENDS_ZH}|{sign}(?:一些|一点|些)(?:[？?呢]|$)", question):
                return sign, name
    return "", ""


_GROUPS_EN = (
    ("up", lexicon.UP_EN),
    ("down", lexicon.DOWN_EN),
    ("early", lexicon.EARLIER_EN),
    ("late", lexicon.LATER_EN),
    ("fast", lexicon.FAST_EN),
    ("-fast", lexicon.SLOW_EN),
    ("old", lexicon.OLD_EN),
    ("-old", lexicon.YOUNG_EN),
)
_GROUPS_ZH = (
    ("exact", lexicon.EXACT_ZH),
    ("efficient", lexicon.EFFICIENT_ZH),
    ("-old", lexicon.YOUNG_ZH),
    ("old", lexicon.OLD_ZH),
    ("fast", lexicon.FAST_ZH),
    ("-fast", lexicon.SLOW_ZH),
    ("up", lexicon.UP_ZH),
    ("down", lexicon.DOWN_ZH),
    ("early", lexicon.EARLIER_ZH),
    ("late", lexicon.LATER_ZH),
)
_PLAIN = {"up": _UP, "down": _DOWN, "early": _EARLIER, "late": _LATER}
_OTHER_WAY = {_UP: _DOWN, _DOWN: _UP, _EARLIER: _LATER, _LATER: _EARLIER}


def _pointing(group: str, text: str, figures: Sequence[Quantity]) -> Direction:
    bare = group.removeprefix("-")
    if bare in _PLAIN:
        found = _PLAIN[bare]
    elif bare == "old":
        found = _UP if figures else _EARLIER
    elif bare == "fast":
        found = _DOWN if figures and all(_is_time(each) for each in figures) else _UP
    elif bare == "efficient":
        found = _DOWN if not all(each.kind == "percent" for each in figures) else _UP
    else:
        high = figures and all(each.kind == "percent" and each.value > _MOSTLY_RIGHT for each in figures)
        found = _UP if high and not _ERROR.search(text) else _DOWN
    return _OTHER_WAY[found] if group.startswith("-") else found


def _is_time(quantity: Quantity) -> bool:
    return quantity.unit in BASES and BASES[quantity.unit][0] in ("s", "day", "month")
