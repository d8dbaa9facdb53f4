"""Original bytes, kept once by content: `<root>/<first two digits>/<sha256>`.

A blob is written beside its place and renamed into it when it is complete and on the disk, so that a crash or a full
disk never leaves half a blob, and never touches one that is there.
"""

import asyncio
import errno
import hashlib
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from services.core.errors import NotFound, StorageFull, TooLarge

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Blob:
    """A stored blob; `size` in bytes."""

    sha256: str
    size: int
    path: Path


class Blobs:
    """A directory of blobs. `limit` is the most bytes one may have."""

    def __init__(self, root: Path, limit: int = 200 * 1024 * 1024) -> None:
        self._root = root
        self.limit = limit

    async def put(self, data: bytes) -> Blob:
        """Store bytes. Raises TooLarge, StorageFull."""
        return await asyncio.to_thread(self._store, lambda target: self._write(target, data))

    async def put_file(self, source: Path) -> Blob:
        """Store a copy of a file, read piece by piece. Raises TooLarge, StorageFull, OSError when it cannot be read."""
        return await asyncio.to_thread(self._store, lambda target: self._copy(target, source))

    def path(self, sha256: str) -> Path:
        """Where a blob lies. Raises NotFound."""
        place = self._place(sha256)
        if not place.is_file():
            raise NotFound(f"The original bytes {sha256} are not in the store.", sha256=sha256)
        return place

    async def remove(self, sha256: str) -> None:
        """Remove a blob; one that is not there is fine."""
        await asyncio.to_thread(lambda: self._place(sha256).unlink(missing_ok=True))

    def _place(self, sha256: str) -> Path:
        return self._root / sha256[:2] / sha256

    def _store(self, fill: Callable[[IO[bytes]], tuple[str, int]]) -> Blob:
        try:
            self._root.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._root, prefix=".incoming-", delete=False) as target:
                try:
                    sha256, size = fill(target)
                    target.flush()
                    os.fsync(target.fileno())
                    return self._settle(Path(target.name), sha256, size)
                finally:
                    Path(target.name).unlink(missing_ok=True)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise StorageFull(
                    f"The disk is full: nothing was stored in {self._root}. Free some space and try again.",
                    path=self._root,
                ) from error
            raise

    def _settle(self, written: Path, sha256: str, size: int) -> Blob:
        place = self._place(sha256)
        if not place.exists():
            place.parent.mkdir(exist_ok=True)
            written.rename(place)
        return Blob(sha256, size, place)

    def _write(self, target: IO[bytes], data: bytes) -> tuple[str, int]:
        self._check(len(data))
        target.write(data)
        return hashlib.sha256(data).hexdigest(), len(data)

    def _copy(self, target: IO[bytes], source: Path) -> tuple[str, int]:
        digest, size = hashlib.sha256(), 0
        with source.open("rb") as stream:
            self._check(os.fstat(stream.fileno()).st_size)
            while piece := stream.read(_CHUNK):
                size += len(piece)
                self._check(size)
                digest.update(piece)
                target.write(piece)
        return digest.hexdigest(), size

    def _check(self, size: int) -> None:
        if size > self.limit:
            raise TooLarge(
                f"The document has more than {self.limit // (1024 * 1024)} MiB. Split it, or raise the limit.",
                size=size, limit=self.limit,
            )  # fmt: skip
