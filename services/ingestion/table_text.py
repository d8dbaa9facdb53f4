"""Tables as text: a grid for people, and rows that carry their heads for search and for quoting one row alone."""

from collections.abc import Callable

from services.ingestion.parsed import Block
from services.language.tables import Table, place, tables, unit_in, with_unit

_LONGEST_HEAD = 80
_LONGEST_CAPTION = 300


def grid(block: Block) -> str:
    """Lines of cells between bars, the form that `services.language.tables` reads.

    A rule of dashes under known heads; empty heads over a table that is known to have none.
    """
    lines = [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in block.rows]
    if block.header_rows is not None and block.rows:
        width = max(map(len, block.rows))
        rule = "|" + " --- |" * width
        heads = [rule] if block.header_rows else ["|" + "  |" * width, rule]
        lines[block.header_rows : block.header_rows] = heads
    return "\n".join(lines)


def spelled_rows(caption: str, text: str) -> list[tuple[int, int, str]]:
    """Each row of a grid as "Head: value; Head: value" with the unit of its heading, and its [start, end) in the grid.

    `caption` is the text before the table, where units are often named. A table without heads gives "label: value;
    value".
    """
    before = f"{caption}\n" if caption else ""
    spelled: list[tuple[int, int, str]] = []
    for table in tables(before + text):
        for number, row in enumerate(table.rows):
            line = "; ".join(_pairs(table, number))
            if line:
                spelled.append((row.start - len(before), row.end - len(before), line))
    return spelled


def grid_parts(text: str, table: Table, fits: Callable[[str], bool]) -> list[tuple[int, int, str]]:
    """A grid that is too long for a passage as shorter ones, each with the caption, the heads and the headings of its
    rows, and with its [start, end) in the text. `fits` tells whether a text may be a passage."""
    rows = [row for row in table.rows if any(cell.text for cell in row.cells[1:]) or len(row.cells) == 1]
    if not rows:
        return [(table.start, table.end, text[table.start : table.end])]
    top = "\n".join(filter(None, [table.caption, text[table.start : table.rows[0].start].strip()]))
    parts: list[tuple[int, int, str]] = []
    made, group, start = top, "", table.start
    for row in rows:
        line = text[row.start : row.end].strip()
        heading = f"| {row.group} |{'  |' * (len(row.cells) - 1)}" if row.group else ""
        added = "\n".join(filter(None, [heading if row.group != group else "", line]))
        if made != top and not fits(f"{made}\n{added}"):
            parts.append((start, row.start, made))
            made, start = top, row.start
            added = "\n".join(filter(None, [heading, line]))
        made, group = "\n".join(filter(None, [made, added])), row.group
    return [*parts, (start, table.end, made)]


def _pairs(table: Table, number: int) -> list[str]:
    row = table.rows[number]
    pairs: list[str] = []
    said = ""
    for column, cell in enumerate(row.cells):
        if not cell.text or (cell.text == said and column and table.head(column) == table.head(column - 1)):
            continue
        said = cell.text
        head = table.head(column)[:_LONGEST_HEAD]
        if column == 0:
            # A head like "EUR million" over the labels is a unit for the figures, not what the labels are.
            pairs.append(cell.text if not head or unit_in(head) else f"{head}: {cell.text}")
            continue
        found = place(table, row, column)
        value = with_unit(cell.text, found.unit) if found is not None else cell.text
        pairs.append(f"{head}: {value}" if head and head != cell.text else value)
    return pairs


def _cell(text: str) -> str:
    return text.replace("|", "/").replace("\n", " ").strip()


def caption_of(paragraph: str) -> str:
    """The last line of the paragraph before a table, when it is short enough to be its caption."""
    lines = paragraph.splitlines()
    return lines[-1].strip() if lines and len(lines[-1]) <= _LONGEST_CAPTION else ""
