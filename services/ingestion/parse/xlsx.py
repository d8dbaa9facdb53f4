"""Excel workbooks: every sheet that is shown, its values as they are shown, merged cells filled in."""

import datetime as dt
import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any

import openpyxl
from openpyxl.utils.cell import range_boundaries
from openpyxl.utils.exceptions import InvalidFileException

from services.documents.status import DocumentReason
from services.ingestion.parse.clean import one_line
from services.ingestion.parse.number_format import shown
from services.ingestion.parse.sheet import sheet_blocks
from services.ingestion.parse.source import Limits, Source
from services.ingestion.parsed import Block, BlockKind, NotParsed, ParsedDocument

_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=\"([A-Z]+\d+:[A-Z]+\d+)\"")
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s>]")
_WIDEST_MERGED = 500
_MOST_MERGED = 20_000
_NAMED = 5
# openpyxl's reader stops with whatever the broken XML makes it meet; lxml's XMLSyntaxError is a SyntaxError.
_BROKEN = (
    InvalidFileException, zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError, IndexError, SyntaxError,
    OSError, EOFError,
)  # fmt: skip

Grid = list[list[str]]
_Sheet = Any  # openpyxl is untyped


def parse(source: Source) -> ParsedDocument:
    """Parse an xlsx file.

    A sheet is a section. Hidden sheets are left out and named in the notes, and so are formulas whose value the file
    does not hold. Raises NotParsed when it is damaged or has no text.
    """
    try:
        with warnings.catch_warnings(), zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            warnings.simplefilter("ignore")  # openpyxl warns of every extension that it does not keep
            book = openpyxl.load_workbook(io.BytesIO(source.data), read_only=True, data_only=True)
            blocks, notes = _read(book, _Raw(source, archive))
            properties = book.properties
            title, moment = one_line(properties.title or ""), properties.modified or properties.created
    except _BROKEN as error:
        raise NotParsed(DocumentReason.CORRUPT, "The workbook is damaged. Save it again.") from error
    if not blocks:
        raise NotParsed(DocumentReason.NO_TEXT, "No cell that is shown has any text." + " ".join(("", *notes)))
    day = moment.date() if isinstance(moment, dt.datetime) else None
    return ParsedDocument("xlsx", title or source.stem, tuple(blocks), file_date=day, notes=tuple(notes))


class _Raw:
    """The XML of sheets, for what openpyxl's stream of rows leaves out."""

    def __init__(self, source: Source, archive: zipfile.ZipFile) -> None:
        self.limits: Limits = source.limits
        self._data = source.data
        self._archive = archive
        self._formulas: _Sheet = None

    def merged(self, sheet: _Sheet) -> list[tuple[int, int, int, int]]:
        """Merged ranges: first column and row, last column and row, from 1."""
        found = _MERGED.findall(self._archive.read(sheet._worksheet_path))
        return [range_boundaries(area.decode()) for area in found[:_MOST_MERGED]]

    def unvalued(self, sheet: _Sheet, grid: Grid) -> list[str]:
        """Cells with a formula and without a value."""
        if not _FORMULA.search(self._archive.read(sheet._worksheet_path)):
            return []
        if self._formulas is None:
            self._formulas = openpyxl.load_workbook(io.BytesIO(self._data), read_only=True)
        return [
            cell.coordinate
            for number, row in enumerate(_rows(self._formulas[sheet.title]))
            for at, cell in enumerate(row)
            if cell.data_type == "f" and not (number < len(grid) and at < len(grid[number]) and grid[number][at])
        ]


def _read(book: _Sheet, raw: _Raw) -> tuple[list[Block], list[str]]:
    blocks: list[Block] = []
    notes: list[str] = []
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible":
            notes.append(f"the sheet {sheet.title!r} is hidden: not read")
            continue
        grid = [[_text(cell) for cell in row] for row in _rows(sheet)]
        if lost := raw.unvalued(sheet, grid):
            few = ", ".join(lost[:_NAMED]) + (" …" if len(lost) > _NAMED else "")
            notes.append(
                f"{len(lost)} formulas of {sheet.title!r} have no stored value ({few}): save it in a spreadsheet"
            )
        _fill(grid, raw.merged(sheet))
        found = list(sheet_blocks(grid))
        if found:
            blocks.append(Block(BlockKind.HEADING, one_line(sheet.title), level=1))
            blocks.extend(found)
    return blocks, notes


def _rows(sheet: _Sheet) -> Iterator[Any]:
    # The size that a file states is often wrong; without it a row ends where its cells do.
    sheet.reset_dimensions()
    rows: Iterator[Any] = sheet.iter_rows()
    return rows


def _text(cell: Any) -> str:  # noqa: ANN401 -- openpyxl is untyped
    value = cell.value
    if value is None or cell.data_type == "e":  # "#REF!" says nothing
        return ""
    return one_line(value) if isinstance(value, str) else shown(value, cell.number_format or "General")


def _fill(grid: Grid, merged: list[tuple[int, int, int, int]]) -> None:
    """Repeat a merged cell over its range: downwards it labels rows, to the right it heads columns."""
    for left, top, right, bottom in merged:
        text = grid[top - 1][left - 1] if top <= len(grid) and left <= len(grid[top - 1]) else ""
        if not text:
            continue
        for row in grid[top - 1 : bottom]:
            end = min(right, left + _WIDEST_MERGED)
            row.extend([""] * (end - len(row)))
            for column in range(left - 1, end):
                row[column] = row[column] or text
