"""Digital PDF: lines, headings by font size, tables with and without rules, page numbers.

pdfplumber gives words with fonts and ruled tables; pdfium, which is quicker and repairs more, opens the file first and
reads the pages that pdfplumber cannot, and all pages of very long files.
"""

import io
import re
from collections.abc import Iterator
from typing import Any

import pdfplumber
import pypdfium2
from pdfplumber.page import Page as PlumberPage
from pdfplumber.utils.exceptions import PdfminerException

from services.core.domain.run import DocumentReason
from services.ingestion.parse.clean import one_line, paragraph
from services.ingestion.parse.dates import day_of
from services.ingestion.parse.pdf_flow import Page, RuledTable, blocks_of
from services.ingestion.parse.pdf_lines import Word, lines_of
from services.ingestion.parse.source import Source
from services.ingestion.parsed import Block, BlockKind, NotParsed, ParsedDocument

_LAYOUT_PAGES = 400
_BOLD = re.compile(r"bold|black|heavy|semibold|demi", re.IGNORECASE)
_UNMAPPED = re.compile(r"\(cid:\d+\)")
# What pdfminer raises on damaged pages; it has no base of its own for them.
_FAULTS = (
    PdfminerException,
    ValueError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    AssertionError,
    OverflowError,
)

_Pdfium = Any  # pypdfium2 is untyped


def parse(source: Source) -> ParsedDocument:
    """Parse a PDF.

    Raises NotParsed: encrypted, damaged beyond repair, over the limit of pages, without a text layer.
    """
    document = _open(source)
    try:
        pages = len(document)
        if pages > source.limits.pages:
            raise NotParsed(
                DocumentReason.LIMITS, f"It has {pages} pages; the limit is {source.limits.pages}. Split it."
            )
        meta = document.get_metadata_dict()
        blocks = tuple(_read(source, document, one_line(meta.get("Title", ""))))
    finally:
        document.close()
    if sum(len(block.text) + sum(map(len, block.rows)) for block in blocks) < 2:
        raise NotParsed(
            DocumentReason.NO_TEXT_LAYER,
            "The pages are pictures without text. Run OCR on the file, then send it again.",
        )
    date = day_of(meta.get("CreationDate", "")) or day_of(meta.get("ModDate", ""))
    return ParsedDocument("pdf", _title(meta, blocks) or source.stem, blocks, file_date=date)


def _open(source: Source) -> _Pdfium:
    try:
        document = pypdfium2.PdfDocument(source.data)
        if len(document) > 0:
            return document
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower() or "security" in str(error).lower():
            raise NotParsed(DocumentReason.ENCRYPTED, "It is protected by a password. Save it without one.") from error
        raise NotParsed(DocumentReason.CORRUPT, f"The PDF is damaged ({error}). Send it again.") from error
    raise NotParsed(DocumentReason.CORRUPT, "The PDF has no pages. Send it again.")


def _read(source: Source, document: _Pdfium, title: str) -> list[Block]:
    if len(document) <= _LAYOUT_PAGES:
        try:
            return _by_layout(source, document, title)
        except _FAULTS:
            pass  # pdfium could open it: read what it sees
    return list(_by_pdfium(document, range(len(document))))


def _by_layout(source: Source, document: _Pdfium, title: str) -> list[Block]:
    pages: list[Page] = []
    with pdfplumber.open(io.BytesIO(source.data)) as plumber:
        if len(plumber.pages) != len(document):
            raise ValueError("the page tree is damaged: pdfium repaired it, pdfminer did not")
        for page in plumber.pages:
            pages.append(_page(page))
            page.close()
    blocks = blocks_of(pages, title)
    unread = [page.number - 1 for page in pages if not page.lines and not page.tables]
    extra = list(_by_pdfium(document, unread))
    return sorted([*blocks, *extra], key=lambda block: block.page) if extra else blocks


def _page(page: PlumberPage) -> Page:
    tables = [table for table in page.find_tables() if _is_table(table)]
    boxes = [table.bbox for table in tables]
    upright = page.filter(lambda item: item.get("object_type") != "char" or item.get("upright", True))
    found = upright.extract_words(x_tolerance_ratio=0.15, extra_attrs=["size", "fontname"], use_text_flow=False)
    words = [_word(word) for word in found if not _UNMAPPED.search(word["text"])]
    outside = [word for word in words if word.text and not any(_inside(word, box) for box in boxes)]
    ruled = tuple(RuledTable(table.bbox[1], _cells(table)) for table in tables)
    return Page(page.page_number, float(page.width), float(page.height), tuple(lines_of(outside)), ruled)


def _word(word: dict[str, Any]) -> Word:
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


def _cells(table: Any) -> tuple[tuple[str, ...], ...]:  # noqa: ANN401 -- pdfplumber does not export the type
    rows = (tuple(one_line(cell or "") for cell in row) for row in table.extract(x_tolerance_ratio=0.15))
    return tuple(row for row in rows if any(row))


def _by_pdfium(document: _Pdfium, indexes: range | list[int]) -> Iterator[Block]:
    """Paragraphs as pdfium reads them, without layout."""
    for index in indexes:
        page = document[index]
        text_page = page.get_textpage()
        for part in re.split(r"\n\s*\n", text_page.get_text_bounded().replace("\r\n", "\n")):
            if text := paragraph(part.replace("\ufffe", "")):
                yield Block(BlockKind.PARAGRAPH, text, page=index + 1)
        text_page.close()
        page.close()


def _title(meta: dict[str, str], blocks: tuple[Block, ...]) -> str:
    said = one_line(meta.get("Title", ""))
    if said and not re.search(
        r"\.(?:docx?|pdf|indd|xlsx?|tex|qxd)$|^(?:untitled|microsoft word|无标题|\(anonymous\))", said, re.IGNORECASE
    ):
        return said
    early = (
        block.text
        for block in blocks[:12]
        if block.kind is BlockKind.HEADING and block.page <= 2 and len(block.text) > 3
    )
    return next(early, "")
