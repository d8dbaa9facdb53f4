"""Two sentences that are word for word the same but for one value: the surest sign that sources disagree."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

import rjieba

from services.factcheck.lines import Line
from services.language.statements import Value

_TOKEN = re.compile(r"[A-Za-z]+|\d+(?:[.,]\d+)*|[\u4e00-\u9fff]|[^\s\w]")
_HAN = re.compile("[\u4e00-\u9fff]")
_BEFORE_FIGURES = frozenset("为是约达有共过到近超至第的在于年月计了每人价额量率比占增减")
_ALIKE = 0.72
_PRESELECT = 0.55
_SHORTEST = 6
_LONGEST_SLOT = 6
_FEWEST_KEPT = 4

Token = tuple[str, int, int]


def variant_of(ours: Line, theirs: Line) -> tuple[Value, Value] | None:
    """The one value in which two sentences differ, on each side; None when they differ in more, or are not alike.

    At least 72 % of the tokens must match, and all that differs must lie within one figure, one date or one name on
    either side. Where no rule knows the differing words as a value they count as a name, up to six tokens.
    """
    left, right = _tokens(ours.text), _tokens(theirs.text)
    if min(len(left), len(right)) < _SHORTEST or _shared(left, right) < _PRESELECT:
        return None
    words = [token[0] for token in left], [token[0] for token in right]
    matcher = SequenceMatcher(None, *words, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return None
    codes = matcher.get_opcodes()
    changed = [code for code in codes if code[0] != "equal"]
    kept = sum(word[0].isalnum() for code in codes if code[0] == "equal" for word in words[0][code[1] : code[2]])
    if not changed or kept < _FEWEST_KEPT:
        return None
    first, last = changed[0], changed[-1]
    between = [
        words[0][code[1] : code[2]] for code in codes[codes.index(first) : codes.index(last)] if code[0] == "equal"
    ]
    if any(_tells_apart(common) for common in between) and not _is_one_value(ours, left, (first[1], last[2])):
        return None
    mine = _slot(ours, left, (first[1], last[2]))
    other = _slot(theirs, right, (first[3], last[4]))
    return (mine, other) if mine and other and mine.kind == other.kind else None


@lru_cache(maxsize=4_096)
def _tokens(text: str) -> tuple[Token, ...]:
    return tuple((match.group().lower(), match.start(), match.end()) for match in _TOKEN.finditer(text))


def _shared(left: tuple[Token, ...], right: tuple[Token, ...]) -> float:
    a, b = {token[0] for token in left}, {token[0] for token in right}
    return len(a & b) / max(len(a), len(b))


def _slot(line: Line, tokens: tuple[Token, ...], changed: tuple[int, int]) -> Value | None:
    """The value that holds every changed token; else the changed words themselves, when they are few."""
    begin, stop = changed
    if begin >= stop:  # Nothing of this side changed: the other side has something more, beside or inside a value.
        at = tokens[begin - 1][2] if begin else 0
        return _around(line, at, at)
    start, end = tokens[begin][1], tokens[stop - 1][2]
    known = _around(line, start, end)
    if known and known.kind == "quantity" and _breaks_word(line.text, end, known):
        known = None
    if known or stop - begin > _LONGEST_SLOT:
        return known
    if any(token[0][0].isdigit() for token in tokens[begin:stop]):
        start, end = _with_code(line.text, start, end)
    text = line.text[start:end]
    return Value("name", start, end, text, key=text.lower())


def _tells_apart(common: Sequence[str]) -> bool:
    """Whether words that both share part what differs in two: "Kessin handled 251" and "Ostrel handled 98"."""
    han = sum(bool(_HAN.match(word)) for word in common)
    return han > 1 or any(word.isalpha() and word.isascii() and len(word) > 3 for word in common)


def _is_one_value(line: Line, tokens: tuple[Token, ...], changed: tuple[int, int]) -> bool:
    begin, stop = changed
    return begin < stop and _around(line, tokens[begin][1], tokens[stop - 1][2]) is not None


def _around(line: Line, start: int, end: int) -> Value | None:
    found = [value for value in line.values if value.start <= start and end <= value.end]
    return min(found, key=lambda value: (value.end - value.start, value.kind == "name"), default=None)


def _breaks_word(text: str, end: int, value: Value) -> bool:
    """Whether the unit of a figure is only the first half of a word: 处 of 处理器 in 骁龙845处理器."""
    unit = text[end : value.end].strip()
    if not unit or not _HAN.match(unit):
        return False
    first = next(iter(rjieba.cut(text[end : end + 8].lstrip())), "")
    return len(first) > len(unit) and first.startswith(unit)


def _is_code(text: str, start: int) -> bool:
    """Whether a number is the tail of a name: glued to a letter, or to a Chinese character that no figure follows."""
    before = text[start - 1 : start]
    if not before or not text[start : start + 1].isdigit():
        return False
    return before.isascii() and before.isalpha() or bool(_HAN.match(before)) and before not in _BEFORE_FIGURES


def _with_code(text: str, start: int, end: int) -> tuple[int, int]:
    """A number that is the tail of a code with what it is glued to: 骁龙845, Kestrel240."""
    left = start
    while left > 0 and text[left - 1].isascii() and (text[left - 1].isalnum() or text[left - 1] == "-"):
        left -= 1
    if left == start and _is_code(text, start):
        left = max(start - 2, 0)
    return left, end
