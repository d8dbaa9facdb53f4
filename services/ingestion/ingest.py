"""One document from its bytes to the indexes, in stages that can each be taken up again.

    RECEIVED → parse, chunk, analyse → passages stored → INDEXING → embed → index → INDEXED

A stage that is done leaves its result in the document store; a worker that takes a lost document up finds it there.
Every write carries the claim's fence, so two workers never mix. What a version that came to nothing left in the indexes
is taken out again, and the version before it put back.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import structlog

from services.core.domain.question import Scope
from services.core.errors import Conflict, DeadlinePassed, LeaseLost, NotFound, SextantError, Unavailable
from services.core.telemetry import stage_timer
from services.documents.blobs import Blobs
from services.documents.jobs import TRY_AGAIN
from services.documents.models import DocumentRow, Job, StoredPassage, VersionFacts
from services.documents.status import DocumentReason, DocumentStatus
from services.documents.store import DocumentStore
from services.indexes.port import RowsRefused
from services.ingestion.analyse import analyse
from services.ingestion.chunk import Count, Size, chunk
from services.ingestion.dateline import dateline
from services.ingestion.embed import Embedder
from services.ingestion.parsed import NotParsed, ParsedDocument
from services.ingestion.ports import Indexer
from services.ingestion.summarise import summaries
from services.language.detect import language_of

_LOG = structlog.get_logger(__name__)


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


@dataclass(frozen=True, slots=True)
class Patience:
    """How a document waits for something that is away: `wait_s` at first, twice as long each time up to `longest_s`;
    after `waits` times it has failed. What the indexes still owe (a deletion) is tried for ever."""

    waits: int = 60
    wait_s: float = 10.0
    longest_s: float = 45.0

    def wait_after(self, waits: int) -> float:
        """Seconds until the next try of a document that has waited so often."""
        return min(self.longest_s, self.wait_s * 2.0 ** min(waits, 10))


class Ingestor:
    """Works on documents, one call a document; any number at a time."""

    def __init__(
        self,
        store: DocumentStore,
        blobs: Blobs,
        stages: Stages,
        *,
        worker: str,
        lease_s: float = 15.0,
        patience: Patience | None = None,
    ) -> None:
        self._store = store
        self._blobs = blobs
        self._stages = stages
        self._worker = worker
        self._lease_s = lease_s
        self._patience = patience or Patience()

    async def ingest(self, document_id: str) -> DocumentStatus | None:
        """Work on a document until it has a final state; returns it, or None when another worker has the document or
        took it over, or when it waits for something that is away.

        Safe to call twice, late or for an unknown id. Raises what the document store raises.
        """
        job = await self._store.claim_job(document_id, self._worker, lease_s=self._lease_s)
        if job is None:
            return None
        work = asyncio.create_task(self._work(job))
        beat = asyncio.create_task(self._beat(job))
        try:
            await asyncio.wait([work, beat], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            await _stopped(work, beat)
            await self._store.release_job(document_id, job.fence)
            raise
        held = not beat.done()
        await _stopped(work, beat)
        # What a stage raised is looked at, not caught: it ends this document only, whatever it is.
        fault = None if work.cancelled() else work.exception()
        if fault is None:
            return None if work.cancelled() else work.result()
        return await self._settled(job, fault) if held else None

    async def _settled(self, job: Job, fault: BaseException) -> DocumentStatus | None:
        """What becomes of a document whose work raised."""
        match fault:
            case LeaseLost():
                return None  # another worker, a newer version or a deletion: not ours any more
            case Unavailable() | DeadlinePassed():
                return await self._put_off(job, fault)
            case RowsRefused():
                # Trying again would not help. What did get in is taken out again: the document is whole or not there.
                return await self._failed(job, DocumentReason.ROWS_REFUSED, fault.message)
            case Conflict():
                # The store refused a write: the document moved on, or, when it is still ours, something is wrong.
                return await self._failed(job, DocumentReason.UNAVAILABLE, fault.message)
            case _:
                _LOG.error("document.failed", document_id=job.document.id, exc_info=fault)
                words = fault.message if isinstance(fault, SextantError) else f"{type(fault).__name__} in a stage."
                return await self._failed(job, DocumentReason.PARSER_CRASHED, words)

    async def _put_off(self, job: Job, away: SextantError) -> DocumentStatus | None:
        """Wait for what is away, but not for ever."""
        row, patience = job.document, self._patience
        _LOG.warning("document.postponed", document_id=row.id, code=away.wire_code, waits=row.waits, why=away.message)
        if row.waits + 1 < patience.waits or row.status.terminal:
            await self._store.postpone_job(row.id, job.fence, delay_s=patience.wait_after(row.waits))
            return None
        words = f"{away.message} It was tried {row.waits + 1} times. See `sextant status`. {TRY_AGAIN}"
        return await self._failed(job, DocumentReason.UNAVAILABLE, words)

    async def _failed(self, job: Job, reason: DocumentReason, words: str) -> DocumentStatus | None:
        """FAILED, unless the document is not ours any more."""
        try:
            await self._set(job, DocumentStatus.FAILED, reason, detail=words)
        except (LeaseLost, Conflict, NotFound):
            return None
        return DocumentStatus.FAILED

    async def _work(self, job: Job) -> DocumentStatus:
        row = job.document
        if row.stale and row.status is not DocumentStatus.INDEXING:
            await self._clean(row)
            await self._store.cleaned(row.id, fence=job.fence)
        if row.status.terminal:
            await self._store.release_job(row.id, job.fence)
            return row.status
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

    async def _clean(self, row: DocumentRow) -> None:
        """Leave nothing in the indexes but the version that is searched."""
        await self._stages.indexer.remove(Scope(row.tenant), row.id)
        if row.current_version:
            await self._stages.indexer.index(Scope(row.tenant), row.id, row.current_version)

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
        coarse = summaries(cut, self._stages.count, self._stages.size.passage)
        passages = [analyse(passage, document.title) for passage in (*cut, *coarse)]
        return passages, VersionFacts(document.title, language_of(text), date, text)

    async def _set(
        self, job: Job, status: DocumentStatus, reason: DocumentReason | None = None, *, detail: str = ""
    ) -> None:
        reason_text = reason.value if reason is not None else ""
        await self._store.set_status(job.document.id, status, reason_text, detail=detail, fence=job.fence)

    async def _beat(self, job: Job) -> None:
        """Renew the claim at a third of its life.

        Returns when it is lost. A store that is busy for a moment is asked again.
        """
        while True:
            await asyncio.sleep(self._lease_s / 3)
            try:
                await self._store.heartbeat(job.document.id, job.fence, lease_s=self._lease_s)
            except LeaseLost:
                return
            except (Unavailable, Conflict):
                continue


async def _stopped(*tasks: asyncio.Task[Any]) -> None:
    """Cancel what still runs, and wait for its end."""
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
