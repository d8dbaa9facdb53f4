"""Text of pictures by optical character recognition: RapidOCR with the models of its wheel, on onnxruntime.

An extra (`sextant[ocr]`): without it pictures and scanned pages have no text layer. It is imported, and its models are
loaded, when the first picture comes.
"""

from functools import lru_cache
from importlib.util import find_spec
from statistics import median
from typing import Any

from services.ingestion.parse.clean import one_line
from services.ingestion.parse.pdf_flow import Page
from services.ingestion.parse.pdf_lines import Word, lines_of

MISSING = "Only text can be read without the extra for OCR: install sextant[ocr] (in a checkout: make ocr), then retry."
_SURE = 0.5

_Picture = Any  # a numpy array, height × width × 3, uint8, or the bytes of a file
_Engine = Any  # rapidocr is untyped


def available() -> bool:
    """Whether the extra is installed."""
    return find_spec("rapidocr") is not None


def read_picture(picture: _Picture, size: tuple[float, float], number: int = 1) -> Page:
    """The lines of a picture as those of a page of this width and height.

    All are taken for one size of type: boxes around handwriting and posters say little about headings.
    """
    result = _engine()(picture)
    found = zip(result.boxes, result.txts, result.scores, strict=True) if result.txts else ()
    seen = [(box, one_line(text)) for box, text, score in found if score >= _SURE]
    height = median(_height(box) for box, _ in seen) if seen else 1.0
    words = [_word(box, text, height) for box, text in seen if text]
    return Page(number, size[0], size[1], tuple(lines_of(words)))


@lru_cache(maxsize=1)
def _engine() -> _Engine:
    from rapidocr import RapidOCR  # noqa: PLC0415 -- an extra

    return RapidOCR(params={"Global.log_level": "error"})


def _height(box: _Picture) -> float:
    return float(max(point[1] for point in box) - min(point[1] for point in box))


def _word(box: _Picture, text: str, size: float) -> Word:
    across, down = [float(point[0]) for point in box], [float(point[1]) for point in box]
    return Word(text, min(across), max(across), min(down), max(down), size, bold=False)
