"""Documents to receive and to fill."""

import hashlib
from typing import Any

from services.core.domain.question import Scope
from services.documents.models import DocumentRow, NewDocument, StoredPassage
from services.documents.status import DocumentStatus
from services.documents.store import DocumentStore

ACME = Scope("acme")


def arrival(text: str = "hello", **said: Any) -> NewDocument:
    """A document whose bytes are this text."""
    given = {"tenant": "acme", "name": "note.txt"} | said
    return NewDocument(blob_sha256=hashlib.sha256(text.encode()).hexdigest(), size=len(text), **given)


async def indexed(store: DocumentStore, new: NewDocument, *texts: str) -> tuple[DocumentRow, list[str]]:
    """Receive a document and bring it to INDEXED with these passages."""
    row = await store.receive(new)
    await store.set_status(row.id, DocumentStatus.PARSING)
    ids = await store.write_version(row.id, row.version, [StoredPassage(text) for text in texts])
    await store.set_status(row.id, DocumentStatus.INDEXING)
    return await store.set_status(row.id, DocumentStatus.INDEXED), ids
