"""A sheet of cells as people lay it out: titles, a unit line, heads over several lines, gaps, tables, notes.

Used for workbooks and for separated values. The cells of a row stay in their columns, so that heads of two lines and of
the rows below them are told apart by where they stand.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from services.ingestion.parse.table_heads import heads_of, is_head
from services.ingestion.parse.table_shape import table_block
from services.ingestion.parsed import Block, BlockKind
from services.language.tables import unit_in

_MOST_HEADS = 4
_LONGEST_TITLE = 150
_LONGEST_CAPTION = 280
_LONG = 60
_FOOTNOTE = re.compile(
    r"\(?[a-z\d]{1,2}\)\s|[*†‡※]|(?:notes?|source)\b|[注来][:：释源]|[(（]?[\d一二三四五六七八九十][)）、]",
    re.IGNORECASE,
)
_PERIOD = re.compile(r"(?:19|20)\d\d|\b(?:Q[1-4]|H[12])\b|[第上下本][一二三四半]?[季年]")
_UNIT_LINE = re.compile(r"\s*[(（]?\s*(?:(?:all |amounts? |figures? )*in\b|单位|金额单位|币种)", re.IGNORECASE)

Row = list[str]


@dataclass(slots=True)
class _Table:
    """Rows of a table at the full width of its sheet, the first `heads` of them heads; the columns that it uses."""

    rows: list[Row]
    heads: int
    used: list[int]
    caption: list[str]

    def takes(self, used: list[int]) -> bool:
        """Whether rows that use these columns can go on with the table behind a gap."""
        return self.heads > 0 and len(used) > 1 and used[0] == self.used[0] and set(used) <= set(self.used)


def sheet_blocks(rows: Sequence[Sequence[str]]) -> Iterator[Block]:
    """Paragraphs and tables of a sheet, in reading order; the titles before a table are its caption, in one line."""
    yield from _Sheet().blocks(_square(rows))


class _Sheet:
    def __init__(self) -> None:
        self._texts: list[str] = []  # titles that wait for their table
        self._waiting: list[Row] = []  # heads that a gap parts from their rows
        self._table: _Table | None = None

    def blocks(self, rows: Iterable[Row]) -> Iterator[Block]:
        for band in _bands(rows):
            lead, body, tail = _parts(band)
            yield from self._say(lead)
            if body:
                yield from self._take(body)
            yield from self._say(tail)
        yield from self._flush()
        yield from _lines(self._texts)

    def _say(self, texts: list[str]) -> Iterator[Block]:
        """Texts: titles wait for a table, notes are said at once."""
        if not texts:
            return
        yield from self._flush()
        last_note = max((at for at, text in enumerate(texts) if _is_note(text)), default=-1)
        if last_note >= 0:
            yield from _lines([*self._texts, *texts[: last_note + 1]])
            self._texts = []
        self._texts.extend(texts[last_note + 1 :])

    def _take(self, body: list[Row]) -> Iterator[Block]:
        """Rows without a gap: heads of what follows, more rows of the table before, or a table."""
        if _only_heads(body):
            yield from self._flush()
            self._waiting = body
            return
        heads, used = _heads(body), _used(body)
        if heads:
            yield from self._flush()
        elif self._waiting:
            body, self._waiting = self._waiting + body, []
            heads, used = _heads(body), _used(body)
        elif self._table is not None and self._table.takes(used):
            self._table.rows.extend(body)
            return
        yield from self._flush_table()
        self._table = _Table(body, heads, used, self._texts)
        self._texts = []

    def _flush(self) -> Iterator[Block]:
        yield from self._flush_table()
        if self._waiting:
            rows, caption = self._waiting, self._texts
            self._waiting, self._texts = [], []
            yield from _table(_Table(rows, _heads(rows), _used(rows), caption))

    def _flush_table(self) -> Iterator[Block]:
        if self._table is not None:
            yield from _table(self._table)
            self._table = None


def _square(rows: Sequence[Sequence[str]]) -> Iterator[Row]:
    """Rows of equal length, empty ones as []; of several empty columns side by side one is left.

    A single cell at the far corner of a sheet would cost 17 billion cells otherwise.
    """
    used = sorted({column for row in rows for column, cell in enumerate(row) if cell})
    places: dict[int, int] = {}
    for before, column in zip((None, *used), used, strict=False):
        places[column] = len(places) if before is None else places[before] + (1 if column == before + 1 else 2)
    width = places[used[-1]] + 1 if used else 0
    for row in rows:
        square = [""] * width if any(row) else []
        for column, cell in enumerate(row):
            if cell:
                square[places[column]] = cell
        yield square


def _bands(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Runs of rows between empty ones."""
    band: list[Row] = []
    for row in rows:
        if any(row):
            band.append(row)
        elif band:
            yield band
            band = []
    if band:
        yield band


