"""One page through pdfplumber: its words, and its tables with rules."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from pdfplumber.page import Page as PlumberPage

from services.ingestion.parse.clean import one_line
from services.ingestion.parse.pdf_flow import Page
from services.ingestion.parse.pdf_heads import RuledTable
from services.ingestion.parse.pdf_lines import Word, lines_of
from services.ingestion.parse.pdf_spans import has_heads, split_heads
from services.ingestion.parse.table_heads import FIGURE
from services.ingestion.parse.table_shape import Rows

_BOLD = re.compile(r"bold|black|heavy|semibold|demi", re.IGNORECASE)
_UNMAPPED = re.compile(r"\(cid:\d+\)")
_SPACE = 0.15  # of the font size: a wider gap parts words that have no space between them
_Char = dict[str, Any]  # pdfplumber's objects: coordinates in points, text, font


def read_page(page: PlumberPage) -> Page:
    """The page's lines outside of ruled tables, and those tables."""
    page = _without_stray_spaces(page)
    tables = [table for table in page.find_tables() if _is_table(table)]
    boxes = [table.bbox for table in tables]
    found = page.extract_words(x_tolerance_ratio=_SPACE, extra_attrs=["size", "fontname"])
    words = [_word(word) for word in found if not _UNMAPPED.search(word["text"])]
    outside = [word for word in words if word.text and not any(_inside(word, box) for box in boxes)]
    ruled = tuple(RuledTable(table.bbox[1], _cells(table, words), _columns(table)) for table in tables)
    return Page(page.page_number, float(page.width), float(page.height), tuple(lines_of(outside)), ruled)


def _without_stray_spaces(page: PlumberPage) -> PlumberPage:
    """The page without turned text, and without spaces that lie over letters.

    Reports pad their columns with spaces that run on under the next column; sorted by place they would cut its words.
    """
    letters: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for char in page.chars:
        if char["text"].strip():
            letters[round(char["top"])].append((char["x0"], char["x1"]))
    for places in letters.values():
        places.sort()

    def kept(item: _Char) -> bool:
        if item.get("object_type") != "char":
            return True
        if not item.get("upright", True):
            return False
        return bool(item["text"].strip()) or not _covered(item, letters[round(item["top"])])

    return page.filter(kept)


def _covered(space: _Char, letters: list[tuple[float, float]]) -> bool:
    """Whether the middle of a space lies inside a letter, or a letter begins well inside the space."""
    middle, margin = (space["x0"] + space["x1"]) / 2, 0.2 * (space["x1"] - space["x0"])
    at = bisect_right(letters, (space["x1"] - margin, 0.0))
    return at > 0 and (letters[at - 1][1] > middle + margin or letters[at - 1][0] > space["x0"] + margin)


def _word(word: _Char) -> Word:
    return Word(
        one_line(word["text"]),
        float(word["x0"]),
        float(word["x1"]),
        float(word["top"]),
        float(word["bottom"]),
        float(word["size"]),
        bool(_BOLD.search(word["fontname"])),
    )


def _inside(word: Word, box: tuple[float, float, float, float]) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.top + word.bottom) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _is_table(table: Any) -> bool:  # noqa: ANN401 -- pdfplumber does not export the type
    rows = _cells(table)
    filled = sum(bool(cell) for row in rows for cell in row)
    return len(rows) > 1 and max(map(len, rows)) > 1 and filled >= 3


def _cells(table: Any, words: Sequence[Word] = ()) -> Rows:  # noqa: ANN401 -- pdfplumber does not export the type
    rows: list[tuple[str, ...]] = []
    columns = _columns(table)
    for number, (row, drawn) in enumerate(zip(table.extract(x_tolerance_ratio=_SPACE), table.rows, strict=True)):
        texts = _to_the_right(row)
        if words and columns and has_heads(number, drawn.cells):
            two = split_heads(drawn.cells, texts, words=words, columns=columns)
            rows.extend(tuple(map(one_line, line)) for line in two)
        else:
            rows.extend(_lines_apart(texts))
    return tuple(row for row in rows if any(row))


def _columns(table: Any) -> tuple[tuple[float, float], ...]:  # noqa: ANN401 -- pdfplumber does not export the type
    """The edges of each column: those of its narrowest cell. () when one has no cell of its own."""
    narrowest: dict[int, tuple[float, float]] = {}
    for row in table.rows:
        for at, cell in enumerate(row.cells):
            if cell is not None and (at not in narrowest or cell[2] - cell[0] < narrowest[at][1] - narrowest[at][0]):
                narrowest[at] = (float(cell[0]), float(cell[2]))
    width = max((len(row.cells) for row in table.rows), default=0)
    return tuple(narrowest[at] for at in range(width)) if len(narrowest) == width else ()


def _to_the_right(row: list[str | None]) -> list[str]:
    """A row with figures that span columns (the columns that follow are None) in the last of them.

    Figures stand at the right; where other rows have a currency sign in a column of its own, these span it.
    """
    cells = [cell or "" for cell in row]
    for at in range(len(row) - 2, -1, -1):
        end = at
        while end + 1 < len(row) and row[end + 1] is None:
            end += 1
        if at and end > at and FIGURE.match(cells[at].strip()):
            cells[at], cells[end] = "", cells[at]
    return cells


def _lines_apart(row: list[str]) -> list[tuple[str, ...]]:
    """A row between two rules as one row, or as several where its cells hold equally many lines.

    Rules are not always drawn.
    """
    lines = [cell.split("\n") for cell in row]
    counts = Counter(len(cell) for cell, text in zip(lines, row, strict=True) if text)
    number, times = counts.most_common(1)[0] if counts else (1, 0)
    if number < 3 or times < 3 or times < 0.7 * counts.total():
        return [tuple(one_line(cell) for cell in row)]
    return [tuple(one_line(cell[at]) if at < len(cell) else "" for cell in lines) for at in range(number)]
