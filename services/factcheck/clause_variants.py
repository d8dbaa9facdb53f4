"""Two clauses that are word for word the same but for a figure or a date, in sentences that are otherwise unlike.

"Of 1.4 million births, the birth rate being 10.5 per mille, …" and "The birth rate was put down as …": what a report
says of one measure is often copied clause by clause. A clause alone names no subject and no time: what its sentence
says of them must meet, and nothing that only one of them names may set them apart.
"""

import re
from collections.abc import Iterable

from services.factcheck.asked import Asked
from services.factcheck.fit import standing
from services.factcheck.lines import Line, led_by
from services.language.aspects import aspects
from services.language.statements import Days, Value, periods
from services.language.tokens import content_tokens

_CUT = re.compile(r"[;；。!！?？…]|[,，](?!\d)|\.(?=\s|$)|\s[–—-]\s|\.{2,}")
_SIGN = re.compile(r"[A-Za-z]+|\d+(?:[.,]\d+)*|[\u4e00-\u9fff]")
_FEWEST = {"en": 3, "zh": 4}
_KINDS = ("quantity", "date")
_ABOUT = 0.8

Frame = tuple[str, ...]


def clause_variants(asked: Asked, ours: Line, theirs: Line) -> Iterable[tuple[Value, Value]]:
    """Values of two lines whose clauses differ in nothing else, where the clause says what the question asks for."""
    if ours.is_cell or theirs.is_cell:
        return
    others = [(value, _frame(theirs, value)) for value in theirs.values if value.kind in _KINDS]
    for value in ours.values:
        frame = _frame(ours, value) if value.kind in _KINDS else ()
        if not _says_it(asked, frame):
            continue
        for other, theirs_frame in others:
            if other.kind == value.kind and theirs_frame == frame and _meet(asked, (ours, value), (theirs, other)):
                yield value, other


def _frame(line: Line, value: Value) -> Frame:
    """The words of the value's clause, the value left out."""
    cuts = [match.span() for match in _CUT.finditer(line.text)]
    left = max((end for _, end in cuts if end <= value.start), default=0)
    right = min((start for start, _ in cuts if start >= value.end), default=len(line.text))
    before, after = line.text[left : value.start], line.text[value.end : right]
    return (*_SIGN.findall(before.lower()), "", *_SIGN.findall(after.lower()))


def _says_it(asked: Asked, frame: Frame) -> bool:
    """Whether the clause is long enough to be no accident, and has the words of what is asked for."""
    said = [word for word in frame if word]
    chinese = any("\u4e00" <= word <= "\u9fff" for word in said)
    if len(said) < _FEWEST["zh" if chinese else "en"]:
        return False
    text = ("" if chinese else " ").join(said)
    measured = {word for each in asked.mentions for word in content_tokens(asked.text[each.start : each.end])}
    wanted = measured or asked.words
    met = wanted & set(content_tokens(text))
    keys = {each.key for each in aspects(text)}
    return bool(asked.aspects & keys) or bool(wanted) and 2 * len(met) >= len(wanted)


def _meet(asked: Asked, a: tuple[Line, Value], b: tuple[Line, Value]) -> bool:
    """Whether both are said of one thing and, if they are figures, of one time."""
    first, second = _time(*a), _time(*b)
    if a[1].kind == "quantity" and (first is None or second is None or not first.meets(second)) and first != second:
        return False
    named = [each for each in asked.names if not each.loose]
    if named and all(standing(each, *said) >= _ABOUT for each in named for said in (a, b)):
        return True
    mine, theirs = set(a[1].subjects), set(b[1].subjects)
    return not mine or not theirs or bool(mine & theirs)


def _time(line: Line, value: Value) -> Days | None:
    """When a value holds: as its own sentence says, else as the sentence that it goes on from."""
    before = (each for earlier in led_by(line) for each in periods(earlier.text)[:1])
    return value.period or next(before, None)
