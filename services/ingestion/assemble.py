"""Puts ingestion together: the same way for its own process and for the embedded one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from services.core.rpc.client import open_channel
from services.documents.blobs import Blobs
from services.documents.store import DocumentStore
from services.inference.port import Inference
from services.inference.tokenizer import load_tokenizer
from services.ingestion.adapters.retrieval_indexer import RetrievalIndexer
from services.ingestion.embed import Embedder
from services.ingestion.ingest import Ingestor, Stages
from services.ingestion.sandbox import Sandbox
from services.ingestion.settings import Settings
from services.ingestion.worker import Worker


@dataclass(frozen=True, slots=True)
class Ingestion:
    """Workers on documents, and the store of original bytes that the intake fills for them."""

    worker: Worker
    blobs: Blobs


def blobs_of(settings: Settings) -> Blobs:
    """Where original bytes are kept."""
    return Blobs(settings.data_dir / "blobs", settings.max_bytes)


@asynccontextmanager
async def ingestion(settings: Settings, store: DocumentStore, inference: Inference) -> AsyncIterator[Ingestion]:
    """A worker that indexes through the retrieval service at its address. On leaving, unfinished documents are given
    back. Raises InferenceUnavailable when the tokenizer is not built.
    """
    blobs = blobs_of(settings)
    sandbox = Sandbox(settings.allowance, settings.limits)
    channel = open_channel(settings.retrieval_address)
    stages = Stages(
        parser=sandbox,
        count=load_tokenizer(settings.model_dir).count,
        embedder=Embedder(store, inference),
        indexer=RetrievalIndexer(channel, settings.ingestion_index_s),
        size=settings.size,
    )
    ingestor = Ingestor(
        store,
        blobs,
        stages,
        worker=settings.worker_name,
        lease_s=settings.ingestion_lease_s,
        patience=settings.patience,
    )
    worker = Worker(store, ingestor, concurrency=settings.ingestion_concurrency, look_s=settings.ingestion_look_s)
    try:
        yield Ingestion(worker, blobs)
    finally:
        await worker.stop(0.0)
        await sandbox.close()
        await channel.close()
