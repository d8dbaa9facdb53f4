"""Office files are zip archives.

Archives can be bombs. Nothing is unpacked before the caps of `Limits` have been checked.
"""

import io
import zipfile

from services.documents.status import DocumentReason
from services.ingestion.parse.source import Limits, Source
from services.ingestion.parsed import NotParsed

_KINDS = (("word/document.xml", "docx"), ("xl/workbook.xml", "xlsx"), ("ppt/presentation.xml", "pptx"))
_SMALL = 1024 * 1024
_CORRUPT = "The file is damaged (a broken archive). Send it again."


def kind(source: Source) -> str:
    """ "docx", "xlsx", "pptx", or "" for any other archive.

    Raises NotParsed when it is broken, encrypted or beyond the limits.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        raise NotParsed(DocumentReason.CORRUPT, _CORRUPT) from error
    _check(entries, source.limits)
    names = {entry.filename for entry in entries}
    return next((found for name, found in _KINDS if name in names), "")


def _check(entries: list[zipfile.ZipInfo], limits: Limits) -> None:
    if any(entry.flag_bits & 1 for entry in entries):
        raise NotParsed(DocumentReason.ENCRYPTED, "It is protected by a password. Save it without one.")
    unpacked = sum(entry.file_size for entry in entries)
    packed = sum(entry.compress_size for entry in entries)
    depth = max((entry.filename.count("/") for entry in entries), default=0)
    for crossed, what in (
        (len(entries) > limits.archive_entries, f"more than {limits.archive_entries} entries"),
        (unpacked > limits.archive_bytes, f"more than {limits.archive_bytes // _SMALL} MiB when unpacked"),
        (unpacked > _SMALL and unpacked > limits.archive_ratio * packed, f"packed over {limits.archive_ratio} to 1"),
        (depth > limits.nesting, f"folders more than {limits.nesting} deep"),
    ):
        if crossed:
            raise NotParsed(DocumentReason.LIMITS, f"The archive has {what}: it looks like a bomb.")
