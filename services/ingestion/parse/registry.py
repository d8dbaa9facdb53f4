"""Which parser reads a file: decided by its content; the extension only breaks ties, and is checked.

A new format is one file with a `parse(source) -> ParsedDocument` and one line in `_FORMATS`.
"""

from dataclasses import dataclass, replace
from importlib import import_module

from services.documents.status import DocumentReason
from services.ingestion.parse import archive
from services.ingestion.parse.encoding import decode
from services.ingestion.parse.foreign import what_else
from services.ingestion.parse.signs import text_format
from services.ingestion.parse.source import Source
from services.ingestion.parsed import NotParsed, ParsedDocument

_PACKAGE = "services.ingestion.parse"


@dataclass(frozen=True, slots=True)
class Format:
    """A format.

    The extensions it is known by, its module here, and whether it is text that other text formats may pass for.
    """

    name: str
    extensions: tuple[str, ...]
    module: str
    text: bool = False


_FORMATS = (
    Format("pdf", (".pdf",), "pdf"),
    Format("docx", (".docx", ".docm"), "docx"),
    Format("xlsx", (".xlsx", ".xlsm"), "xlsx"),
    Format("pptx", (".pptx", ".pptm", ".ppsx"), "pptx"),
    Format("picture", (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".bmp", ".gif"), "picture"),
    Format("html", (".html", ".htm", ".xhtml"), "html", text=True),
    Format("md", (".md", ".markdown"), "markdown", text=True),
    Format("csv", (".csv", ".tsv", ".tab", ".psv"), "separated", text=True),
    Format("jsonl", (".jsonl", ".ndjson"), "jsonl", text=True),
    Format("eml", (".eml", ".mht", ".mhtml"), "eml", text=True),
    Format("srt", (".srt",), "subtitles", text=True),
    Format("vtt", (".vtt",), "subtitles", text=True),
    Format("txt", (".txt", ".text", ".log", ""), "txt", text=True),
)
_READABLE = f"Formats that can be read: {', '.join(form.name for form in _FORMATS)}."
_BY_NAME = {form.name: form for form in _FORMATS}
_BY_EXTENSION = {extension: form for form in _FORMATS for extension in form.extensions}
_BINARY_EXTENSIONS = frozenset(
    [
        ".pdf",
        ".docx",
        ".docm",
        ".pptx",
        ".pptm",
        ".ppsx",
        ".xlsx",
        ".xlsm",
        ".xls",
        ".doc",
        ".ppt",
        ".zip",
        ".jpg",
        ".jpeg",
        ".png",
        ".gif",
        ".tif",
        ".tiff",
        ".webp",
        ".bmp",
    ]
)
_IMAGES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\x00", b"MM\x00*")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def parse(source: Source) -> ParsedDocument:
    """Parse a file by what it is. Raises NotParsed."""
    form = detect(source)
    parsed: ParsedDocument = import_module(f"{_PACKAGE}.{form.module}").parse(source)
    claimed = _BY_EXTENSION.get(source.suffix)
    if claimed is form:
        return parsed
    note = f"its name ends in {source.suffix or 'nothing'}, its content is {form.name}: read as {form.name}"
    return replace(parsed, notes=(*parsed.notes, note))


def detect(source: Source) -> Format:
    """The format of a file.

    Raises NotParsed when it is empty, is none of ours, or lies about itself in a way that is not safe.
    """
    if not source.data:
        raise NotParsed(DocumentReason.EMPTY_FILE, "The file has 0 bytes. Send it again.")
    binary = _binary(source)
    if binary:
        return _BY_NAME[binary]
    text = decode(source.data)
    if text is None:
        raise _not_ours(source, "holds no text that could be read")
    if source.suffix in _BINARY_EXTENSIONS:
        raise NotParsed(
            DocumentReason.WRONG_EXTENSION,
            f"The name ends in {source.suffix} but the content is plain text. Rename it.",
        )
    claimed = _BY_EXTENSION.get(source.suffix)
    form = text_format(text, claimed.name if claimed is not None else "")
    if form in ("txt", "md") and (other := what_else(source, text, named=claimed is not None)):
        raise NotParsed(DocumentReason.UNSUPPORTED, f"The file {other} {_READABLE}")
    return _BY_NAME[form]


def _binary(source: Source) -> str:
    head = source.data[:1024]
    if head.lstrip().startswith(b"%PDF-") or (b"%PDF-" in head and source.suffix == ".pdf"):
        return "pdf"
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _archive(source)
    if head.startswith(_OLE):
        raise _ole(source)
    bitmap = head.startswith(b"BM") and head[6:10] == bytes(4)  # a report of BMW begins like that too
    if bitmap or head.startswith(_IMAGES) or head[8:12] == b"WEBP":
        return "picture"
    return ""


def _archive(source: Source) -> str:
    kind = archive.kind(source)
    if kind in _BY_NAME:
        return kind
    raise _not_ours(source, f"is {'an ' + kind if kind else 'an archive'}")


def _ole(source: Source) -> NotParsed:
    if "EncryptedPackage".encode("utf-16-le") in source.data:
        return NotParsed(DocumentReason.ENCRYPTED, "It is protected by a password. Save it without one.")
    return _not_ours(source, "is a Microsoft Office file of before 2007; save it in the present format")


def _not_ours(source: Source, what: str) -> NotParsed:
    known = _BY_EXTENSION.get(source.suffix)
    if known is not None and source.suffix:
        return NotParsed(DocumentReason.WRONG_EXTENSION, f"The name ends in {source.suffix} but the file {what}.")
    return NotParsed(DocumentReason.UNSUPPORTED, f"The file {what}. {_READABLE}")
