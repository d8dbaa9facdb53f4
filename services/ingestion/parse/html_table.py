"""Cells of an HTML table, with spans filled in."""

import re

from selectolax.lexbor import LexborNode

from services.ingestion.parse.clean import one_line

_WIDEST = 200
_GLUED = re.compile(r" ([,.;:)\]，。；：）])")  # parts of a cell are parted by spaces; marks belong to the part before

Rows = tuple[tuple[str, ...], ...]


def cells_of(table: LexborNode) -> tuple[Rows, int]:
    """Rows of equal length, and how many of the first are heads.

    A spanning cell is repeated; nested tables are text of their cell.
    """
    grid: list[list[str]] = []
    heads = 0
    open_spans: dict[int, tuple[int, str]] = {}
    for line in table.css("tr"):
        if not _is_own(line, table):
            continue
        cells = [cell for cell in line.iter() if cell.tag in ("td", "th")]
        if not cells:
            continue
        grid.append(_row(cells, open_spans))
        all_heads = all(cell.tag == "th" for cell in cells)
        in_head = line.parent is not None and line.parent.tag == "thead"
        if heads == len(grid) - 1 and (in_head or (all_heads and len(cells) > 1)):
            heads = len(grid)
    width = max((len(row) for row in grid), default=0)
    rows = tuple(tuple(row + [""] * (width - len(row))) for row in grid if any(row))
    return rows, min(heads, max(len(rows) - 1, 0))


def _row(cells: list[LexborNode], open_spans: dict[int, tuple[int, str]]) -> list[str]:
    row: list[str] = []
    for cell in cells:
        _fill(row, open_spans)
        text = _GLUED.sub(r"\1", one_line(cell.text(separator=" ")))
        across, down = _span(cell, "colspan"), _span(cell, "rowspan")
        for _ in range(min(across, _WIDEST - len(row))):
            if down > 1:
                open_spans[len(row)] = (down - 1, text)
            row.append(text)
    _fill(row, open_spans)
    return row


def _fill(row: list[str], open_spans: dict[int, tuple[int, str]]) -> None:
    """Repeat cells of rows above that reach down to the next column of this row."""
    while len(row) in open_spans:
        at = len(row)
        left, text = open_spans.pop(at)
        if left > 1:
            open_spans[at] = (left - 1, text)
        row.append(text)


def _span(cell: LexborNode, name: str) -> int:
    value = cell.attributes.get(name) or "1"
    return max(1, min(int(value), _WIDEST)) if value.isdigit() else 1


def _is_own(line: LexborNode, table: LexborNode) -> bool:
    parent = line.parent
    while parent is not None and parent.tag != "table":
        parent = parent.parent
    return parent is not None and parent.mem_id == table.mem_id
