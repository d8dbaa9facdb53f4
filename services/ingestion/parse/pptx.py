"""PowerPoint presentations: slides as sections; tables, charts, groups of shapes, and the speaker's notes."""

import datetime as dt
import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

import pptx
from pptx.enum.shapes import MSO_SHAPE_TYPE
from pptx.exc import PackageNotFoundError
from pptx.shapes.base import BaseShape
from pptx.slide import Slide

from services.documents.status import DocumentReason
from services.ingestion.parse.clean import one_line, paragraph
from services.ingestion.parse.source import Source
from services.ingestion.parse.table_shape import table_block
from services.ingestion.parsed import Block, BlockKind, NotParsed, ParsedDocument

_TEMPLATE_DAY = dt.date(2013, 1, 27)  # of python-pptx's own template: says nothing about the presentation
# What the library stops with on broken parts; lxml's XMLSyntaxError is a SyntaxError.
_BROKEN = (
    PackageNotFoundError, zipfile.BadZipFile, KeyError, ValueError, AttributeError, TypeError, IndexError, SyntaxError,
    OSError, EOFError,
)  # fmt: skip

_PROSE = 120  # characters: paragraphs longer than that on average are no list

_Frame = Any  # shapes of python-pptx differ by what they hold; what they have is asked before it is used


def parse(source: Source) -> ParsedDocument:
    """Parse a pptx file; a slide is a page and a section. Raises NotParsed when it is damaged or shows no text."""
    try:
        deck = pptx.Presentation(io.BytesIO(source.data))
        hidden = [number for number, slide in enumerate(deck.slides, 1) if slide._element.get("show") == "0"]
        blocks = tuple(
            block
            for number, slide in enumerate(deck.slides, 1)
            if number not in hidden
            for block in _slide(slide, number)
        )
        properties = deck.core_properties
        title, moment = one_line(properties.title or ""), properties.modified or properties.created
    except _BROKEN as error:
        raise NotParsed(DocumentReason.CORRUPT, "The presentation is damaged. Save it again.") from error
    if not any(block.kind is not BlockKind.HEADING or block.text for block in blocks):
        raise NotParsed(DocumentReason.NO_TEXT, "No slide has any text. Pictures of text need OCR first.")
    if title.lower() in ("", "powerpoint presentation", "powerpoint 演示文稿"):
        title = next((block.text for block in blocks if block.kind is BlockKind.HEADING), "")
    day = moment.date() if moment is not None else None
    notes = (f"hidden slides are not read: {', '.join(map(str, hidden))}",) if hidden else ()
    return ParsedDocument(
        "pptx", title or source.stem, blocks, file_date=None if day == _TEMPLATE_DAY else day, notes=notes
    )


def _slide(slide: Slide, number: int) -> Iterator[Block]:
    title = slide.shapes.title
    said = one_line(title.text_frame.text) if title is not None else ""
    blocks = [
        block
        for shape in _in_reading_order(slide.shapes)
        if title is None or shape.shape_id != title.shape_id
        for block in _shape(shape, number)
    ]
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = paragraph(slide.notes_slide.notes_text_frame.text)
        blocks += [Block(BlockKind.PARAGRAPH, notes, page=number)] if notes else []
    if blocks or said:
        # The number makes "slide 3" findable and is where a citation opens.
        heading = f"Slide {number}: {said}" if said else f"Slide {number}"
        yield Block(BlockKind.HEADING, heading, level=2, page=number)
        yield from blocks


def _in_reading_order(shapes: Iterable[BaseShape]) -> list[BaseShape]:
    """Shapes from top to bottom, left to right, those of groups in their place; the order of drawing is another."""
    found: list[tuple[int, int, BaseShape]] = []
    for shape in shapes:
        held = _in_reading_order(_held(shape)) if shape.shape_type == MSO_SHAPE_TYPE.GROUP else [shape]
        found.extend((shape.top or 0, shape.left or 0, one) for one in held)
    return [shape for _, _, shape in sorted(found, key=lambda item: item[:2])]


def _held(shape: _Frame) -> Iterable[BaseShape]:
    shapes: Iterable[BaseShape] = shape.shapes
    return shapes


def _shape(shape: _Frame, number: int) -> Iterator[Block]:
    if shape.has_table:
        yield from _table(shape.table, number)
    elif shape.has_chart:
        yield from _chart(shape.chart, number)
    elif shape.has_text_frame:
        yield from _text(shape.text_frame, number)
    elif shape.shape_type == MSO_SHAPE_TYPE.PICTURE and (said := _description(shape)):
        yield Block(BlockKind.PARAGRAPH, said, page=number)


def _text(frame: _Frame, number: int) -> Iterator[Block]:
    lines = [(line.level, text) for line in frame.paragraphs if (text := paragraph(line.text))]
    if len(lines) > 1 and sum(len(text) for _, text in lines) > _PROSE * len(lines):
        yield from (Block(BlockKind.PARAGRAPH, text, page=number) for _, text in lines)
    elif len(lines) > 1:
        marked = "\n".join(f"{'  ' * level}- {text}" for level, text in lines)
        yield Block(BlockKind.LIST, marked, page=number)
    elif lines:
        yield Block(BlockKind.PARAGRAPH, lines[0][1], page=number)


def _table(table: _Frame, number: int) -> Iterator[Block]:
    rows: list[list[str]] = []
    for line in table.rows:
        row = [one_line(cell.text) for cell in line.cells]
        for at, cell in enumerate(line.cells):
            if cell.is_spanned:  # by the cell on its left or the one above
                row[at] = _origin(table, len(rows), at)
        rows.append(row)
    if any(any(row) for row in rows):
        yield table_block(tuple(map(tuple, rows)), int(bool(table.first_row)), page=number)


def _origin(table: _Frame, row: int, column: int) -> str:
    """The text of the merged cell that covers a place."""
    for top in range(row, -1, -1):
        for left in range(column, -1, -1):
            cell = table.cell(top, left)
            if cell.is_merge_origin and top + cell.span_height > row and left + cell.span_width > column:
                return one_line(cell.text)
    return ""


def _chart(chart: _Frame, number: int) -> Iterator[Block]:
    """A chart as the table it was drawn from: categories down, series across."""
    if chart.has_title and chart.chart_title.has_text_frame:
        yield from _text(chart.chart_title.text_frame, number)
    plots = [(list(map(str, plot.categories)), list(plot.series)) for plot in chart.plots]
    heads = [one_line(one.name or "") for _, series in plots for one in series]
    rows: dict[str, list[str]] = {}
    at = 0
    for labels, series in plots:
        for one in series:
            for place, value in enumerate(one.values):
                label = one_line(labels[place]) if place < len(labels) else str(place + 1)
                rows.setdefault(label, [""] * len(heads))[at] = f"{value:.10g}" if value is not None else ""
            at += 1
    if any(any(values) for values in rows.values()):
        lines = tuple((label, *values) for label, values in rows.items())
        yield table_block((("", *heads), *lines), 1, page=number)


def _description(shape: _Frame) -> str:
    """What a picture's author says it shows, unless that is the name of a file."""
    said = one_line(shape._element._nvXxPr.cNvPr.get("descr") or "")
    return said if " " in said.strip() or any(one > "\u2e80" for one in said) else ""
