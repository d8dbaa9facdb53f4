"""Rows of cells as files have them, made into a table that can be read.

Signs joined to their figures, heads known and complete.
"""

import re

from services.ingestion.parse.table_heads import FIGURE, heads_of
from services.ingestion.parsed import Block, BlockKind

Rows = tuple[tuple[str, ...], ...]

_SIGN_BEFORE = re.compile(r"^[$€£¥￥(]+$|^(?:US|HK)\$$")
_SIGN_BEHIND = re.compile(r"^[)%％*†‡]+$")


def table_block(rows: Rows, header_rows: int = 0, *, page: int = 0) -> Block:
    """A table, or a list of "key: value" lines when it has two columns and no heads.

    `header_rows` is what the format says, 0 when it says nothing; `table_heads` judges.
    """
    table, heads = shaped(rows, header_rows)
    width = max((len(row) for row in table), default=0)
    if width > 2 or heads:
        return Block(BlockKind.TABLE, page=page, rows=table, header_rows=heads)
    lines = (": ".join(filter(None, (row[0].rstrip(":："), *row[1:]))) for row in table)
    return Block(BlockKind.LIST, "\n".join(lines), page=page)


def shaped(rows: Rows, header_rows: int = 0) -> tuple[Rows, int]:
    """Rows of equal length without empty rows and columns, and how many of the first are heads.

    Currency and percent signs that stand in cells of their own are joined to their figures. Of several lines of heads
    the upper ones often span columns: an empty cell takes the head on its left. A line over the whole width is a
    title: a head when heads follow it, else a row of one cell.
    """
    width = max((len(row) for row in rows), default=0)
    square = [signs_joined(list(row) + [""] * (width - len(row))) for row in rows]
    full = [row for row in square if any(row)]
    kept = [column for column in range(width) if any(row[column] for row in full)]
    table = [[row[column] for column in kept] for row in full]
    titles = _titles(table)
    heads = _with_titles(table, titles, header_rows)
    for number, row in enumerate(table):
        if number >= heads and len(set(row)) == 1:
            row[1:] = [""] * (len(row) - 1)
        elif number < heads - 1:
            _spread(row)
    return tuple(map(tuple, table)), heads


def _titles(table: list[list[str]]) -> int:
    """How many of the first rows say one thing over the whole width."""
    count = 0
    while (
        count < len(table) and len(table[count]) > 1 and len(set(filter(None, table[count]))) == 1 and table[count][0]
    ):
        count += 1
    return count


def _with_titles(table: list[list[str]], titles: int, said: int) -> int:
    heads = heads_of(table[titles:], max(said - titles, 0))
    return titles + heads if heads else 0


def signs_joined(row: list[str]) -> list[str]:
    """The row, with signs that stand in cells of their own joined to the figures beside them."""
    for at, cell in enumerate(row):
        if _SIGN_BEFORE.match(cell):
            following = next((index for index in range(at + 1, len(row)) if row[index]), None)
            if following is not None and FIGURE.match(row[following]):
                row[at], row[following] = "", cell + row[following]
        elif _SIGN_BEHIND.match(cell):
            before = next((index for index in range(at - 1, -1, -1) if row[index]), None)
            if before is not None and re.search(r"[\d)]$", row[before]):
                row[at], row[before] = "", row[before] + cell
    return row


def _spread(row: list[str]) -> None:
    """Give empty cells the head on their left."""
    for at in range(2, len(row)):
        if not row[at] and row[at - 1]:
            row[at] = row[at - 1]
