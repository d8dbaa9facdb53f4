"""Answers that a sentence states in a set phrase: the father in "daughter of A and B", both days of "(1901 – 1970)"."""

import re
from collections.abc import Iterable, Sequence

from services.core.domain.passage import Evidence
from services.factcheck.asked import Asked, Named
from services.factcheck.lines import Line, lines_of
from services.factcheck.presence import present
from services.language.relations import Relation, relation_asked, stated

_LASTING = (Relation.BORN, Relation.DIED, Relation.RELEASED, Relation.BIRTHPLACE, Relation.DEATHPLACE)
_NAMED = 0.97
_FIRST_VERB = re.compile(
    r"\s(?:is|was|are|were|has|had|became|married|died)\b|[(（,，。；;]|(?<=[\u4e00-\u9fff》])(?:是|为|由|于|在|出生)"
)


def related(asked: Asked, evidence: Sequence[Evidence]) -> Iterable[tuple[Line, tuple[int, int]]]:
    """Lines that state the relation asked for, of the thing asked about, with the answer's offsets in the passage."""
    relation = relation_asked(asked.text)
    names = [named for named in asked.names if not named.loose] or list(asked.names[:1])
    if relation is None or not names or asked.periods and relation not in _LASTING:
        return
    for item in evidence:
        lines = [line for line in lines_of(item.passage) if not line.is_cell]
        if not all(_is_met(named, lines) for named in names):
            continue
        for line in lines:
            for start, end in stated(relation, line.text, of=names[0].key, implied=_is_about(names[0], lines)):
                yield line, (line.start + start, line.start + end)


def of_another(asked: Asked, line: Line) -> bool:
    """Whether a line that names the thing asked about opens with something else, in a passage about something else."""
    names = [named for named in asked.names if not named.loose] or list(asked.names[:1])
    if not names or _is_about(names[0], [each for each in lines_of(line.passage) if not each.is_cell]):
        return False
    return present(names[0].key, _opening(line.text)) < _NAMED


def _is_met(named: Named, lines: Sequence[Line]) -> bool:
    return any(present(named.key, f"{line.around} {line.text}") >= _NAMED for line in lines)


def _is_about(named: Named, lines: Sequence[Line]) -> bool:
    """Whether the passage is about the named thing: its title names it, or its first sentence opens with it.

    "Ann Roe is a novelist and the wife of Bo Lind" opens with Ann Roe alone.
    """
    return any(present(named.key, f"{line.around} {_opening(line.text)}") >= _NAMED for line in lines[:1])


def _opening(sentence: str) -> str:
    """What stands before the first verb, bracket or mark of a sentence."""
    end = _FIRST_VERB.search(sentence)
    return sentence[: end.start()] if end else sentence
