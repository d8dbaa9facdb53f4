"""Tables inside text: lines of cells between bars, as parsers write them.

A table keeps its meaning in places that a single cell does not show: the row's label, the column's head, the unit in a
heading or a caption. This module finds them, so that "41.7" can be read as the revenue of a named company in a named
year, in EUR million.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from services.language.table_heads import groups, head_rows, heads, is_data, is_unlabelled_total
from services.language.table_units import currency_of, is_unscaled, signed, unit_in, with_currency, with_unit

__all__ = ["Cell", "Place", "Row", "Table", "place", "place_at", "spoken", "tables", "unit_in", "with_unit"]

_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"^\s*\|(?:\s*:?(?:[-=+]+|[–—]{2,}):?\s*\|)+\s*$")
_CAPTION_REACH = 300
_SHORT_CAPTION = 80
_INTRODUCES = re.compile(
    r"[:：]\s*$|\b(?:as follows|following|below|summari[sz]ed?|set forth|consist(?:s|ed) of)\b|单位|下表|如下",
    re.IGNORECASE,
)
_CURRENCY_ALONE = re.compile(r"^(?:(?:US|HK|A|C)?[$€£¥￥]|RMB|EUR|USD|GBP)?\s*\(?$")
_TAIL_ALONE = re.compile(r"^[)）]?\s*[%％]?[)）]?$")
_UNIT_NOTE = re.compile(r"[(（\[][^()（）]*[)）\]]|单位\s*[:：]\s*\S+")


@dataclass(frozen=True, slots=True)
class Cell:
    """`text[start:end]` of the text that the table is in, trimmed."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line of cells; `group` is what stands alone in rows above it ("As at 31 December", "Assets")."""

    start: int
    end: int
    cells: tuple[Cell, ...]
    group: str = ""

    @property
    def label(self) -> str:
        """What the row is about: its first cell that is not empty; the total where figures have no label at all."""
        texts = [cell.text for cell in self.cells]
        if is_unlabelled_total(texts):
            return "合计" if _is_chinese(self.group) else "Total"
        return next(filter(None, texts), "")


@dataclass(frozen=True, slots=True)
class Table:
    """`header` has one text a column ("" where there is none), `caption` is the line before the table."""

    start: int
    end: int
    caption: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]

    def head(self, column: int) -> str:
        """The head of a column, "" beyond the header."""
        return self.header[column] if 0 <= column < len(self.header) else ""


@dataclass(frozen=True, slots=True)
class Place:
    """A cell with what gives it meaning: the row's label, the column's head, the unit ("" when none is named)."""

    table: Table
    row: Row
    column: int
    unit: str

    @property
    def cell(self) -> Cell:
        """The cell itself."""
        return self.row.cells[self.column]

    @property
    def label(self) -> str:
        """The row's label."""
        return self.row.label

    @property
    def head(self) -> str:
        """The column's head."""
        return self.table.head(self.column)

    @property
    def context(self) -> str:
        """All words that tell what the cell is."""
        return " ".join(part for part in (self.table.caption, self.row.group, self.label, self.head) if part)


@lru_cache(maxsize=256)
def tables(text: str) -> tuple[Table, ...]:
    """Every table of the text, in order. A line of bars alone is no row."""
    blocks: list[list[re.Match[str]]] = []
    for line in _ROW.finditer(text):
        if blocks and not text[blocks[-1][-1].end() : line.start()].strip(" \t\r\n"):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    ends = [0, *(lines[-1].end() for lines in blocks)]
    return tuple(_table(text, lines, after) for lines, after in zip(blocks, ends, strict=False))


def place_at(text: str, offset: int) -> Place | None:
    """The cell that holds the character at `offset`, None outside of tables and in headers."""
    for table in tables(text):
        if not table.start <= offset < table.end:
            continue
        for row in table.rows:
            if row.start <= offset < row.end:
                column = max((i for i, cell in enumerate(row.cells) if cell.start <= offset), default=0)
                return place(table, row, column)
    return None


def place(table: Table, row: Row, column: int) -> Place | None:
    """A cell of a table with its label, head and unit; None in a row without cells."""
    if not row.cells:
        return None
    own = [table.head(column), *([row.label, row.group] if column else [])]
    unit = next(filter(None, map(unit_in, own)), "")
    if not unit and not is_unscaled(" ".join(own)):
        unit = with_currency(unit_in(table.head(0)) or unit_in(table.caption), *_currencies(table, row, column))
    return Place(table, row, column, unit)


