"""Separated values: commas, semicolons, tabs or bars, quoted or not, in any encoding.

The separator is the one that cuts most lines into equally many cells. Lines that use another one are cut by it.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from services.documents.status import DocumentReason
from services.ingestion.parse import txt
from services.ingestion.parse.clean import one_line, visible
from services.ingestion.parse.encoding import decode
from services.ingestion.parse.sheet import sheet_blocks
from services.ingestion.parse.source import Source
from services.ingestion.parsed import NotParsed, ParsedDocument

_SEPARATORS = ",;\t|"
_SAMPLE_LINES = 200
_SAMPLE = 200_000
_LINES_IN_A_CELL = 50

Rows = list[list[str]]


def parse(source: Source) -> ParsedDocument:
    """Parse separated values; text without any separator is read as plain text. Raises NotParsed when it is empty."""
    text, said = _said(visible(decode(source.data) or "").lstrip("\n"))
    separator = said or separator_of(text)
    if not separator:
        plain = txt.parse(source)
        return replace(plain, notes=(*plain.notes, "no separator parts its lines into cells: read as plain text"))
    rows, notes = _rows(text, separator)
    blocks = tuple(sheet_blocks(rows))
    if not blocks:
        raise NotParsed(DocumentReason.NO_TEXT, "No cell has any text.")
    return ParsedDocument("csv", source.stem, blocks, notes=notes)


def separator_of(text: str) -> str:
    """The separator of most lines, "" when none parts them evenly."""
    sample = text[:_SAMPLE] if len(text) <= _SAMPLE else text[: text.rfind("\n", 0, _SAMPLE)]
    best, best_score = "", (0.0, 0)
    for separator in _SEPARATORS:
        rows = [row for row in islice(_read(sample, separator), _SAMPLE_LINES) if any(row)]
        widths = Counter(len(row) for row in rows)
        width, lines = max(widths.items(), key=lambda item: (item[0] > 1, item[1], item[0]), default=(1, 0))
        score = (round(lines / max(len(rows), 1), 1), width)
        if width > 1 and score > best_score:
            best, best_score = separator, score
    return best if best_score[0] >= 0.3 else ""


def is_separated(text: str) -> bool:
    """Whether text under another name is separated values: every line has as many cells, three or more."""
    lines = [line for line in text[:20_000].split("\n")[:50] if line.strip()]
    separator = separator_of("\n".join(lines[:-1] or lines))
    rows = list(_read("\n".join(lines[:-1]), separator)) if separator else []
    widths = {len(row) for row in rows}
    short = all(len(cell) < 60 for row in rows for cell in row)
    return len(rows) > 2 and len(widths) == 1 and min(widths) > 2 and short


def _said(text: str) -> tuple[str, str]:
    """Text without the line "sep=;" that spreadsheets read, and the separator it names."""
    first, _, rest = text.partition("\n")
    named = first.strip().strip('"')
    return (rest, named[4:]) if named[:4].lower() == "sep=" and len(named) == 5 else (text, "")


def _rows(text: str, separator: str) -> tuple[Rows, tuple[str, ...]]:
    notes: list[str] = []
    rows = list(_read(text, separator))
    if any(cell.count("\n") > _LINES_IN_A_CELL for row in rows for cell in row):
        rows = list(_read(text, separator, csv.QUOTE_NONE))
        notes.append("a quotation mark is never closed: marks are read as text")
    width = Counter(len(row) for row in rows if len(row) > 1).most_common(1)
    recut = 0
    if width:
        for at, row in enumerate(rows):
            other = _recut(row, separator, width[0][0]) if len(row) != width[0][0] else None
            if other is not None:
                rows[at] = other
                recut += 1
    if recut:
        notes.append(f"{recut} lines use another separator than the rest")
    return [[one_line(cell) for cell in row] for row in rows], tuple(notes)


def _recut(row: Sequence[str], separator: str, width: int) -> list[str] | None:
    """A line cut by another separator, when that gives it as many cells as the rest; None otherwise."""
    line = separator.join(row)
    for other in _SEPARATORS.replace(separator, ""):
        cut = next(_read(line, other), [])
        if len(cut) == width:
            return cut
    return None


def _read(text: str, separator: str, quoting: int = csv.QUOTE_MINIMAL) -> Iterator[list[str]]:
    csv.field_size_limit(max(len(text), 1) + 1)
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator, quoting=quoting, skipinitialspace=True)  # type: ignore[arg-type]
