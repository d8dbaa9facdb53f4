"""Heads of a ruled table that stand above its rules: statements shade their rows and leave the heads on white."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from services.ingestion.parse.pdf_lines import Line
from services.ingestion.parse.table_heads import FIGURE, YEAR, heads_of
from services.ingestion.parse.table_shape import Rows, shaped, signs_joined

_MOST_HEADS = 4
_GAP = 1.8  # of the type's size, between the lines and the table
_SENTENCE = re.compile(r"[.。；;:：]$")


@dataclass(frozen=True, slots=True)
class RuledTable:
    """A table found by its rules: its upper edge, its cells, the left and right edge of each column where known."""

    top: float
    rows: Rows
    columns: tuple[tuple[float, float], ...] = ()


def with_heads_above(lines: Sequence[Line], table: RuledTable) -> tuple[list[Line], RuledTable]:
    """The lines that are not heads of the table below them, and the table with those that are."""
    rest = list(lines)
    if len(table.columns) < 3 or shaped(table.rows)[1]:
        return rest, table
    table = _used(table)
    heads: list[tuple[str, ...]] = []
    edge = table.top
    while rest and len(heads) < _MOST_HEADS and _is_near(rest[-1], edge) and (row := _over(rest[-1], table)):
        edge = rest.pop().top
        heads.insert(0, row)
    # One line of heads: each says all that stands over its column, and nothing is left to be guessed from empty cells.
    head = tuple(" ".join(filter(None, parts)) for parts in zip(*heads, strict=True))
    joined = replace(table, rows=(head, *table.rows))
    if not heads or not heads_of(joined.rows, 1):
        return list(lines), table
    return rest, joined


def _is_near(line: Line, edge: float) -> bool:
    return -line.size < edge - line.bottom < _GAP * max(line.size, 6.0)


def _over(line: Line, table: RuledTable) -> tuple[str, ...]:
    """The cells of a line by the columns they stand over, () when it is not a line of heads."""
    cells = line.cells()
    label = table.columns[0]
    texts = [cell.text for cell in cells]
    if any((FIGURE.match(text) and not YEAR.match(text)) or len(text) > 60 or _SENTENCE.search(text) for text in texts):
        return ()
    beyond = [cell for cell in cells if cell.x0 > label[1] - 2]
    if not beyond or len(cells) < 2 and len(_columns_of(beyond[0], table)) < 2:
        return ()
    row = [""] * len(table.columns)
    row[0] = " ".join(cell.text for cell in cells if cell not in beyond)
    if 2 * len(beyond) < len(table.columns):
        # Each is for several columns: a column has the nearest.
        row[1:] = [min(beyond, key=lambda cell: _distance(cell, edge)).text for edge in table.columns[1:]]
        return tuple(row)
    for cell in beyond:
        for column in _columns_of(cell, table):
            row[column] = f"{row[column]} {cell.text}".strip()
    return tuple(row)


def _columns_of(cell: Line, table: RuledTable) -> list[int]:
    """Columns of which a good part lies below a cell, or the nearest."""
    edges = list(enumerate(table.columns))[1:]
    below = [
        at for at, (x0, x1) in edges if min(x1, cell.x1) - max(x0, cell.x0) > 0.3 * min(x1 - x0, cell.x1 - cell.x0)
    ]
    return below or [min(edges, key=lambda edge: _distance(cell, edge[1]))[0]]


def _distance(cell: Line, edge: tuple[float, float]) -> float:
    return abs(cell.x0 + cell.x1 - edge[0] - edge[1]) / 2


def _used(table: RuledTable) -> RuledTable:
    """The table without the columns of its currency and percent signs, and others that hold nothing."""
    width = len(table.columns)
    rows = [signs_joined([*row, *[""] * (width - len(row))]) for row in table.rows]
    kept = [column for column in range(width) if column == 0 or any(row[column] for row in rows)]
    whole = tuple(tuple(row[column] for column in kept) for row in rows)
    return replace(table, rows=whole, columns=tuple(table.columns[column] for column in kept))
