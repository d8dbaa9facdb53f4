"""What a parser makes of a file."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from services.documents.status import DocumentReason, DocumentStatus


class BlockKind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    TABLE = "table"
    LIST = "list"
    RECORD = "record"


@dataclass(frozen=True, slots=True)
class Record:
    """What a passage that came ready-made says about itself."""

    external_id: str = ""
    title: str = ""
    section: str = ""
    url: str = ""
    language: str = ""
    date: dt.date | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a document in reading order.

    `level` is a heading's, from 1. `page` is from 1, 0 when the format has none. A table has `rows` of cells, of which
    the first `header_rows` are heads (None: not known), and no `text`.
    """

    kind: BlockKind
    text: str = ""
    level: int = 0
    page: int = 0
    rows: tuple[tuple[str, ...], ...] = ()
    header_rows: int | None = None
    record: Record | None = None


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A parsed file.

    `date` is what the document says of itself (front matter, meta element), `file_date` what the file's properties say,
    which is worth less. `notes` tell a person what was not as it should be.
    """

    format: str
    title: str = ""
    blocks: tuple[Block, ...] = ()
    date: dt.date | None = None
    file_date: dt.date | None = None
    tags: tuple[str, ...] = ()
    language: str = ""
    notes: tuple[str, ...] = ()


class NotParsed(Exception):
    """The file gives no text; `reason` says why, `advice` what to do."""

    def __init__(self, reason: DocumentReason, advice: str) -> None:
        super().__init__(advice)
        self.reason = reason
        self.advice = advice

    @property
    def status(self) -> DocumentStatus:
        """The state the document ends in."""
        if self.reason in (DocumentReason.NO_TEXT, DocumentReason.NO_TEXT_LAYER):
            return DocumentStatus.EMPTY
        if self.reason in (DocumentReason.PARSER_CRASHED, DocumentReason.UNAVAILABLE):
            return DocumentStatus.FAILED
        return DocumentStatus.REJECTED
