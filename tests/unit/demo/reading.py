"""The text of a written file, by libraries that had no part in writing it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import docx
import pypdfium2
from selectolax.lexbor import LexborHTMLParser


@cache
def text_of(path: Path) -> str:
    """Everything a reader of the file would read, without line breaks inside Chinese text."""
    return re.sub(r"(?<=[\u3000-\u9fff])\s+(?=[\u3000-\u9fff\d])", "", _READERS[path.suffix](path))


def _pdf(path: Path) -> str:
    with pypdfium2.PdfDocument(path) as document:
        return "\n".join(page.get_textpage().get_text_range() for page in document)


def _docx(path: Path) -> str:
    document = docx.Document(str(path))
    cells = [" | ".join(cell.text for cell in row.cells) for table in document.tables for row in table.rows]
    return "\n".join([*(paragraph.text for paragraph in document.paragraphs), *cells])


def _html(path: Path) -> str:
    return LexborHTMLParser(path.read_text("utf-8")).text(separator="\n")


def _plain(path: Path) -> str:
    return path.read_text("utf-8")


_READERS = {".pdf": _pdf, ".docx": _docx, ".html": _html, ".md": _plain, ".txt": _plain}
