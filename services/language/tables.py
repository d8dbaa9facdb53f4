"""Tables inside text: lines of cells between bars, as parsers write them.

A table keeps its meaning in places that a single cell does not show: the row's label, the column's head, the unit in a
heading or a caption. This module finds them, so that "41.7" can be read as the revenue of a named company in a named
year, in EUR million.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)
_CELL = re.compile(r"[^|\n]+")
_RULE = re.compile(r"^[\s|:\-–—=+]+$")
_FIGURE = re.compile(r"^[\s($€£¥￥A-Z+\-−~≈约]*\d[\d,.\s]*(?:%|％|[)）万亿元千百a-z]*)*$")
_YEARISH = re.compile(
    r"^\W*(?:FY|CY|Q[1-4]|H[12])?\W*(?:19|20)\d\d(?:\W*(?:年度?|Q[1-4]|H[12]|(?:年)?第?[一二三四1-4]季度|上半年|下半年|\d{1,2}月(?:\d{1,2}日)?))?\W*$",
    re.IGNORECASE,
)
_UNIT_WORD = (
    r"(?:(?:US|HK|A|C)?[$€£¥￥]|EUR|USD|GBP|CNY|RMB|HKD|JPY|人民币|美元|欧元|港元|日元)?\s*"
    r"(?:thousands?|millions?|billions?|thousand|mn|bn|[mk]|百万|千万|十亿|[千万亿])?\s*"
    r"(?:dollars?|euros?|pounds?|yuan|元|美元|欧元|EUR|USD|GBP|CNY|RMB|%|％|per ?cent"
    r"|kg|kilograms?|tonnes?|t|吨|公斤|千克|m²|m2|sq ?m|square met(?:re|er)s?|平方米|㎡|people|persons?|employees|人|名"
    r"|units?(?: a year| per year)?|件|台|套|辆|years?|年|months?|个月|days?|天|hours?|小时"
    r"|℃|°C|bar|mm|cm|km|kW|MW|kWh|MWh)?"
)
_UNIT_PLACES = (
    re.compile(rf"单位\s*[:：]?\s*({_UNIT_WORD})(?![\w])", re.IGNORECASE),
    re.compile(rf"[(（\[]\s*(?:in\s+|amounts? in\s+|all in\s+)?({_UNIT_WORD})\s*[)）\]]", re.IGNORECASE),
    re.compile(rf"[(（\[][^()（）]{{0,40}}?\bin\s+({_UNIT_WORD})\b[^()（）]{{0,40}}[)）\]]", re.IGNORECASE),
    re.compile(rf"\bin\s+({_UNIT_WORD})\b", re.IGNORECASE),
    re.compile(rf"^\s*({_UNIT_WORD})\s*$", re.IGNORECASE),
    re.compile(rf"[,，/]\s*({_UNIT_WORD})\s*$", re.IGNORECASE),
)
_MONEY = re.compile(r"((?:US|HK|A|C)?[$€£¥￥]|EUR|USD|GBP|CNY|RMB|HKD|JPY)\s*(.*)")
_SCALES = {"m": "million", "mn": "million", "bn": "billion", "k": "thousand", "thousands": "thousand"}
_SCALES |= {"millions": "million", "billions": "billion"}
_CAPTION_REACH = 300
_SHORT_CAPTION = 80
_UNIT_NOTE = re.compile(r"[(（\[][^()（）]*[)）\]]|单位\s*[:：]\s*\S+")


@dataclass(frozen=True, slots=True)
class Cell:
    """`text[start:end]` of the text that the table is in, trimmed."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line of cells."""

    start: int
    end: int
    cells: tuple[Cell, ...]

    @property
    def label(self) -> str:
        """What the row is about: its first cell that is not empty."""
        return next((cell.text for cell in self.cells if cell.text), "")


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
        return " ".join(part for part in (self.table.caption, self.label, self.head) if part)


@lru_cache(maxsize=256)
def tables(text: str) -> tuple[Table, ...]:
    """Every table of the text, in order. A line of bars alone is no row."""
    blocks: list[list[re.Match[str]]] = []
    for line in _ROW.finditer(text):
        if blocks and not text[blocks[-1][-1].end() : line.start()].strip(" \t\r\n"):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return tuple(_table(text, lines) for lines in blocks)


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
    named = (table.head(column), row.label if column else "", table.head(0), table.caption)
    return Place(table, row, column, next((unit for unit in map(unit_in, named) if unit), ""))


