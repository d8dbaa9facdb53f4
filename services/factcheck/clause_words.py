"""Which clause of a sentence speaks of what is asked: "built in 1987 and will be withdrawn in 2026" gives two years."""

import re
from functools import lru_cache

from services.factcheck.asked import Asked
from services.factcheck.lines import Line
from services.language.statements import Value
from services.language.tokens import content_tokens

_RESPECTIVELY = re.compile(r"\brespectively\b|分别|依次", re.IGNORECASE)
_JOINT = re.compile(
    r"[,;，；、]\s*|\s+(?:and|but|while|whereas|then)\s+|(?<=[\u4e00-\u9fff])(?:并|而|但)(?=[\u4e00-\u9fff])"
)


def is_of_another_clause(asked: Asked, line: Line, value: Value) -> bool:
    """Whether a date or a share stands in a clause that says none of the question's words, and another one of the
    sentence in one that says some. Other figures may stand far from their words."""
    rivals = [each for each in line.values if each.kind == value.kind and each is not value]
    words = asked.words | (_names(asked) if value.quantity else frozenset())
    if line.is_cell or not _is_bound(value) or not rivals or not words or _RESPECTIVELY.search(line.text):
        return False
    own = _said(words, line, value.start)
    return not own and any(_said(words, line, each.start) for each in rivals)


def _is_bound(value: Value) -> bool:
    return value.kind == "date" or value.quantity is not None and value.quantity.kind == "percent"


def _names(asked: Asked) -> frozenset[str]:
    return frozenset(word for named in asked.names for word in content_tokens(named.text))


def _said(words: frozenset[str], line: Line, at: int) -> frozenset[str]:
    return words & next((words for start, end, words in _clauses(line.text) if start <= at < end), frozenset())


@lru_cache(maxsize=2_048)
def _clauses(sentence: str) -> tuple[tuple[int, int, frozenset[str]], ...]:
    cuts = [0, *(joint.start() for joint in _JOINT.finditer(sentence)), len(sentence) + 1]
    return tuple(
        (start, end, frozenset(content_tokens(sentence[start:end]))) for start, end in zip(cuts, cuts[1:], strict=False)
    )
