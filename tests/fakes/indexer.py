"""An indexer that keeps in memory what the retrieval service would have put into the indexes."""

from services.core.domain.question import Scope
from services.core.errors import Unavailable
from services.documents.models import IndexRow
from services.documents.store import DocumentStore
from services.indexes.port import RowsRefused


class MemoryIndexer:
    """An Indexer that reads the document store as retrieval does.

    `unavailable` calls fail before any succeeds; passages that hold the text `refused` are never taken.
    """

    refused: str = ""

    def __init__(self, store: DocumentStore, *, unavailable: int = 0) -> None:
        self._store = store
        self._unavailable = unavailable
        self.rows: dict[str, list[IndexRow]] = {}
        self.calls: list[tuple[str, int]] = []

    async def index(self, scope: Scope, document_id: str, version: int) -> int:
        self._fail()
        self.calls.append((document_id, version))
        rows = [row async for row in self._store.index_rows(document_id, version) if row.tenant == scope.tenant]
        bad = {row.passage.id: "too odd" for row in rows if self.refused and self.refused in row.passage.text}
        self.rows[document_id] = [row for row in rows if row.passage.id not in bad]
        if bad:
            raise RowsRefused("keyword", bad)
        return len(self.rows[document_id])

    async def remove(self, scope: Scope, document_id: str) -> None:
        del scope
        self._fail()
        self.rows.pop(document_id, None)

    def _fail(self) -> None:
        if self._unavailable:
            self._unavailable -= 1
            raise Unavailable("the index is restarting")
