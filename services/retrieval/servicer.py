"""`sextant.retrieval.v1.RetrievalService`: translates and delegates."""

from collections.abc import AsyncIterator

import grpc
from google.protobuf.message import Message

from services.core.domain.passage import Stage
from services.core.domain.question import Question, Scope
from services.core.wire import from_wire, to_wire
from services.retrieval.engine import Engine
from services.retrieval.indexer import Indexer
from services.retrieval.ports import PassageStore
from services.retrieval.request import Search
from services.retrieval.sql.tool import SqlTool
from sextant.common.v1 import common_pb2 as common
from sextant.retrieval.v1 import retrieval_pb2 as pb
from sextant.retrieval.v1 import retrieval_pb2_grpc

Context = grpc.aio.ServicerContext[Message, Message]


class RetrievalServicer(retrieval_pb2_grpc.RetrievalServiceServicer):
    """The service over one engine, one indexer, the document store and the SQL tool."""

    def __init__(self, engine: Engine, indexer: Indexer, store: PassageStore, *, sql: SqlTool) -> None:
        self._engine, self._indexer, self._store, self._sql = engine, indexer, store, sql

    async def Retrieve(self, request: pb.RetrieveRequest, context: Context) -> AsyncIterator[pb.RetrieveResponse]:
        """Stages as they end, then the result."""
        async for part in self._engine.retrieve(from_wire(request, Search)):
            if isinstance(part, Stage):
                yield pb.RetrieveResponse(stage=to_wire(part, pb.Stage))
            else:
                yield pb.RetrieveResponse(retrieval=to_wire(part, pb.Retrieval))

    async def GetPassages(self, request: pb.GetPassagesRequest, context: Context) -> pb.GetPassagesResponse:
        """Passages that the caller may see."""
        scope = from_wire(request.context.scope, Scope)
        found = await self._store.passages(scope, list(request.ids))
        return pb.GetPassagesResponse(passages=[to_wire(passage, common.Passage) for passage in found])

    async def Link(self, request: pb.LinkRequest, context: Context) -> pb.LinkResponse:
        """What the tenant's databases can answer."""
        scope, question = from_wire(request.context.scope, Scope), from_wire(request.question, Question)
        links = await self._sql.link(scope, question, list(request.texts))
        return pb.LinkResponse(links=[to_wire(link, pb.Link) for link in links])

    async def Query(self, request: pb.QueryRequest, context: Context) -> pb.QueryResponse:
        """What a database of the tenant answers."""
        scope, question = from_wire(request.context.scope, Scope), from_wire(request.question, Question)
        return to_wire(await self._sql.query(scope, question), pb.QueryResponse)

    async def Index(self, request: pb.IndexRequest, context: Context) -> pb.IndexResponse:
        """A version into both indexes."""
        written = await self._indexer.index(request.scope.tenant, request.document_id, request.version)
        return pb.IndexResponse(passages=written)

    async def Remove(self, request: pb.RemoveRequest, context: Context) -> pb.RemoveResponse:
        """A document out of both indexes."""
        await self._indexer.remove(request.scope.tenant, request.document_id)
        return pb.RemoveResponse()

    async def GetStatus(self, request: pb.GetStatusRequest, context: Context) -> pb.GetStatusResponse:
        """What the indexes hold of the tenant."""
        return to_wire(await self._indexer.holdings(request.scope.tenant), pb.GetStatusResponse)
