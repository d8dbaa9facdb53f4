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
from pdfplumber.utils.exceptions import PdfminerException

from services.documents.status import DocumentReason
from services.ingestion.parse import ocr
from services.ingestion.parse.clean import one_line, paragraph
from services.ingestion.parse.dates import day_of
from services.ingestion.parse.pdf_flow import Page, blocks_of
from services.ingestion.parse.pdf_page import read_page
from services.ingestion.parse.source import Source
from services.ingestion.parsed import Block, BlockKind, NotParsed, ParsedDocument

_LAYOUT_PAGES = 400
_SCAN_DPI = 200
_LONGEST_SIDE = 4_000
_NO_TITLE = re.compile(
    r"\.(?:docx?|pdf|indd|xlsx?|tex|qxd|txt)$|^(?:untitled|microsoft word|无标题|\(anonymous\))", re.IGNORECASE
)
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
        blocks = _read(source, document, one_line(meta.get("Title", "")))
        blocks, notes = _with_scans(document, blocks, source.limits.ocr_pages)
    finally:
        document.close()
    if sum(len(block.text) + sum(map(len, block.rows)) for block in blocks) < 2:
        raise NotParsed(
            DocumentReason.NO_TEXT_LAYER,
            "The pages are pictures without any text that could be made out."
            if ocr.available()
            else f"The pages are pictures without text. {ocr.MISSING}",
        )
    date = day_of(meta.get("CreationDate", "")) or day_of(meta.get("ModDate", ""))
    return ParsedDocument("pdf", _title(meta, blocks) or source.stem, tuple(blocks), file_date=date, notes=notes)


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
            pages.append(read_page(page))
            page.close()
    blocks = blocks_of(pages, title)
    unread = [page.number - 1 for page in pages if not page.lines and not page.tables]
    extra = list(_by_pdfium(document, unread))
    return sorted([*blocks, *extra], key=lambda block: block.page) if extra else blocks


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


def _with_scans(document: _Pdfium, blocks: list[Block], most: int) -> tuple[list[Block], tuple[str, ...]]:
    """Blocks with those of pages that are pictures, by OCR where it is installed; what was done, as notes."""
    read = {block.page for block in blocks}
    scans = [number for number in range(1, len(document) + 1) if number not in read]
    scans = [number for number in scans if _has_picture(document[number - 1])]
    if not scans:
        return blocks, ()
    if not ocr.available():
        return blocks, (f"{len(scans)} of {len(document)} pages are pictures without text: not read",)
    if len(scans) > most:
        raise NotParsed(DocumentReason.LIMITS, f"{len(scans)} pages need OCR; the limit is {most}. Split it.")
    pages = [_scanned(document[number - 1], number) for number in scans]
    whole = sorted([*blocks, *blocks_of(pages)], key=lambda block: block.page)
    return whole, (f"{len(scans)} of {len(document)} pages were read by OCR: letters may be wrong",)


def _has_picture(page: _Pdfium) -> bool:
    return any(True for _ in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE], max_depth=4))


def _scanned(page: _Pdfium, number: int) -> Page:
    bitmap = page.render(scale=min(_SCAN_DPI / 72, _LONGEST_SIDE / max(page.get_size())), rev_byteorder=False)
    return ocr.read_picture(bitmap.to_numpy()[:, :, :3], (float(bitmap.width), float(bitmap.height)), number)


def _title(meta: dict[str, str], blocks: list[Block]) -> str:
    said = one_line(meta.get("Title", ""))
    # A Chinese character says about as much as two letters; a number alone is no title.
    if sum(1 + (one > "\u2e80") for one in said if one.isalpha()) > 3 and not _NO_TITLE.search(said):
        return said
    early = (
        block.text
        for block in blocks[:12]
        if block.kind is BlockKind.HEADING and block.page <= 2 and len(block.text) > 3
    )
    return next(early, "")
