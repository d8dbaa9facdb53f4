"""Blocks as real files: PDF, Word, HTML, Markdown and plain text.

The same blocks give the same bytes on every machine: no clock is read, and archives carry the document's own date.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import chain
from pathlib import Path

import docx
from reportlab.lib import colors, pagesizes, styles
from reportlab.pdfbase import cidfonts, pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph as PdfParagraph
from reportlab.platypus import SimpleDocTemplate, Spacer
from reportlab.platypus import Table as PdfTable

from services.cli.demo.blocks import Block, Heading, Paragraph, Table
from services.cli.demo.company import Language

CHINESE_FONT = "STSong-Light"  # one of the standard CID fonts: no font file is needed, and its text extracts as Unicode


@dataclass(frozen=True)
class Sheet:
    """What a writer needs to know of a document."""

    title: str
    author: str
    language: Language
    written: date
    blocks: Sequence[Block]


def write_markdown(sheet: Sheet, path: Path) -> None:
    """Markdown with a front matter of title, date and language."""
    front = f"---\ntitle: {sheet.title}\ndate: {sheet.written.isoformat()}\nlang: {sheet.language}\n---"
    _write_text(path, [front, *map(_markdown, sheet.blocks)])


def write_text(sheet: Sheet, path: Path) -> None:
    """Plain text: underlined headings, tables in columns parted by two spaces."""
    _write_text(path, list(map(_plain, sheet.blocks)))


def write_html(sheet: Sheet, path: Path) -> None:
    """A page as an intranet serves it: with a menu and a foot that are not part of the text."""
    body = "\n".join(map(_html, sheet.blocks))
    menu = "<nav><a href='#'>Home</a> <a href='#'>Search</a></nav>"
    title, author = html.escape(sheet.title), html.escape(sheet.author)
    lines = (
        f'<!doctype html>\n<html lang="{sheet.language}">\n<head>',
        f'<meta charset="utf-8">\n<title>{title}</title>',
        f'<meta name="date" content="{sheet.written.isoformat()}">\n<meta name="author" content="{author}">',
        f"</head>\n<body>\n{menu}\n<main>\n{body}\n</main>",
        f"<footer>© {sheet.written.year} {author}</footer>\n</body>\n</html>",
    )
    _write_text(path, ["\n".join(lines)])


def write_docx(sheet: Sheet, path: Path) -> None:
    """A Word file with heading styles, a real table and document properties."""
    document = docx.Document()
    properties, moment = document.core_properties, datetime.combine(sheet.written, time(9))
    properties.title, properties.author, properties.language = sheet.title, sheet.author, sheet.language
    properties.created = properties.modified = moment
    for block in sheet.blocks:
        match block:
            case Heading(level, text):
                document.add_heading(text, level)
            case Paragraph(text):
                document.add_paragraph(text)
            case Table(rows):
                grid = document.add_table(len(rows), len(rows[0]), style="Table Grid")
                for cell, text in zip((cell for row in grid.rows for cell in row.cells), chain(*rows), strict=True):
                    cell.text = text
    buffer = io.BytesIO()
    document.save(buffer)
    path.write_bytes(_redated(buffer.getvalue(), moment))


def write_pdf(sheet: Sheet, path: Path) -> None:
    """A digital PDF with running heads, page numbers and ruled tables."""
    chinese = sheet.language == "zh"
    pdfmetrics.registerFont(cidfonts.UnicodeCIDFont(CHINESE_FONT))
    font, bold = (CHINESE_FONT, CHINESE_FONT) if chinese else ("Helvetica", "Helvetica-Bold")
    wrap = "CJK" if chinese else "LTR"
    shown = {
        1: styles.ParagraphStyle("title", fontName=bold, fontSize=18, leading=24, spaceAfter=8, wordWrap=wrap),
        2: styles.ParagraphStyle("section", fontName=bold, fontSize=13, leading=18, spaceBefore=8, wordWrap=wrap),
        0: styles.ParagraphStyle("body", fontName=font, fontSize=10.5, leading=16, spaceAfter=6, wordWrap=wrap),
    }

    def frame(canvas: Canvas, layout: SimpleDocTemplate) -> None:
        canvas.setFont(font, 8)
        canvas.drawString(72, 36, sheet.title)
        canvas.drawRightString(pagesizes.A4[0] - 72, 36, str(layout.page))
        canvas.setDateFormatter(lambda *_: f"D:{sheet.written:%Y%m%d}090000Z")

    flow = [_flowable(block, shown, font) for block in sheet.blocks]
    layout = SimpleDocTemplate(
        str(path), pagesize=pagesizes.A4, title=sheet.title, author=sheet.author, lang=sheet.language, invariant=1
    )
    layout.build([part for parts in flow for part in parts], onFirstPage=frame, onLaterPages=frame)


WRITERS: Mapping[str, Callable[[Sheet, Path], None]] = {
    ".md": write_markdown,
    ".txt": write_text,
    ".html": write_html,
    ".docx": write_docx,
    ".pdf": write_pdf,
}


def _write_text(path: Path, parts: Sequence[str]) -> None:
    # Bytes, because text mode would write another line end on another system.
    path.write_bytes(("\n\n".join(parts) + "\n").encode())


def _markdown(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {text}"
        case Paragraph(text):
            return text
        case Table(rows):
            lines = [f"| {' | '.join(row)} |" for row in rows]
            return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])


def _plain(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{text}\n{('=' if level == 1 else '-') * len(text)}"
        case Paragraph(text):
            return text
        case Table(rows):
            return "\n".join("  ".join(row) for row in rows)


def _html(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"<h{level}>{html.escape(text)}</h{level}>"
        case Paragraph(text):
            return f"<p>{html.escape(text)}</p>"
        case Table(rows):
            head, *body = ("".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows)
            lines = "\n".join(f"<tr>{row}</tr>" for row in body)
            return (
                f"<table>\n<thead><tr>{head.replace('td>', 'th>')}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n</table>"
            )


def _flowable(block: Block, shown: Mapping[int, styles.ParagraphStyle], font: str) -> list[object]:
    match block:
        case Heading(level, text):
            return [PdfParagraph(_marked(text), shown[level])]
        case Paragraph(text):
            return [PdfParagraph(_marked(text), shown[0])]
        case Table(rows):
            ruled = [
                ("FONT", (0, 0), (-1, -1), font, 9.5),
                ("GRID", (0, 0), (-1, -1), 0.5, colors.grey),
                ("ALIGN", (1, 0), (-1, -1), "RIGHT"),
                ("BACKGROUND", (0, 0), (-1, 0), colors.whitesmoke),
            ]
            return [PdfTable([list(row) for row in rows], style=ruled, repeatRows=1), Spacer(1, 8)]


def _marked(text: str) -> str:
    """Paragraph markup; Chinese words carry their font, because a Latin paragraph's has no glyphs for them."""
    return re.sub(r"[\u3000-\u9fff\uff00-\uffef]+", rf'<font name="{CHINESE_FONT}">\g<0></font>', html.escape(text))


def _redated(archive: bytes, moment: datetime) -> bytes:
    """The same zip archive with every entry dated `moment`: python-docx writes the clock's."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as copy:
        for entry in source.infolist():
            copy.writestr(
                zipfile.ZipInfo(entry.filename, moment.timetuple()[:6]), source.read(entry), zipfile.ZIP_DEFLATED
            )
    return target.getvalue()
