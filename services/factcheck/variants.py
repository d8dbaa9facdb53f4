"""Two sentences that are word for word the same but for one value."""

import re
from difflib import SequenceMatcher

from services.factcheck.lines import Line
from services.language.statements import Value

_TOKEN = re.compile(r"[A-Za-z]+|\d+(?:[.,]\d+)*|[\u4e00-\u9fff]|[^\s\w]")
_ALIKE = 0.72
_SHORTEST = 6


def variant_of(anchor: Line, other: Line, answer: str) -> tuple[Value, Value] | None:
    """The answer and what stands in its place in the other line; None unless all else is the same.

    At least 72 % of the tokens must match, and the differing stretch must be the answer itself, on both sides a value of
    one kind or, for want of a known kind, a few words.
    """
    left, right = _tokens(anchor.text), _tokens(other.text)
    if min(len(left), len(right)) < _SHORTEST:
        return None
    at = anchor.text.find(answer)
    if at < 0 or answer in other.text:
        return None
    matcher = SequenceMatcher(None, [word for word, _, _ in left], [word for word, _, _ in right], autojunk=False)
    if matcher.ratio() < _ALIKE:
        return None
    changed = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    place = (at, at + len(answer))
    inside = [code for code in changed if code[0] == "replace" and _touches(left, (code[1], code[2]), place)]
    if not inside or any(_is_other_fact(left, right, code) for code in changed if code not in inside):
        return None
    if len(answer) < 0.6 * len(anchor.text):
        return _mapped(anchor, other, (place, matcher.get_opcodes(), left, right))
    begin, end = inside[0], inside[-1]
    ours = _value(anchor, (left[begin[1]][1], left[end[2] - 1][2]))
    theirs = _value(other, (right[begin[3]][1], right[end[4] - 1][2]))
    return (ours, theirs) if ours.kind == theirs.kind else None


Token = tuple[str, int, int]
Code = tuple[str, int, int, int, int]


def _mapped(
    anchor: Line, other: Line, found: tuple[tuple[int, int], list[Code], list[Token], list[Token]]
) -> tuple[Value, Value] | None:
    """The answer, and the stretch of the other line that the same tokens around it enclose."""
    place, codes, left, right = found
    inside = [at for at, (_, start, end) in enumerate(left) if start < place[1] and place[0] < end]
    first, last = inside[0], inside[-1] + 1
    begin, stop = _other_side(codes, first, right=False), _other_side(codes, last, right=True)
    if begin >= stop:
        return None
    ours = _value(anchor, (left[first][1], left[last - 1][2]))
    theirs = _value(other, (right[begin][1], right[stop - 1][2]))
    return (ours, theirs) if ours.kind == theirs.kind else None


def _other_side(codes: list[Code], index: int, *, right: bool) -> int:
    """The token border of the other line that answers to a border of this one."""
    for kind, start, end, other_start, other_end in codes:
        if start <= index <= end and not (right and index == start) and not (not right and index == end):
            if kind == "equal":
                return other_start + index - start
            return other_end if right else other_start
    return codes[-1][4] if right else 0


def _tokens(text: str) -> list[Token]:
    return [(match.group().lower(), match.start(), match.end()) for match in _TOKEN.finditer(text)]


def _touches(tokens: list[Token], span: tuple[int, int], place: tuple[int, int]) -> bool:
    if span[0] >= span[1]:
        return False
    start, end = tokens[span[0]][1], tokens[span[1] - 1][2]
    return start < place[1] and place[0] < end


def _is_other_fact(left: list[Token], right: list[Token], code: Code) -> bool:
    """Whether a difference outside of the answer is a figure or a capitalised name: then the sentences are about other things."""
    words = [word for word, _, _ in left[code[1] : code[2]]] + [word for word, _, _ in right[code[3] : code[4]]]
    return any(word[0].isdigit() for word in words) or (code[0] == "replace" and len(words) > 1)


def _value(line: Line, place: tuple[int, int]) -> Value:
    """The known value around a stretch, else the stretch as a name."""
    start, end = place
    around = [value for value in line.values if value.start <= start and end <= value.end + 1 and value.end <= end + 8]
    if around:
        return max(around, key=lambda value: (value.kind != "name", value.end - value.start))
    text = line.text[start:end]
    return Value("name", start, end, text, key=text.lower())
