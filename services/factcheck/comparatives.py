"""Whether a sentence that ranks two figures or dates ranks them as they are."""

import re
from collections.abc import Sequence

from services.factcheck.lines import Line
from services.factcheck.presence import present
from services.factcheck.strict import stands_in
from services.language.entities import name_key, named_entities
from services.language.lexicon import comparatives as lexicon
from services.language.name_keys import title_key
from services.language.numbers import Quantity
from services.language.statements import Value, values
from services.language.units import BASES

_THEN_EN, _THEN_ZH = r"\b(?:\s+than\b|\s*:)", "(?:[:：，,]|于|过)"
_UP_EN = "|".join(("more", *lexicon.UP_EN, *lexicon.LATER_EN, *(f"more {word}" for word in lexicon.MORE_EN)))
_DOWN_EN = "|".join(("less", *lexicon.DOWN_EN, *lexicon.EARLIER_EN, *(f"less {word}" for word in lexicon.MORE_EN)))
_UP_ZH, _DOWN_ZH = "|".join((*lexicon.UP_ZH, *lexicon.LATER_ZH)), "|".join((*lexicon.DOWN_ZH, *lexicon.EARLIER_ZH))
_UP = re.compile(rf"\b(?:{_UP_EN}){_THEN_EN}|更(?:{_UP_ZH}){_THEN_ZH}|[高多大晚]于", re.IGNORECASE)
_DOWN = re.compile(rf"\b(?:{_DOWN_EN}){_THEN_EN}|更(?:{_DOWN_ZH}){_THEN_ZH}|[低少小早]于", re.IGNORECASE)
_EXACT_EN = "|".join(f"(?:more|less) {word}" for word in (*lexicon.EXACT_EN, *lexicon.EFFICIENT_EN))
_EITHER_WAY = re.compile(
    rf"\b(?:{'|'.join(lexicon.EITHER_WAY_EN)}|{_EXACT_EN}){_THEN_EN}|更(?:{'|'.join(lexicon.EITHER_WAY_ZH)}){_THEN_ZH}",
    re.IGNORECASE,
)
_RANKED = re.compile(
    r"(?:(?:yes|no), )?(?P<x>.+?) (?:is|lived) [\w ]+?: (?P<v>.+?), against (?P<w>.+?) for (?P<y>.+?)\.?", re.IGNORECASE
)
_PARTS = (("x", "v"), ("y", "w"))
_WHOLE = 0.97


def direction_holds(sentence: str) -> bool:
    """False when a sentence says "A is higher: x, against y" and x is not; True when it ranks nothing, or not two
    values."""
    up, down = _UP.search(sentence), _DOWN.search(sentence)
    if bool(up) == bool(down) or _EITHER_WAY.search(sentence):
        return True
    said = values(sentence)
    figures = [value for value in said if value.quantity]
    dated = [value for value in said if value.days]
    pair = figures if len(figures) == 2 else (dated if not figures and len(dated) == 2 else [])
    if not pair:
        return True
    first, second = _size(pair[0]), _size(pair[1])
    return first > second if up else first < second


def ranks_cited(sentence: str, cited: Sequence[Line]) -> bool:
    """Whether a sentence ranks two figures or dates, each of which a cited passage gives for the thing it is of, or for
    what another cited passage says of that thing: a film's director."""
    if bool(_UP.search(sentence)) == bool(_DOWN.search(sentence)) and not _EITHER_WAY.search(sentence):
        return False
    ranked = _spelled(sentence) or _read(sentence)
    return len(ranked) == 2 and all(
        subject and any(_gives(line, value, subject, cited=cited) for line in cited) for subject, value in ranked
    )


def _spelled(sentence: str) -> list[tuple[str, Value]]:
    """Each value with what it is of, where the sentence is put as answers put it: a title may hold a year, too."""
    match = _RANKED.fullmatch(sentence.strip())
    if match is None:
        return []
    told = [(match[of], [each for each in values(match[said]) if each.quantity or each.days]) for of, said in _PARTS]
    return [(name_key(of), found[0]) for of, found in told if len(found) == 1]


def _read(sentence: str) -> list[tuple[str, Value]]:
    ranked = [value for value in values(sentence) if value.quantity or value.days]
    return [(value.subjects[0] if value.subjects else "", value) for value in ranked]


def _gives(line: Line, value: Value, subject: str, *, cited: Sequence[Line]) -> bool:
    if not stands_in(value, line):
        return False
    about = {each.passage.id: _words(each) for each in cited}
    opening = [name_key(each.text) for each in named_entities(line.text)[:1]]
    topics = [topic for topic in (title_key(line.passage.title), *opening) if topic]
    leads = any(_names(words, subject) and _names(words, topic) for words in about.values() for topic in topics)
    return _names(_words(line), subject) or leads


def _words(line: Line) -> str:
    return f"{line.passage.text} {line.around}"


def _names(words: str, key: str) -> bool:
    return present(key, words) >= _WHOLE


def _size(value: Value) -> float:
    if value.days:
        return float(value.days.first.toordinal())
    quantity: Quantity | None = value.quantity
    assert quantity is not None
    factor = BASES[quantity.unit][1] if quantity.unit in BASES else 1
    return float(quantity.value * factor)
