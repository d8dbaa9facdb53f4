"""Pictures of text: photographs, screenshots, faxes; a page a frame."""

import io
from collections.abc import Iterator

from PIL import Image, ImageOps, ImageSequence

from services.documents.status import DocumentReason
from services.ingestion.parse import ocr
from services.ingestion.parse.pdf_flow import Page, blocks_of
from services.ingestion.parse.source import Source
from services.ingestion.parsed import NotParsed, ParsedDocument

_MOST_PIXELS = 150_000_000
_LONGEST_SIDE = 4_000
# Pillow's own for damaged files; it lets some of its decoders' through.
_BROKEN = (OSError, ValueError, SyntaxError, EOFError, IndexError, KeyError, TypeError, Image.DecompressionBombError)


def parse(source: Source) -> ParsedDocument:
    """Read a picture by OCR.

    Raises NotParsed: no text layer without the extra for OCR, damaged, over the limits, without text.
    """
    if not ocr.available():
        raise NotParsed(DocumentReason.NO_TEXT_LAYER, f"It is a picture. {ocr.MISSING}")
    try:
        pages = list(_pages(source))
    except _BROKEN as error:
        raise NotParsed(DocumentReason.CORRUPT, "The picture is damaged. Send it again.") from error
    blocks = tuple(blocks_of(pages))
    if not blocks:
        raise NotParsed(DocumentReason.NO_TEXT, "No text could be made out in the picture.")
    return ParsedDocument("picture", source.stem, blocks, notes=("read by OCR: letters may be wrong",))


def _pages(source: Source) -> Iterator[Page]:
    with Image.open(io.BytesIO(source.data)) as picture:
        frames = getattr(picture, "n_frames", 1) if picture.format == "TIFF" else 1  # others are animated, not paged
        if picture.width * picture.height > _MOST_PIXELS or frames > source.limits.ocr_pages:
            raise NotParsed(
                DocumentReason.LIMITS,
                f"It has {picture.width} × {picture.height} pixels and {frames} pages; the limit is {_MOST_PIXELS}"
                f" pixels and {source.limits.ocr_pages} pages. Reduce or split it.",
            )
        for number, frame in enumerate(ImageSequence.Iterator(picture), 1):
            shown = ImageOps.exif_transpose(frame).convert("RGBA")
            paper = Image.new("RGBA", shown.size, "white")  # what is transparent is read on white
            paper.alpha_composite(shown)
            paper.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE))
            out = io.BytesIO()
            paper.convert("RGB").save(out, "BMP")
            yield ocr.read_picture(out.getvalue(), paper.size, number)
            if number >= frames:
                return
