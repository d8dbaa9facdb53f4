"""Files of every format, made in memory, in English and Chinese."""

import io
import zipfile
from collections.abc import Sequence
from itertools import chain
from typing import Any

import docx
import openpyxl
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Table

from services.ingestion.parse.source import Limits, Source

CHINESE = "STSong-Light"
Rows = Sequence[Sequence[Any]]


def source(name: str, data: bytes | str, **limits: int) -> Source:
    """A file under a name."""
    return Source(name, data.encode() if isinstance(data, str) else data, Limits(**limits))


def pdf(*content: str | Rows, foot: str = "", password: str = "", **info: Any) -> bytes:
    """A PDF: "# heading", text, rows of a ruled table; "---" begins a page; `foot` and the number on every page."""
    pdfmetrics.registerFont(UnicodeCIDFont(CHINESE))
    out = io.BytesIO()
    head = ParagraphStyle("h", fontName=CHINESE, fontSize=18, leading=24, spaceAfter=8, wordWrap="CJK")
    body = ParagraphStyle("b", fontName=CHINESE, fontSize=10, leading=15, spaceAfter=8, wordWrap="CJK")
    flow: list[Any] = []
    for part in content:
        if part == "---":
            flow.append(PageBreak())
        elif isinstance(part, str):
            flow.append(Paragraph(part.removeprefix("# "), head if part.startswith("# ") else body))
        else:
            ruled = [("GRID", (0, 0), (-1, -1), 0.5, colors.grey), ("FONT", (0, 0), (-1, -1), CHINESE, 9)]
            flow.append(Table([list(row) for row in part], style=ruled))

    def frame(canvas: Canvas, layout: Any) -> None:
        canvas.setFont(CHINESE, 8)
        if foot:
            canvas.drawString(72, 36, foot)
            canvas.drawRightString(A4[0] - 72, 36, str(layout.page))

    encrypt = StandardEncryption(password, canPrint=0) if password else None
    layout = SimpleDocTemplate(out, pagesize=A4, encrypt=encrypt, **info)
    layout.build(flow, onFirstPage=frame, onLaterPages=frame)
    return out.getvalue()


def drawn_pdf(lines: Sequence[Sequence[tuple[float, float, str]]], size: float = 10) -> bytes:
    """A PDF with texts at places (x and y in points from the lower left), a page each."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for page in lines:
        canvas.setFont("Helvetica", size)
        for x, y, text in page:
            canvas.drawString(x, y, text)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def word(*content: str | Rows, **properties: Any) -> bytes:
    """A Word file: "# heading" by the number of its marks, "- item", text, rows of a table."""
    document = docx.Document()
    for name, value in properties.items():
        setattr(document.core_properties, name, value)
    for part in content:
        if not isinstance(part, str):
            table = document.add_table(len(part), len(part[0]))
            cells = (cell for row in table.rows for cell in row.cells)
            for cell, text in zip(cells, chain(*part), strict=True):
                cell.text = text
        elif part.startswith("#"):
            marks, _, text = part.partition(" ")
            document.add_heading(text, len(marks))
        elif part.startswith("- "):
            document.add_paragraph(part[2:], style="List Bullet")
        else:
            document.add_paragraph(part)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def archive(entries: dict[str, bytes]) -> bytes:
    """A zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in entries.items():
            target.writestr(name, data)
    return out.getvalue()


def tokens(text: str) -> int:
    """Words and Chinese characters: a count that needs no model."""
    wide = sum(character > "\u2e80" for character in text)
    return wide + len("".join(" " if character > "\u2e80" else character for character in text).split())


def workbook(**sheets: Rows) -> bytes:
    """An xlsx file: rows of values by the name of their sheet; `None` is an empty cell."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    return saved(made)


def saved(made: Any) -> bytes:
    """What a workbook or a presentation is as a file."""
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()
