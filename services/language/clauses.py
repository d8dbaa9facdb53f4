"""Parts of a sentence that each state a figure of their own.

"Revenue was 3.5 million and profit 0.4 million" states two things, and one of them may be wrong. "Between 3 and 5
million" and "3, 4 and 5 units" state one. A cut is made where both sides hold a figure and the right side has words
besides it.
"""

import re

from services.language.dates import dates
from services.language.numbers import Quantity, quantities
from services.language.sentences import Span

_HARD = re.compile(r"\s*[;；]\s*")
_TURN = r"\b(?:and|but|while|whereas|compared (?:with|to)|versus|up from|down from)\b"
_SOFT = re.compile(
    rf"\s*(?:[,，]\s*(?:{_TURN}|\bagainst\b|而|但|且|并且?|同时|以及|高于|低于)?"
    rf"|{_TURN}|(?<=[\u4e00-\u9fff%％\d])(?:、|而|但|以及))\s*",
    re.IGNORECASE,
)
_OPEN_RANGE = re.compile(r"(?:\b(?:between|from)\b[^,;]{0,30}|介于[^，；]{0,20})$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]")
_TRIVIAL = re.compile(r"\b(?:and|or|to|of|about|some|around|approximately|only|just|的|约|和|与|及)\b", re.IGNORECASE)


def figures(text: str) -> list[Quantity]:
    """Quantities that are statements: no ordinals and no bare years."""
    return [each for each in quantities(text) if each.kind not in ("ordinal", "year")]


def clauses(sentence: str) -> list[Span]:
    """The parts in order, trimmed of their joints; the whole sentence when it states one thing."""
    days = [(each.start_char, each.end_char) for each in dates(sentence)]
    bounds = [each for each in figures(sentence) if not any(start <= each.start < end for start, end in days)]
    whole = [*days, *((each.start, each.end) for each in bounds)]
    found, left = [], 0
    for joint in _joints(sentence):
        if joint.start() <= left or any(start < joint.end() and joint.start() < end for start, end in whole):
            continue
        if _states(sentence, (left, joint.start()), bounds) and _starts_anew(sentence, joint, bounds):
            found.append(Span(left, joint.start()))
            left = joint.end()
    found.append(Span(left, len(sentence)))
    return found


def _joints(sentence: str) -> list[re.Match[str]]:
    return sorted(
        [*_HARD.finditer(sentence), *_SOFT.finditer(sentence)], key=lambda joint: (joint.start(), -joint.end())
    )


def _states(sentence: str, part: tuple[int, int], bounds: list[Quantity]) -> bool:
    start, end = part
    return any(start <= each.start and each.end <= end for each in bounds) and not _OPEN_RANGE.search(
        sentence[start:end]
    )


def _starts_anew(sentence: str, joint: re.Match[str], bounds: list[Quantity]) -> bool:
    """Whether the right side, up to the end of its first figure or a little on, says more than the figure."""
    after = [each for each in bounds if each.start >= joint.end()]
    if not after:
        return False
    first = after[0]
    limit = after[1].start if len(after) > 1 else len(sentence)
    around = sentence[joint.end() : first.start] + " " + sentence[first.end : limit]
    return _WORD.search(_TRIVIAL.sub(" ", around)) is not None
