"""The life of a document."""

from enum import StrEnum


class DocumentStatus(StrEnum):
    """States of a document; the last five are terminal and the first of those is the good one."""

    RECEIVED = "received"
    PARSING = "parsing"
    INDEXING = "indexing"
    INDEXED = "indexed"
    EMPTY = "empty"
    REJECTED = "rejected"
    FAILED = "failed"
    DELETED = "deleted"

    @property
    def terminal(self) -> bool:
        """Whether ingestion has done what it can."""
        return self not in (DocumentStatus.RECEIVED, DocumentStatus.PARSING, DocumentStatus.INDEXING)


class DocumentReason(StrEnum):
    """Why a document is empty, rejected or failed."""

    EMPTY_FILE = "empty_file"
    NO_TEXT_LAYER = "no_text_layer"
    NO_TEXT = "no_text"
    ENCRYPTED = "encrypted"
    CORRUPT = "corrupt"
    UNSUPPORTED = "unsupported_format"
    WRONG_EXTENSION = "content_is_not_its_extension"
    TOO_LARGE = "too_large"
    LIMITS = "parser_limits"
    DUPLICATE_ID = "duplicate_id"
    PARSER_CRASHED = "parser_crashed"
    UNAVAILABLE = "dependency_unavailable"
    ROWS_REFUSED = "refused_by_index"
