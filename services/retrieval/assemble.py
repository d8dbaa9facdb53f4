"""Puts the retrieval service together: the same way for its own process and for the embedded one."""

from dataclasses import dataclass

import grpc
import structlog

from services.core.errors import IndexUnavailable
from services.core.rpc.server import Registration
from services.indexes.adapters.milvus import MilvusEngine
from services.indexes.adapters.milvus_connection import Timeouts
from services.indexes.adapters.milvus_schema import Tuning
from services.indexes.generations import Generations
from services.indexes.port import RowsRefused, VectorEngine
from services.indexes.tiers import TieredEngine
from services.inference.port import Inference
from services.retrieval import upkeep
from services.retrieval.builder import Builder
from services.retrieval.engine import Engine
from services.retrieval.funnel import Tools, Widths
from services.retrieval.indexer import Indexer
from services.retrieval.keeper import Keeper
from services.retrieval.keywords import Keywords, build_keywords
from services.retrieval.ports import PassageStore
from services.retrieval.reconciler import Reconciler
from services.retrieval.servicer import RetrievalServicer
from services.retrieval.settings import Settings
from services.retrieval.sql.folder import DatabaseFolder
from services.retrieval.sql.port import QueryLimits
from services.retrieval.sql.ration import Ration
from services.retrieval.sql.tool import SqlTool
from services.retrieval.tiering import Mover
from sextant.retrieval.v1 import retrieval_pb2, retrieval_pb2_grpc

_LOG = structlog.get_logger(__name__)
NAME: str = retrieval_pb2.DESCRIPTOR.services_by_name["RetrievalService"].full_name


@dataclass(frozen=True, slots=True)
class RetrievalParts:
    """The service with what it owns. `close` gives the index files free; the store and the models are the caller's."""

    registration: Registration
    upkeep: Registration
    engine: Engine
    indexer: Indexer
    builder: Builder
    keeper: Keeper
    generations: Generations
    keywords: Keywords
    store: PassageStore

    async def renewed(self) -> int:
        """Build anew the indexes that an earlier release left, from the document store; the passages written.

        Nothing is embedded again. What is cut off here is begun again at the next start, and so is what an engine that
        is away has: searches go on without it meanwhile.
        """
        try:
            if not await self.keywords.outdated():
                return 0
        except IndexUnavailable as away:
            _LOG.warning("keywords.not_asked", why=away.message)
            return 0
        written = 0
        for tenant, document_id, version in await self.store.indexed_documents():
            try:
                written += await self.indexer.index(tenant, document_id, version)
            except RowsRefused as refused:
                _LOG.error("keywords.refused", document_id=document_id, why=refused.message)
        await self.keywords.forget_outdated()
        return written

    async def close(self) -> None:
        """Write down what was found, and close both index engines. Safe to call twice."""
        await self.keeper.write_down()
        await self.generations.close()


def build_retrieval(
    settings: Settings, inference: Inference, store: PassageStore, *, following: Inference | None = None
) -> RetrievalParts:
    """The service over the indexes that the settings name. Nothing is opened before the first call.

    The process that calls this owns the index files: a second one is told IndexUnavailable. `following` are models with
    the embedder of a generation to come.
    """
    keywords = build_keywords(settings)
    generations = Generations(build_vectors(settings), keywords)
    widths = Widths(
        recall=settings.retrieval_recall,
        candidates=settings.retrieval_candidates,
        rerank=settings.retrieval_rerank,
        sentences=settings.retrieval_sentences,
        leg_seconds=settings.retrieval_leg_seconds,
        rescore=settings.retrieval_rescore,
    )
    engine = Engine(generations, Tools(store, inference, widths), following)
    indexer = Indexer(generations, store, inference)
    reconciler = Reconciler(generations, indexer, store)
    builder = Builder(generations, store, reconciler)
    tiered = settings.has_tiers
    mover = Mover(generations, indexer, store, grace_s=2 * settings.retrieval_leg_seconds) if tiered else None
    keeper = Keeper(builder, engine.found, store, mover=mover, keep_s=settings.retrieval_keep_seconds)
    return RetrievalParts(
        registration(engine, indexer, store, sql=build_sql(settings)),
        upkeep.registration(upkeep.UpkeepServicer(reconciler, builder, store, inference=inference)),
        engine,
        indexer,
        builder,
        keeper,
        generations,
        keywords,
        store,
    )


def build_vectors(settings: Settings) -> VectorEngine:
    """The Milvus that the settings name, built and searched as they say, in one tier or two."""
    milvus = MilvusEngine(
        settings.milvus_url,
        precision=settings.retrieval_precision,
        timeouts=Timeouts(settings.retrieval_leg_seconds, settings.retrieval_index_seconds),
        tuning=Tuning(
            m=settings.retrieval_hnsw_m,
            ef_construction=settings.retrieval_hnsw_ef_construction,
            ef=settings.retrieval_hnsw_ef,
            probes=settings.retrieval_ivf_probes,
            rows=settings.retrieval_expected_passages,
        ),
    )
    return TieredEngine(milvus) if settings.has_tiers else milvus


def build_sql(settings: Settings) -> SqlTool:
    """The SQL tool over the folder of databases that the settings name. No file is opened before the first question."""
    limits = QueryLimits(
        settings.retrieval_sql_rows, settings.retrieval_sql_seconds, cell_characters=settings.retrieval_sql_cell
    )
    ration = Ration(settings.retrieval_sql_per_minute, settings.retrieval_sql_together)
    return SqlTool(DatabaseFolder(settings.retrieval_sql_dir, limits), ration, limits)


def registration(engine: Engine, indexer: Indexer, store: PassageStore, *, sql: SqlTool) -> Registration:
    """The service for a server to be started with."""

    def add(server: grpc.aio.Server) -> None:
        servicer = RetrievalServicer(engine, indexer, store, sql=sql)
        retrieval_pb2_grpc.add_RetrievalServiceServicer_to_server(servicer, server)

    return Registration(NAME, add)
