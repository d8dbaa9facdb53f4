"""Files into the store: sent a few at a time, and looked at together until each has reached its state."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from services.cli.client import Gateway
from services.core.errors import SextantError
from services.documents.status import DocumentStatus

Json = Any  # dict, list, str, int, float, bool or None
Finished = Callable[[Path, Json], None]
Sleep = Callable[[float], Awaitable[None]]

# Uploads that wait for the gateway at the same time.
UPLOADS = 4
# Documents that one look is at: they are worked on in about the order in which they came.
WINDOW = 100
# About ten seconds.
CLEARED_LOOKS = 30
QUICKEST_SECONDS, SLOWEST_SECONDS, FACTOR = 0.3, 3.0, 1.4


async def sent_and_settled(
    gateway: Gateway, files: Sequence[Path], fields: Json, *, finished: Finished = lambda _file, _row: None
) -> list[Json]:
    """Send files (absolute paths) and wait until each has reached its state; one row a file, in their order."""
    watch = Watch(gateway)
    watching = asyncio.create_task(watch.run(finished))
    try:
        limit = asyncio.Semaphore(UPLOADS)

        async def one(file: Path) -> None:
            async with limit:
                watch.add(file, await _sent(gateway, file, {**fields, "external_id": file.as_posix()}))

        for start in range(0, len(files), WINDOW):
            await asyncio.gather(*(one(file) for file in files[start : start + WINDOW]))
        watch.complete()
        rows = await watching
    finally:
        watching.cancel()
    return [rows[file] for file in files]


class Watch:
    """Looks at documents until all are settled: one call a look, at the oldest of those that are not, and more seldom
    while nothing moves."""

    def __init__(self, gateway: Gateway, sleep: Sleep = asyncio.sleep) -> None:
        self._gateway = gateway
        self._sleep = sleep
        self._pending: dict[str, list[tuple[Path, Json]]] = {}
        self._rows: dict[Path, Json] = {}
        self._settled: list[tuple[Path, Json]] = []
        self._complete = False

    def add(self, file: Path, row: Json) -> None:
        """A file whose document is to be waited for."""
        if _is_settled(row):
            self._settled.append((file, row))
        else:
            self._pending.setdefault(row["id"], []).append((file, row))

    def complete(self) -> None:
        """Nothing more is added."""
        self._complete = True

    async def run(self, finished: Finished) -> dict[Path, Json]:
        """The rows by file, when all are settled."""
        wait = QUICKEST_SECONDS
        while not self._complete or self._pending or self._settled:
            moved = await self._look()
            for file, row in self._settled:
                self._rows[file] = row
                finished(file, row)
            self._settled.clear()
            if not moved:
                await self._sleep(wait)
            wait = QUICKEST_SECONDS if moved or not self._pending else min(SLOWEST_SECONDS, wait * FACTOR)
        return self._rows

    async def _look(self) -> bool:
        """Whether a document was found settled."""
        window = list(self._pending)[:WINDOW]
        if not window:
            return bool(self._settled)
        page = await self._gateway.get("/v1/documents", id=window, limit=WINDOW)
        rows = {row["id"]: row for row in page["documents"]}
        done = [key for key in window if key not in rows or _is_settled(rows[key])]
        for key in done:
            for file, sent in self._pending.pop(key):
                # What was said when it was sent is not said again: that it was there already.
                self._settled.append((file, {**sent, **rows.get(key, {}), "duplicate": sent["duplicate"]}))
        return bool(done)


async def cleared(gateway: Gateway, row: Json) -> Json:
    """A deleted document when the indexes have let it go, or after a while in which they did not answer."""
    for _ in range(CLEARED_LOOKS):
        if not row["stale"]:
            break
        await asyncio.sleep(QUICKEST_SECONDS)
        row = await gateway.get(f"/v1/documents/{row['id']}")
    return row


def _is_settled(row: Json) -> bool:
    return DocumentStatus(row["status"]).terminal


async def _sent(gateway: Gateway, file: Path, fields: Json) -> Json:
    """The document's row; a file that is refused gets a row with its reason, so that the batch goes on."""
    try:
        return await gateway.upload(file, fields)
    except SextantError as error:
        return {
            "id": "", "name": file.name, "status": "rejected", "reason": error.wire_code, "detail": error.message,
            "duplicate": False,
        }  # fmt: skip
