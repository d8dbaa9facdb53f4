"""One document from its bytes to the indexes, in stages that can each be taken up again.

    RECEIVED → parse, chunk, analyse → passages stored → INDEXING → embed → index → INDEXED

A stage that is done leaves its result in the document store; a worker that takes a lost document up finds it there.
Every write carries the claim's fence, so two workers never mix.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import structlog

from services.core.domain.question import Scope
from services.core.errors import Conflict, LeaseLost, NotFound, Unavailable
from services.core.telemetry import stage_timer
from services.documents.blobs import Blobs
from services.documents.models import DocumentRow, Job, StoredPassage, VersionFacts
from services.documents.status import DocumentReason, DocumentStatus
from services.documents.store import DocumentStore
from services.ingestion.analyse import analyse
from services.ingestion.chunk import Count, Size, chunk
from services.ingestion.dateline import dateline
from services.ingestion.embed import Embedder
from services.ingestion.parsed import NotParsed, ParsedDocument
from services.ingestion.ports import Indexer
from services.language.detect import language_of

_LOG = structlog.get_logger(__name__)
_RETRY_S = 10.0


class Parser(Protocol):
    """What turns a file into blocks."""

    async def parse(self, path: Path, name: str) -> ParsedDocument:
        """Raises NotParsed."""
        ...


@dataclass(frozen=True, slots=True)
class Stages:
    """What the stages are done with."""

    parser: Parser
    count: Count
    embedder: Embedder
    indexer: Indexer
    size: Size = Size()


class Ingestor:
    """Works on documents, one call a document; any number at a time."""

    def __init__(
        self, store: DocumentStore, blobs: Blobs, stages: Stages, *, worker: str, lease_s: float = 15.0
    ) -> None:
        self._store = store
        self._blobs = blobs
        self._stages = stages
        self._worker = worker
        self._lease_s = lease_s

    async def ingest(self, document_id: str) -> DocumentStatus | None:
        """Work on a document until it has a final state; returns it, or None when another worker has the document or
        took it over.

        Safe to call twice, late or for an unknown id. When a dependency is not available the document is given back, to
        be offered again, and Unavailable is raised.
        """
        job = await self._store.claim_job(document_id, self._worker, lease_s=self._lease_s)
        if job is None:
            return None
        try:
            async with self._held(job):
                return await self._work(job)
        except LeaseLost:
            return None  # another worker, a newer version or a deletion: not ours any more
        except Conflict as conflict:
            return await self._overtaken(job, conflict)
        except Unavailable:
            await self._store.release_job(document_id, job.fence, delay_s=_RETRY_S)
            raise

    async def _work(self, job: Job) -> DocumentStatus:
        row = job.document
        if row.status is DocumentStatus.DELETED:
            await self._stages.indexer.remove(Scope(row.tenant), row.id)
            await self._store.removed(row.id, fence=job.fence)
            return DocumentStatus.DELETED
        try:
            await self._passages(job)
        except NotParsed as refused:
            await self._set(job, refused.status, refused.reason, detail=refused.advice)
            return refused.status
        except NotFound as missing:
            await self._set(job, DocumentStatus.FAILED, DocumentReason.UNAVAILABLE, detail=missing.message)
            return DocumentStatus.FAILED
        await self._set(job, DocumentStatus.INDEXING)
        with stage_timer("ingest_embed"):
            await self._stages.embedder.embed(row.id, row.version, fence=job.fence)
        with stage_timer("ingest_index"):
            await self._stages.indexer.index(Scope(row.tenant), row.id, row.version)
        await self._set(job, DocumentStatus.INDEXED)
        return DocumentStatus.INDEXED

    async def _overtaken(self, job: Job, conflict: Conflict) -> DocumentStatus | None:
        """The store refused a write: the document moved on, or, when it is still ours, something is wrong with it."""
        try:
            await self._set(job, DocumentStatus.FAILED, DocumentReason.UNAVAILABLE, detail=conflict.message)
        except (LeaseLost, Conflict):
            return None
        return DocumentStatus.FAILED

    async def _passages(self, job: Job) -> None:
        """Parse, chunk, analyse and store, unless a worker before has."""
        row = job.document
        if row.status is DocumentStatus.INDEXING and await self._store.version_is_written(row.id, row.version):
            return
        await self._set(job, DocumentStatus.PARSING)
        with stage_timer("ingest_parse"):
            document = await self._stages.parser.parse(self._blobs.path(row.blob_sha256), row.name)
        with stage_timer("ingest_chunk"):
            passages, facts = await asyncio.to_thread(self._cut, row, document)
        if not passages:
            raise NotParsed(DocumentReason.NO_TEXT, "No text is in the document.")
        for note in document.notes:
            _LOG.info("document.note", document_id=row.id, note=note)
        await self._store.write_version(row.id, row.version, passages, facts=facts, fence=job.fence)

    def _cut(self, row: DocumentRow, document: ParsedDocument) -> tuple[list[StoredPassage], VersionFacts]:
        text, cut = chunk(document, self._stages.count, self._stages.size)
        date = row.date or document.date or dateline(text) or document.file_date
        passages = [analyse(passage) for passage in cut]
        return passages, VersionFacts(document.title, language_of(text), date, text)

    async def _set(
        self, job: Job, status: DocumentStatus, reason: DocumentReason | None = None, *, detail: str = ""
    ) -> None:
        reason_text = reason.value if reason is not None else ""
        await self._store.set_status(job.document.id, status, reason_text, detail=detail, fence=job.fence)

    @asynccontextmanager
    async def _held(self, job: Job) -> AsyncIterator[None]:
        """Keep the claim while the work goes on; the work is cancelled when the claim is lost."""
        work = asyncio.current_task()
        assert work is not None
        beat = asyncio.create_task(self._beat(job, work.cancel))
        try:
            yield
        except asyncio.CancelledError:
            if beat.done() and not beat.cancelled() and work.uncancel() == 0:
                raise LeaseLost(f"Document {job.document.id} was taken.", document_id=job.document.id) from None
            await self._store.release_job(job.document.id, job.fence)
            raise
        finally:
            beat.cancel()
            with suppress(asyncio.CancelledError):
                await beat

    async def _beat(self, job: Job, lost: Callable[[], object]) -> None:
        """Renew the claim at a third of its life.

        Returns when it is lost. A store that is busy for a moment is asked again.
        """
        while True:
            await asyncio.sleep(self._lease_s / 3)
            try:
                await self._store.heartbeat(job.document.id, job.fence, lease_s=self._lease_s)
            except LeaseLost:
                lost()
                return
            except (Unavailable, Conflict):
                continue
