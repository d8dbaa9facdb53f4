"""Pictures and scans: read where the extra for OCR is installed, named for what they are where it is not."""

import io
from itertools import pairwise

import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from services.documents.status import DocumentReason
from services.ingestion.parse import ocr
from services.ingestion.parse.registry import parse
from services.ingestion.parsed import NotParsed
from tests.unit.ingestion.files import source

WITH = pytest.mark.skipif(not ocr.available(), reason="the extra for OCR is not installed")
WITHOUT = pytest.mark.skipif(ocr.available(), reason="the extra for OCR is installed")
LINES = ("Pump X-200 delivery note", "Rated capacity 4250 litres", "Signed at Lyon in March")


def picture(*lines: str) -> Image.Image:
    paper = Image.new("RGB", (900, 80 + 70 * len(lines)), "white")
    pen, font = ImageDraw.Draw(paper), ImageFont.load_default(size=36)
    for number, line in enumerate(lines):
        pen.text((40, 40 + 70 * number), line, "black", font)
    return paper


def saved(form: str, *pages: Image.Image) -> bytes:
    out = io.BytesIO()
    pages[0].save(out, form, **({"save_all": True, "append_images": pages[1:]} if form == "TIFF" else {}))
    return out.getvalue()


def scan(*pages: tuple[str, ...], text: str = "") -> bytes:
    """A PDF whose pages are pictures, behind a page of text when some is given."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842))
    if text:
        canvas.drawString(72, 700, text)
        canvas.showPage()
    for lines in pages:
        canvas.drawImage(ImageReader(picture(*lines)), 40, 500, 500, 160)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


@WITHOUT
@pytest.mark.parametrize("form", ["PNG", "JPEG", "TIFF", "BMP", "GIF", "WEBP"])
def test_a_picture_has_no_text_layer_and_says_what_to_install(form: str) -> None:
    with pytest.raises(NotParsed, match=r"sextant\[ocr\]") as refused:
        parse(source("图.png", saved(form, picture("Hello"))))
    assert refused.value.reason is DocumentReason.NO_TEXT_LAYER


@WITHOUT
def test_a_scan_has_no_text_layer_and_a_scanned_page_among_others_is_noted() -> None:
    with pytest.raises(NotParsed, match=r"sextant\[ocr\]") as refused:
        parse(source("a.pdf", scan(LINES)))
    assert refused.value.reason is DocumentReason.NO_TEXT_LAYER
    assert parse(source("a.pdf", scan(LINES, text="The first page has text."))).notes == (
        "1 of 2 pages are pictures without text: not read",
    )


@WITH
@pytest.mark.parametrize("form", ["PNG", "JPEG", "TIFF", "BMP", "WEBP"])
def test_a_picture_of_text_is_read(form: str) -> None:
    document = parse(source("note.png", saved(form, picture(*LINES))))
    text = " ".join(block.text for block in document.blocks)
    assert all(line.replace(" ", "") in text.replace(" ", "") for line in LINES)
    assert any("OCR" in note for note in document.notes)


@WITH
def test_frames_of_a_fax_are_pages() -> None:
    document = parse(source("fax.tiff", saved("TIFF", picture(*LINES), picture("Second sheet"))))
    assert {block.page for block in document.blocks} == {1, 2}


@WITH
def test_scanned_pages_stand_among_pages_of_text() -> None:
    document = parse(source("a.pdf", scan(LINES, text="The first page has text.")))
    assert [block.page for block in document.blocks][0] == 1
    assert "4250" in " ".join(block.text for block in document.blocks if block.page == 2)
    assert all(one.page <= other.page for one, other in pairwise(document.blocks))


@WITH
def test_more_scanned_pages_than_allowed_are_refused() -> None:
    with pytest.raises(NotParsed, match="limit is 1") as refused:
        parse(source("a.pdf", scan(LINES, LINES), ocr_pages=1))
    assert refused.value.reason is DocumentReason.LIMITS


@WITH
def test_a_picture_without_text_or_with_damage_has_its_reason() -> None:
    for data, reason in (
        (saved("PNG", picture()), DocumentReason.NO_TEXT),
        (saved("PNG", picture(*LINES))[:600], DocumentReason.CORRUPT),
    ):
        with pytest.raises(NotParsed) as refused:
            parse(source("a.png", data))
        assert refused.value.reason is reason
