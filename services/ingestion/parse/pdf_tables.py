"""Tables without rules: lines whose words stand in columns."""

import re
from collections.abc import Sequence

from services.ingestion.parse.pdf_lines import Line

_NUMBER = re.compile(r"^[$€£¥￥(]*[-+−–—]?[\d,.]+[)%％]*$|^[-–—]+$|^[$€£¥￥%)]+$")
_FEWEST_ROWS = 3

Rows = tuple[tuple[str, ...], ...]


def table_runs(lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Ranges [start, end) of lines that make a table: at least three rows of at least two columns, numbers among them
    or three columns.

    A line of one cell inside a table (a label that goes on, a section of the table) belongs to it when the table goes
    on behind it.
    """
    runs: list[tuple[int, int]] = []
    start = 0
    while start < len(lines):
        end = _run_end(lines, start)
        if end - start >= _FEWEST_ROWS and _is_table(lines[start:end]):
            runs.append((start, end))
            start = end
        else:
            start += 1
    return runs


def rows_of(lines: Sequence[Line]) -> Rows:
    """Cells by column: columns are the stretches of the page that cells of several lines share."""
    lines_cells = [line.cells() for line in lines]
    edges = _columns([cell for cells in lines_cells if len(cells) > 1 for cell in cells])
    rows: list[tuple[str, ...]] = []
    for cells in lines_cells:
        row = [""] * len(edges)
        for cell in cells:
            at = max(range(len(edges)), key=lambda index: _overlap(cell, edges[index]))
            row[at] = f"{row[at]} {cell.text}".strip()
        rows.append(tuple(row))
    return tuple(rows)


def _run_end(lines: Sequence[Line], start: int) -> int:
    if len(lines[start].cells()) < 2:
        return start
    end = start + 1
    singles = 0
    while end < len(lines) and lines[end].top - lines[end - 1].bottom < 2.2 * max(lines[end].size, 6.0):
        several = len(lines[end].cells()) > 1
        singles = 0 if several else singles + 1
        if singles > 1:
            break
        end += 1
    while end > start and len(lines[end - 1].cells()) < 2:
        end -= 1
    return end


def _is_table(lines: Sequence[Line]) -> bool:
    rows = [line.cells() for line in lines if len(line.cells()) > 1]
    if len(rows) < _FEWEST_ROWS:
        return False
    numeric = sum(any(_NUMBER.match(cell.text) for cell in cells[1:]) for cells in rows)
    wide = sum(len(cells) > 2 for cells in rows)
    words = sum(len(cell.words) for cells in rows for cell in cells) / sum(map(len, rows))
    return words < 6 and (numeric >= 0.5 * len(rows) or wide >= 0.6 * len(rows))


def _columns(cells: Sequence[Line]) -> list[tuple[float, float]]:
    """Horizontal stretches covered by cells, merged where they overlap.

    A cell that spans others makes no stretch of its own.
    """
    stretches: list[tuple[float, float]] = []
    for cell in sorted(cells, key=lambda cell: cell.x1 - cell.x0):
        touching = [edge for edge in stretches if edge[0] < cell.x1 and cell.x0 < edge[1]]
        if len(touching) > 1:
            continue
        if touching:
            stretches.remove(touching[0])
            cell_edge = (min(cell.x0, touching[0][0]), max(cell.x1, touching[0][1]))
            if any(edge[0] < cell_edge[1] and cell_edge[0] < edge[1] for edge in stretches):
                cell_edge = touching[0]
            stretches.append(cell_edge)
        else:
            stretches.append((cell.x0, cell.x1))
    return sorted(stretches)


def _overlap(cell: Line, edge: tuple[float, float]) -> float:
    shared = min(cell.x1, edge[1]) - max(cell.x0, edge[0])
    return shared if shared > 0 else -abs((cell.x0 + cell.x1 - edge[0] - edge[1]) / 2)