def _parts(band: list[Row]) -> tuple[list[str], list[Row], list[str]]:
    """Lines of one text at the beginning of a run, rows, and footnotes at its end."""
    start, end = 0, len(band)
    while start < end and _alone(band[start]):
        start += 1
    while end > start and (text := _alone(band[end - 1])) and (len(text) > _LONG or _is_note(text)):
        end -= 1
    body = band[start:end]
    if len(body) == 1 and start and len(_filled(body[0])) < 3:
        # One line of two cells under a title is a remark ("Prepared by | Ann"), and it stays one.
        return [*_texts(band[:start]), ": ".join(_filled(body[0]))], [], _texts(band[end:])
    return _texts(band[:start]), body, _texts(band[end:])


def _texts(rows: list[Row]) -> list[str]:
    return [_alone(row) for row in rows]


def _alone(row: Row) -> str:
    """The one text of a row, "" when it has several or none."""
    said = set(_filled(row))
    return said.pop() if len(said) == 1 else ""


def _filled(row: Row) -> list[str]:
    return [cell for cell in row if cell]


def _only_heads(body: list[Row]) -> bool:
    """Whether rows are nothing but heads, whose rows come behind a gap: no figures, no labels but over the labels."""
    label = _used(body)[0]
    rows = [row if label == 0 else ["", *row[label + 1 :]] for row in body]
    return len(body) <= _MOST_HEADS and all(map(is_head, rows)) and not any(row[label] for row in body[1:])


def _used(rows: Sequence[Row]) -> list[int]:
    return [column for column in range(len(rows[0])) if any(row[column] for row in rows)] if rows else []


def _heads(rows: list[Row]) -> int:
    used = _used(rows)
    return heads_of([[row[column] for column in used] for row in rows])


def _table(table: _Table) -> Iterator[Block]:
    caption = table.caption
    rows = [list(row) for row in table.rows]
    for number in range(table.heads):
        label = rows[number][table.used[0]]
        if label and _UNIT_LINE.match(label) and (unit_in(label) or len(label) < _LONG):
            caption = [*caption, label]
    for number in range(table.heads - 1):
        _over_its_columns(rows[number], table.used)
    yield from _caption(caption)
    yield table_block(tuple(map(tuple, rows)), table.heads)


def _over_its_columns(row: Row, used: list[int]) -> None:
    """Spread an upper line of heads over the columns it is for.

    A single period or unit is for all columns. Else a head is for the empty cells on its right and, where columns are
    parted by empty ones, for those of its group on its left.
    """
    columns = used[1:]
    named = [column for column in columns if row[column]]
    if len(named) == 1 and (_PERIOD.search(row[named[0]]) or unit_in(row[named[0]])):
        for column in columns:
            row[column] = row[named[0]]
        return
    for group in _groups(columns):
        inside = [column for column in group if row[column]]
        for at, column in enumerate(group):
            if not row[column] and inside:
                row[column] = row[group[at - 1]] if at else row[inside[0]]


def _groups(columns: list[int]) -> list[list[int]]:
    """Columns side by side."""
    groups: list[list[int]] = []
    for column in columns:
        if groups and groups[-1][-1] == column - 1:
            groups[-1].append(column)
        else:
            groups.append([column])
    return groups


def _is_note(text: str) -> bool:
    return len(text) > _LONGEST_TITLE or bool(_FOOTNOTE.match(text))


def _lines(texts: list[str]) -> Iterator[Block]:
    if texts:
        yield Block(BlockKind.PARAGRAPH, "\n".join(texts))


def _caption(texts: list[str]) -> Iterator[Block]:
    """Titles in one line, the last of them nearest to the table; those that are too many in a paragraph before."""
    texts = list(dict.fromkeys(texts))
    first = len(texts)
    while first and len(" · ".join(texts[first - 1 :])) <= _LONGEST_CAPTION:
        first -= 1
    yield from _lines(texts[:first])
    yield from _lines([" · ".join(texts[first:])] if first < len(texts) else [])
