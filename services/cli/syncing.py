"""A folder followed once: what is new is added, what has changed is replaced, what is gone is deleted."""

import hashlib
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from services.cli.client import Gateway
from services.core.errors import Conflict
from services.documents.status import DocumentStatus

Json = Any  # dict, list, str, int, float, bool or None
_PAGE = 200
# Anything else is not done, or did not come to its end: it is sent again.
_KNOWN = frozenset({DocumentStatus.INDEXED, DocumentStatus.EMPTY, DocumentStatus.REJECTED})


@dataclass(frozen=True, slots=True)
class Differences:
    """What a folder holds, against what came from it before. `gone` are documents."""

    added: tuple[Path, ...]
    changed: tuple[Path, ...]
    unchanged: tuple[Path, ...]
    gone: tuple[Json, ...]

    @property
    def to_send(self) -> tuple[Path, ...]:
        """Files to send."""
        return (*self.added, *self.changed)

    def plain(self) -> dict[str, Json]:
        """For machines: paths, and how many files are as they were."""
        return {
            "added": [str(file) for file in self.added],
            "replaced": [str(file) for file in self.changed],
            "deleted": [row["external_id"] for row in self.gone],
            "unchanged": len(self.unchanged),
        }


async def differences(gateway: Gateway, folder: Path, files: Sequence[Path], *, tags: Sequence[str]) -> Differences:
    """Compare a folder (absolute) with the documents that came from it. Raises Conflict when the folder is empty and
    documents came from it: an unmounted disk looks like that."""
    known = await _documents_under(gateway, folder)
    if known and not files:
        raise Conflict(
            f"{folder} holds no files, but {len(known)} documents came from it. Is a disk missing? If it is right, "
            "delete them with `sextant documents delete`.",
            folder=folder,
        )
    added = [file for file in files if file.as_posix() not in known]
    old = [file for file in files if file.as_posix() in known]
    changed = [file for file in old if not _is_as(known[file.as_posix()], file, tags)]
    here = {file.as_posix() for file in files}
    gone = [row for place, row in known.items() if place not in here and _is_gone(Path(place))]
    same = [file for file in old if file not in set(changed)]
    return Differences(tuple(added), tuple(changed), tuple(same), tuple(gone))


async def _documents_under(gateway: Gateway, folder: Path) -> dict[str, Json]:
    """Documents by the path that they came from."""
    under = f"{folder.as_posix().rstrip('/')}/"
    found: dict[str, Json] = {}
    cursor = ""
    while True:
        page = await gateway.get("/v1/documents", under=under, limit=_PAGE, cursor=cursor)
        found |= {row["external_id"]: row for row in page["documents"] if row["external_id"].startswith(under)}
        cursor = page["cursor"]
        if not cursor:
            return found


def _is_as(row: Json, file: Path, tags: Sequence[str]) -> bool:
    if DocumentStatus(row["status"]) not in _KNOWN or list(row["tags"]) != list(tags):
        return False
    try:
        if file.stat().st_size != row["size"]:
            return False
        with file.open("rb") as content:
            return bool(hashlib.file_digest(content, "sha256").hexdigest() == row["sha256"])
    except OSError:
        return False  # sending it says what is wrong with it


def _is_gone(path: Path) -> bool:
    """Whether nothing that would be taken in is there any more. What cannot be looked at, as in a folder without rights
    to it, is not gone."""
    try:
        return not stat.S_ISREG(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
