"""Heads of a table: how many rows they take, what each column is headed by, and which rows head those below them."""

import re
from collections.abc import Sequence

_FIGURE = re.compile(r"^[\s($€£¥￥A-Z+\-−–~≈约]*\d[\d,.\s]*(?:%|％|[)）万亿元千百a-z]*)*$")
_DASH = re.compile(r"^[\s$€£¥￥(（]*[-–—−]+[\s)）%]*$")
_YEARISH = re.compile(
    r"^\W*(?:FY|CY)\s?['’]?\d\d\W*$|^\W*(?:FY|CY|Q[1-4]|H[12])?\W*(?:19|20)\d\d(?:\W*(?:年度?|Q[1-4]|H[12]|(?:年)?第?[一二三四1-4]季度|上半年|下半年|\d{1,2}月(?:\d{1,2}日)?))?\W*$",
    re.IGNORECASE,
)
_PERIODISH = re.compile(
    r"(?:19|20)\d\d|\b(?:FY|Q[1-4]|H[12])\s?['’]?\d\d|\b(?:year|month|quarter|week|period|half)s?\b"
    r"|\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s?\d{0,2}\b|年|季度|月|同比|本期|上期|期[初末]",
    re.IGNORECASE,
)
_SUMS_UP = re.compile(r"total\b|合计|总计|小计", re.IGNORECASE)
_MOST_HEADS = 6


def is_data(cell: str) -> bool:
    """Whether a cell holds a figure or the dash that stands for none; years and dates are heads."""
    if _YEARISH.match(cell):
        return False
    return _FIGURE.match(cell) is not None or _DASH.match(cell) is not None


def is_period(cell: str) -> bool:
    """Whether a cell names a time."""
    return _PERIODISH.search(cell) is not None


def head_rows(rows: Sequence[Sequence[str]], ruled: int = 0) -> int:
    """How many leading rows are heads: those above a rule (`ruled` of them, 0 for no rule), and rows without figures
    that go on heading the columns."""
    count = ruled or _leading(rows)
    while 0 < count < min(len(rows) - 1, _MOST_HEADS) and _goes_on(rows, count, ruled):
        count += 1
    return count


def _leading(rows: Sequence[Sequence[str]]) -> int:
    """The first row that heads columns, with the title rows (one cell alone) above it."""
    for at, row in enumerate(rows[:-1][:3]):
        others = [cell for cell in row[1:] if cell]
        if others:
            return 0 if any(map(is_data, others)) else at + 1
    return 0


def _goes_on(rows: Sequence[Sequence[str]], at: int, ruled: int) -> bool:
    """Whether a row below the first head is one, too: nothing in it is a figure, and it is no row of words."""
    row, others = rows[at], [cell for cell in rows[at][1:] if cell]
    if not others or any(map(is_data, others)):
        return False
    if all(map(_YEARISH.match, others)) or (not row[0] and not ruled):
        return True
    if not row[0] and all(map(is_period, others)):
        return True
    below = [cell for cell in rows[at + 1][1:] if cell]
    unlabelled = all(not above[0] or not any(above[1:]) for above in rows[:at])
    return unlabelled and not ruled and bool(below) and all(map(is_data, below))


def heads(rows: Sequence[Sequence[str]], width: int) -> tuple[str, ...]:
    """The head of each column from the head rows above it: a cell heads the empty columns right of it as well, a cell
    alone in its row all of them."""
    spread = [_spread(row, width) for row in rows if any(row[1:])] or [list(row) for row in rows]
    return tuple(" ".join(dict.fromkeys(row[at] for row in spread if at < len(row) and row[at])) for at in range(width))


def _spread(row: Sequence[str], width: int) -> list[str]:
    cells = [*row, *[""] * (width - len(row))]
    said = [at for at in range(1, width) if cells[at]]
    if len(said) == 1 and width > 2:
        return [cells[0], *[cells[said[0]]] * (width - 1)]
    last = ""
    for at in range(1, width):
        last = cells[at] = cells[at] or last
    return cells


def groups(rows: Sequence[Sequence[str]]) -> list[str]:
    """For each row the headings above it that stand alone in rows of their own: a time, and what is listed."""
    found, time, inner = [], "", ""
    for row in rows:
        label, others = (row[0], [cell for cell in row[1:] if cell]) if row else ("", [])
        if label and not others and len(row) > 1:
            if is_period(label) and not inner:
                time = label
            elif is_period(label):
                time, inner = label, ""
            else:
                inner = label.rstrip(":： ")
            found.append("")
            continue
        found.append(", ".join(part for part in (time, inner) if part))
        if not label or _SUMS_UP.match(label):
            inner = ""
    return found


def is_unlabelled_total(row: Sequence[str]) -> bool:
    """Whether a row of figures has no label, as sums under a list often have none."""
    return (
        len(row) > 1
        and not row[0]
        and any(map(is_data, row[1:]))
        and not any(cell and not is_data(cell) for cell in row)
    )
