"""Which clause of a sentence speaks of what is asked: "built in 1987 and will be withdrawn in 2026" gives two years."""

import re
from functools import lru_cache

from services.factcheck.asked import Asked
from services.factcheck.lines import Line
from services.language.statements import Value
from services.language.tokens import content_tokens

_JOINT = re.compile(
    r"[,;，；、]\s*|\s+(?:and|but|while|whereas|then)\s+|(?<=[\u4e00-\u9fff])(?:并|而|但)(?=[\u4e00-\u9fff])"
)


def is_of_another_clause(asked: Asked, line: Line, value: Value) -> bool:
    """Whether a date stands in a clause that says none of the question's words, and another date of the sentence in one
    that says some. Figures may stand far from their words: "costs were 1 and 2 million, respectively"."""
    rivals = [each for each in line.values if each.kind == value.kind and each is not value]
    if line.is_cell or value.kind != "date" or not rivals or not asked.words:
        return False
    own = _said(asked, line, value.start)
    return not own and any(_said(asked, line, each.start) for each in rivals)


def _said(asked: Asked, line: Line, at: int) -> frozenset[str]:
    return asked.words & next((words for start, end, words in _clauses(line.text) if start <= at < end), frozenset())


@lru_cache(maxsize=2_048)
def _clauses(sentence: str) -> tuple[tuple[int, int, frozenset[str]], ...]:
    cuts = [0, *(joint.start() for joint in _JOINT.finditer(sentence)), len(sentence) + 1]
    return tuple(
        (start, end, frozenset(content_tokens(sentence[start:end]))) for start, end in zip(cuts, cuts[1:], strict=False)
    )
