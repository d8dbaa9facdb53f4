"""The one door by which documents come in: bytes or a file, a blob, a row, a ring at the workers' door."""

import datetime as dt
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from services.core.domain.question import Scope
from services.core.errors import BadInput, NotFound, Unavailable
from services.documents.blobs import Blob, Blobs
from services.documents.models import Acl, DocumentRow, NewDocument
from services.documents.store import DocumentStore


class Doorbell(Protocol):
    """Tells the workers that there is something to do. A lost ring costs time, never a document: workers also look."""

    async def ring(self, document_id: str) -> None:
        """Name a document to work on. Raises Unavailable."""
        ...


class NoBell:
    """A doorbell for one process: whoever received the document calls the ingestor itself."""

    async def ring(self, document_id: str) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What a caller says about a document; all of it may be left out.

    `source_path` is where bytes that were sent came from: it makes a later arrival from there the same document.
    """

    name: str = ""
    source_path: str = ""
    media_type: str = ""
    url: str = ""
    external_id: str = ""
    title: str = ""
    tags: tuple[str, ...] = ()
    date: dt.date | None = None
    acl: Acl = Acl()
    profile: str = "general"


NOTHING_SAID = Arrival()


class Intake:
    """Takes documents in and lets them be deleted."""

    def __init__(self, store: DocumentStore, blobs: Blobs, doorbell: Doorbell) -> None:
        self._store = store
        self._blobs = blobs
        self._doorbell = doorbell

    async def receive(self, tenant: str, source: bytes | Path, arrival: Arrival = NOTHING_SAID) -> DocumentRow:
        """Keep a document and have it worked on; `duplicate` of the row says that nothing will be done.

        Raises NotFound (no such file), BadInput (a folder, an unreadable file, bytes without a name), TooLarge,
        StorageFull. Nothing that is stored already is touched by a failure.
        """
        if isinstance(source, Path):
            blob = await self._blobs.put_file(_checked(source))
        elif arrival.name:
            blob = await self._blobs.put(source)
        else:
            raise BadInput("Bytes need a name. Give the file's name, with its extension.")
        row = await self._store.receive(_described(tenant, (source, blob), arrival))
        if not row.status.terminal:
            await self._ring(row.id)
        return row

    async def delete(self, scope: Scope, document_id: str) -> DocumentRow:
        """Delete a document and, when nobody else has the same bytes, its blob. Raises NotFound."""
        row = await self._store.delete(scope, document_id)
        if not await self._store.blob_is_used(row.blob_sha256):
            await self._blobs.remove(row.blob_sha256)
        await self._ring(row.id)
        return row

    async def retry(self, scope: Scope, document_id: str) -> DocumentRow:
        """Have a document that came to nothing worked on once more. Raises NotFound, Conflict."""
        row = await self._store.retry(scope, document_id)
        await self._ring(row.id)
        return row

    async def _ring(self, document_id: str) -> None:
        try:
            await self._doorbell.ring(document_id)
        except Unavailable:
            return  # the row is the truth: the workers' own round finds it


def _checked(source: Path) -> Path:
    try:
        if source.is_dir():
            raise BadInput(f"{source} is a folder. Name its files, or walk it.", path=source)
        if not source.exists():
            raise NotFound(f"There is no file {source}.", path=source)
        with source.open("rb"):
            return source
    except OSError as error:
        raise BadInput(f"{source} cannot be read: {error.strerror or error}.", path=source) from error


def _described(tenant: str, came: tuple[bytes | Path, Blob], arrival: Arrival) -> NewDocument:
    source, blob = came
    at = source if isinstance(source, Path) else None
    return NewDocument(
        tenant=tenant,
        name=arrival.name or (at.name if at else ""),
        blob_sha256=blob.sha256,
        size=blob.size,
        media_type=arrival.media_type,
        source_path=arrival.source_path or (str(at.absolute()) if at else ""),
        url=arrival.url,
        external_id=arrival.external_id,
        title=arrival.title,
        tags=arrival.tags,
        date=arrival.date,
        acl=arrival.acl,
        profile=arrival.profile,
    )