def _currencies(table: Table, row: Row, column: int) -> tuple[str, str]:
    """The currency that a column's first figures show, down to a row; and the one that it shows anywhere."""
    above = anywhere = ""
    for each in table.rows:
        cells = each.cells[max(1, column - 1) : column + 1]
        sign = next(filter(None, (currency_of(cell.text) for cell in cells)), "")
        anywhere = anywhere or sign
        above = above or (sign if each.start <= row.start else "")
    return above, anywhere


def spoken(place: Place) -> str:
    """The cell as a phrase: "Velmoor Pumps, 2024: EUR 41.7 million (Revenue by company)"."""
    caption = _UNIT_NOTE.sub("", place.table.caption).strip(" :：,，")
    told = _bracketed(caption) if 0 < len(caption) <= _SHORT_CAPTION else ""
    return f"{_title(place)}{_colon(place.context)}{figure(place)}{told}"


def told_at(place: Place) -> int:
    """Where in the cell put in words its own text begins, behind label, heading and head."""
    return len(_title(place)) + len(_colon(place.context))


def figure(place: Place) -> str:
    """What a cell says, with its sign and unit, and with the currency or bracket that stands in a cell beside it."""
    cells, at = place.row.cells, place.column
    text = place.cell.text
    if is_data(text):
        before = cells[at - 1].text if at > 1 else ""
        after = cells[at + 1].text if at + 1 < len(cells) else ""
        text = f"{before if _CURRENCY_ALONE.match(before) else ''}{text}{after if _TAIL_ALONE.match(after) else ''}"
    return with_unit(signed(text), place.unit)


def _table(text: str, lines: list[re.Match[str]], after: int) -> Table:
    rows = [(_row(line), _is_rule(line, at)) for at, line in enumerate(lines)]
    rule = next((i for i, (_, is_rule) in enumerate(rows) if is_rule), None)
    plain = [row for row, is_rule in rows if not is_rule]
    cells = [[cell.text for cell in row.cells] for row in plain]
    count = head_rows(cells, min(rule, len(plain)) if rule else 0)
    if not lines[0].group().strip("| \t"):
        count = 0  # heads that are empty: the writer knows that there are none
    header = heads(cells[:count], max(map(len, cells), default=0)) if count else ()
    body = [replace(row, group=group) for row, group in zip(plain[count:], groups(cells[count:]), strict=True)]
    start = lines[0].start()
    filled = tuple(row for row in body if any(cell.text for cell in row.cells))
    return Table(start, lines[-1].end(), _caption(text[after:start]), header, filled)


def _is_rule(line: re.Match[str], at: int) -> bool:
    """A line of dashes, or empty heads; an empty row further down only parts two groups of rows."""
    return _RULE.match(line.group()) is not None or not at and not line.group().strip("| \t")


def _row(line: re.Match[str]) -> Row:
    cells, base, body = [], line.start(), line.group()
    left = body.index("|") + 1
    for part in body[left : body.rindex("|")].split("|"):
        trimmed = part.strip()
        begin = base + left + (len(part) - len(part.lstrip()) if trimmed else 0)
        cells.append(Cell(begin, begin + len(trimmed), trimmed))
        left += len(part) + 1
    return Row(line.start(), line.end(), tuple(cells))


def _caption(before: str) -> str:
    """The last line before a table that introduces one; else the last line, unless it is a sentence of its own."""
    lines = [line.strip().lstrip("#").strip() for line in before.strip().splitlines()]
    if not lines:
        return ""
    told = [line for line in lines if _INTRODUCES.search(line)]
    named = [line for line in told if unit_in(line)] or told
    if unit_in(lines[-1]) and len(lines[-1]) <= _SHORT_CAPTION:
        over = lines[-2] if len(lines) > 1 and lines[-2] in told else ""
        return f"{over} {lines[-1]}".strip()[-_CAPTION_REACH:]
    if not named:
        return "" if _is_sentence(lines[-1]) else lines[-1][-_CAPTION_REACH:]
    return named[-1][-_CAPTION_REACH:]


def _is_sentence(line: str) -> bool:
    return len(line) > _SHORT_CAPTION and line.endswith((".", "。")) and not _INTRODUCES.search(line)


def _title(place: Place) -> str:
    parts = [place.label, place.row.group] if place.column else []
    return _comma(place.context).join(filter(None, [*parts, place.head]))


def _is_chinese(words: str) -> bool:
    return re.search("[\u4e00-\u9fff]", words) is not None


def _comma(words: str) -> str:
    return "，" if _is_chinese(words) else ", "


def _bracketed(caption: str) -> str:
    return f"（{caption}）" if _is_chinese(caption) else f" ({caption})"


def _colon(words: str) -> str:
    return "：" if _is_chinese(words) else ": "
