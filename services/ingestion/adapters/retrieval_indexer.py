"""The indexes behind the retrieval service, over gRPC."""

from datetime import UTC, datetime, timedelta

import grpc

from services.core.domain.question import Scope
from services.core.rpc.client import call
from services.core.wire import to_wire
from sextant.common.v1 import common_pb2
from sextant.retrieval.v1 import retrieval_pb2, retrieval_pb2_grpc

_SERVICE = "retrieval"


class RetrievalIndexer:
    """An Indexer. `patience_s` is the most seconds that a call may take: large documents take minutes."""

    def __init__(self, channel: grpc.aio.Channel, patience_s: float = 600.0) -> None:
        self._stub = retrieval_pb2_grpc.RetrievalServiceStub(channel)
        self._patience = timedelta(seconds=patience_s)

    async def index(self, scope: Scope, document_id: str, version: int) -> int:
        """See `ports.Indexer`."""
        request = retrieval_pb2.IndexRequest(
            scope=to_wire(scope, common_pb2.Scope), document_id=document_id, version=version
        )
        answer = await call(
            self._stub.Index, request, retrieval_pb2.IndexResponse, service=_SERVICE, deadline=self._deadline()
        )
        return answer.passages

    async def remove(self, scope: Scope, document_id: str) -> None:
        """See `ports.Indexer`."""
        request = retrieval_pb2.RemoveRequest(scope=to_wire(scope, common_pb2.Scope), document_id=document_id)
        await call(
            self._stub.Remove, request, retrieval_pb2.RemoveResponse, service=_SERVICE, deadline=self._deadline()
        )

    def _deadline(self) -> datetime:
        return datetime.now(UTC) + self._patience