def unit_in(words: str) -> str:
    """The unit that a heading announces: "EUR million" of "Revenue (EUR million)", 万元 of 单位：万元; "" for none."""
    for pattern in _UNIT_PLACES:
        for match in pattern.finditer(words):
            unit = match.group(1).strip()
            if unit and not unit.isdigit():
                return unit
    return ""


def spoken(place: Place) -> str:
    """The cell as a phrase: "Velmoor Pumps, 2024: EUR 41.7 million (Revenue by company)"."""
    caption = _UNIT_NOTE.sub("", place.table.caption).strip(" :：,，")
    told = _bracketed(caption) if 0 < len(caption) <= _SHORT_CAPTION else ""
    return f"{_title(place)}{_colon(place.context)}{with_unit(place.cell.text, place.unit)}{told}"


def with_unit(figure: str, unit: str) -> str:
    """The figure with the heading's unit, as far as it lacks it: currency before, scale and other units behind."""
    if not unit or not _FIGURE.match(figure) or re.search(r"[%％万亿]|[a-z]", figure):
        return figure
    money = _MONEY.match(unit)
    if not money:
        if re.match(r"[\u4e00-\u9fff%％℃°]", unit):
            return figure if re.search(r"[$€£¥￥元]|[A-Z]{3}", figure) and "元" not in unit else f"{figure}{unit}"
        return f"{figure} {_SCALES.get(unit.lower(), unit)}"
    scale = _SCALES.get(money[2].lower(), money[2])
    if re.search(r"[$€£¥￥]|[A-Z]{3}", figure):
        return f"{figure} {scale}".rstrip()
    return f"{money[1]}{'' if money[1][-1] in '$€£¥￥' else ' '}{figure} {scale}".rstrip()


def _table(text: str, lines: list[re.Match[str]]) -> Table:
    rows = [(_row(line), bool(_RULE.match(line.group()))) for line in lines]
    rule = next((i for i, (_, is_rule) in enumerate(rows) if is_rule), None)
    plain = [row for row, is_rule in rows if not is_rule]
    heads = min(rule, len(plain)) if rule else _header_rows(plain)
    if not lines[0].group().strip("| \t"):
        heads = 0  # heads that are empty: the writer knows that there are none
    width = max((len(row.cells) for row in plain), default=0)
    header = tuple(
        " ".join(dict.fromkeys(row.cells[i].text for row in plain[:heads] if i < len(row.cells) and row.cells[i].text))
        for i in range(width)
    )
    start = lines[0].start()
    return Table(start, lines[-1].end(), _caption(text, start), header if heads else (), tuple(plain[heads:]))


def _row(line: re.Match[str]) -> Row:
    cells, base, body = [], line.start(), line.group()
    left = body.index("|") + 1
    for part in body[left : body.rindex("|")].split("|"):
        trimmed = part.strip()
        begin = base + left + (len(part) - len(part.lstrip()) if trimmed else 0)
        cells.append(Cell(begin, begin + len(trimmed), trimmed))
        left += len(part) + 1
    return Row(line.start(), line.end(), tuple(cells))


def _header_rows(rows: list[Row]) -> int:
    """How many leading rows hold no data: their cells right of the first are words, years or empty."""
    count = 0
    for row in rows[:-1]:
        others = [cell.text for cell in row.cells[1:] if cell.text]
        if not others or any(_FIGURE.match(text) and not _YEARISH.match(text) for text in others):
            break
        count += 1
        if count == 2 or not all(_YEARISH.match(text) for text in others):
            break
    return count


def _caption(text: str, start: int) -> str:
    before = text[max(0, start - _CAPTION_REACH) : start].strip().splitlines()
    return before[-1].strip().lstrip("#").strip() if before else ""


def _title(place: Place) -> str:
    parts = [place.label] if place.column else []
    return _comma(place.context).join([*parts, *([place.head] if place.head else [])])


def _is_chinese(words: str) -> bool:
    return re.search("[\u4e00-\u9fff]", words) is not None


def _comma(words: str) -> str:
    return "，" if _is_chinese(words) else ", "


def _bracketed(caption: str) -> str:
    return f"（{caption}）" if _is_chinese(caption) else f" ({caption})"


def _colon(words: str) -> str:
    return "：" if _is_chinese(words) else ": "
