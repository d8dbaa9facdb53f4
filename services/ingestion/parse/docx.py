"""Word documents."""

import datetime as dt
import io
import re
import zipfile
from collections.abc import Iterator

import docx
from docx.document import Document
from docx.opc.exceptions import PackageNotFoundError
from docx.table import Table
from docx.text.paragraph import Paragraph

from services.documents.status import DocumentReason
from services.ingestion.parse.clean import one_line, paragraph
from services.ingestion.parse.source import Source
from services.ingestion.parse.table_shape import table_block
from services.ingestion.parsed import Block, BlockKind, NotParsed, ParsedDocument

_HEADING = re.compile(r"(?:heading|标题|titre|überschrift)\s*(\d)", re.IGNORECASE)
_TEMPLATE_DAY = dt.date(2013, 12, 23)  # of python-docx's own template: says nothing about the document
# lxml's XMLSyntaxError is a SyntaxError.
_BROKEN = (PackageNotFoundError, KeyError, ValueError, SyntaxError, zipfile.BadZipFile, OSError, EOFError)


def parse(source: Source) -> ParsedDocument:
    """Parse a docx file.

    Headings by style, lists, tables with merged cells. Raises NotParsed when it is damaged or has no text.
    """
    try:
        document = docx.Document(io.BytesIO(source.data))
        blocks = tuple(_blocks(document))
        properties = document.core_properties
        title, moment = one_line(properties.title or ""), properties.modified or properties.created
    except _BROKEN as error:
        raise NotParsed(DocumentReason.CORRUPT, "The Word document is damaged. Save it again.") from error
    if not blocks:
        raise NotParsed(DocumentReason.NO_TEXT, "No text is in the document.")
    if title.lower() in ("", "word document"):
        title = next((block.text for block in blocks if block.kind is BlockKind.HEADING), "")
    day = moment.date() if moment is not None else None
    return ParsedDocument(
        "docx",
        title or source.stem,
        blocks,
        file_date=None if day == _TEMPLATE_DAY else day,
        language=properties.language or "",
    )


def _blocks(document: Document) -> Iterator[Block]:
    items: list[str] = []
    for content in document.iter_inner_content():
        block = _table(content) if isinstance(content, Table) else _paragraph(content)
        if block is not None and block.kind is BlockKind.LIST:
            items.append(block.text)
            continue
        if items:
            yield Block(BlockKind.LIST, "\n".join(items))
            items = []
        if block is not None:
            yield block
    if items:
        yield Block(BlockKind.LIST, "\n".join(items))


def _paragraph(content: Paragraph) -> Block | None:
    text = paragraph(content.text)
    if not text:
        return None
    style = (content.style.name or "") if content.style is not None else ""
    level = _HEADING.match(style)
    if level:
        return Block(BlockKind.HEADING, one_line(text), level=int(level.group(1)))
    if style in ("Title", "标题"):
        return Block(BlockKind.HEADING, one_line(text), level=1)
    if style.startswith("List") or content._p.pPr is not None and content._p.pPr.numPr is not None:
        return Block(BlockKind.LIST, f"- {text}")
    return Block(BlockKind.PARAGRAPH, text)


def _table(table: Table) -> Block | None:
    rows = tuple(tuple(one_line(cell.text) for cell in row.cells) for row in table.rows)
    rows = tuple(row for row in rows if any(row))
    if not rows:
        return None
    if max(map(len, rows)) == 1:
        return Block(BlockKind.PARAGRAPH, "\n".join(row[0] for row in rows))
    marked = sum(1 for row in table.rows if row._tr.trPr is not None and row._tr.trPr.xpath("./w:tblHeader"))
    return table_block(rows, marked)
