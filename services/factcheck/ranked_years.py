"""Which year was best: the columns of one row set against each other, for "which year had the larger toll income"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from services.core.domain.passage import Evidence
from services.factcheck.asked import Asked
from services.factcheck.looked_up import Found, described
from services.language.statements import Days, periods
from services.language.tables import place_at

_WHICH = re.compile(
    r"^\W*(?:in|for|during)?\s*(?:which|what)\s(?:of\s(?:the|these)\s)?(?:\w+\s)?(?:fiscal\s|financial\s)?years?\b|哪一?年",
    re.IGNORECASE,
)
_HIGH = re.compile(
    r"\b(?:high(?:er|est)|larg(?:er|est)|great(?:er|est)|bigg(?:er|est)|more|most|peak(?:ed)?|maximum)\b"
    r"|最高|最多|最大|更高|更多|更大|较高|较多",
    re.IGNORECASE,
)
_LOW = re.compile(
    r"\b(?:low(?:er|est)|small(?:er|est)|less|least|few(?:er|est)|minimum)\b|最低|最少|最小|更低|更少|更小|较低|较少",
    re.IGNORECASE,
)
_FRAME = re.compile(
    rf"{_WHICH.pattern}|{_HIGH.pattern}|{_LOW.pattern}|\b(?:was|were|is|are|did|had|has|have|the)\b|\?.*$",
    re.IGNORECASE,
)


def ranked(asked: Asked, evidence: Sequence[Evidence]) -> tuple[Found, str] | None:
    """The cell of the year that is asked for, with the year as its head writes it; None for any other question."""
    up, down = _HIGH.search(asked.text), _LOW.search(asked.text)
    if not _WHICH.search(asked.text) or bool(up) == bool(down):
        return None
    figure = " ".join(_FRAME.sub(" ", asked.text).split())
    rows: dict[tuple[str, int], list[tuple[Found, Days]]] = {}
    for found in described(replace(asked, text=figure, expects="number", periods=()), evidence):
        for row, day in _dated(asked, found):
            rows.setdefault(row, []).append((found, day))
    several = [cells for cells in rows.values() if len({day.last.year for _, day in cells}) > 1]
    if not several:
        return None
    best = max(several, key=lambda cells: cells[0][0].words)
    chosen = (max if up else min)(best, key=lambda cell: _size(cell[0]))
    return replace(chosen[0], period=1.0), str(chosen[1].last.year)


def _dated(asked: Asked, found: Found) -> Iterator[tuple[tuple[str, int], Days]]:
    """The row of a cell and the one time of its column, when that is one of those asked about."""
    there = place_at(found.line.passage.text, found.line.start)
    days = periods(there.head) if there else []
    if there is None or len(days) != 1:
        return
    if not asked.periods or any(each.first.year <= days[0].last.year <= each.last.year for each in asked.periods):
        yield (found.line.passage.id, there.row.start), days[0]


def _size(found: Found) -> Decimal:
    assert found.value.quantity is not None
    return found.value.quantity.value
