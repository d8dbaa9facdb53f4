"""Puts the retrieval service together: the same way for its own process and for the embedded one."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

import grpc

from services.core.rpc.server import Registration
from services.indexes.adapters.milvus import MilvusEngine
from services.indexes.adapters.tantivy import TantivyEngine
from services.indexes.generations import Generations
from services.inference.port import Inference
from services.language.tokens import tokens
from services.retrieval.engine import Engine
from services.retrieval.funnel import Tools, Widths
from services.retrieval.indexer import Indexer
from services.retrieval.ports import PassageStore
from services.retrieval.servicer import RetrievalServicer
from services.retrieval.settings import Settings
from sextant.retrieval.v1 import retrieval_pb2, retrieval_pb2_grpc

NAME: str = retrieval_pb2.DESCRIPTOR.services_by_name["RetrievalService"].full_name


@dataclass(frozen=True, slots=True)
class RetrievalParts:
    """The service with what it owns. `close` gives the index files free; the store and the models are the caller's."""

    registration: Registration
    engine: Engine
    indexer: Indexer
    generations: Generations

    async def close(self) -> None:
        """Close both index engines. Safe to call twice."""
        await self.generations.close()


def build_retrieval(settings: Settings, inference: Inference, store: PassageStore) -> RetrievalParts:
    """The service over the indexes that the settings name. Nothing is opened before the first call.

    The process that calls this owns the index files: a second one is told IndexUnavailable.
    """
    generations = Generations(
        MilvusEngine(
            settings.milvus_url, precision=settings.retrieval_precision, timeout_s=settings.retrieval_index_seconds
        ),
        TantivyEngine(Path(settings.keyword_url), partial(tokens, bigrams=True)),
    )
    widths = Widths(
        recall=settings.retrieval_recall,
        candidates=settings.retrieval_candidates,
        rerank=settings.retrieval_rerank,
        sentences=settings.retrieval_sentences,
        leg_seconds=settings.retrieval_leg_seconds,
    )
    engine = Engine(generations, Tools(store, inference, widths))
    indexer = Indexer(generations, store, inference)
    return RetrievalParts(registration(engine, indexer, store), engine, indexer, generations)


def registration(engine: Engine, indexer: Indexer, store: PassageStore) -> Registration:
    """The service for a server to be started with."""

    def add(server: grpc.aio.Server) -> None:
        retrieval_pb2_grpc.add_RetrievalServiceServicer_to_server(RetrievalServicer(engine, indexer, store), server)

    return Registration(NAME, add)
