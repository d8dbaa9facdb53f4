"""Search and health by gRPC. Wire types stop here."""

from datetime import UTC, datetime, timedelta

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.core.domain.passage import Retrieval, Stage
from services.core.domain.question import RunContext
from services.core.errors import DeadlinePassed, Internal, ServiceUnavailable
from services.core.rpc.client import call, stream
from services.core.wire import enum_number, from_wire, to_wire
from services.gateway.ports import Found, Search
from sextant.common.v1 import common_pb2 as common
from sextant.retrieval.v1 import retrieval_pb2 as retrieval
from sextant.retrieval.v1.retrieval_pb2_grpc import RetrievalServiceStub

CHECK_S = 2.0
# As in sextant.common.v1.Query; the question itself is read whole.
LONGEST_QUERY = 4_000


class GrpcSearching:
    """RetrievalService by gRPC."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = RetrievalServiceStub(channel)

    async def search(self, context: RunContext, search: Search) -> Found:
        """See `Searching.search`."""
        strategy = enum_number(retrieval.Strategy.DESCRIPTOR, search.strategy)
        request = retrieval.RetrieveRequest(
            context=to_wire(context, common.RunContext),
            question=to_wire(search.question, common.Question),
            queries=[common.Query(text=search.question.text[:LONGEST_QUERY], kind="original", weight=1.0)],
            filter=to_wire(search.filter, common.Filter),
            strategy=retrieval.Strategy.ValueType(strategy),
            limit=search.limit,
            distil=True,
            explain=search.explain,
        )
        replies = stream(
            self._stub.Retrieve,
            request,
            retrieval.RetrieveResponse,
            service="retrieval",
            deadline=context.deadline,
        )
        stages: list[Stage] = []
        async for reply in replies:
            if reply.HasField("retrieval"):
                return Found(from_wire(reply.retrieval, Retrieval), tuple(stages))
            stages.append(from_wire(reply.stage, Stage))
        raise Internal("The retrieval service ended its stream without a result.")


class GrpcHealth:
    """A service's own word that it serves."""

    def __init__(self, name: str, channel: grpc.aio.Channel) -> None:
        self._name = name
        self._stub = health_pb2_grpc.HealthStub(channel)

    async def check(self) -> None:
        """See `Part.check`."""
        deadline = datetime.now(UTC) + timedelta(seconds=CHECK_S)
        request = health_pb2.HealthCheckRequest()
        try:
            reply = await call(
                self._stub.Check, request, health_pb2.HealthCheckResponse, service=self._name, deadline=deadline
            )
        except DeadlinePassed as error:
            raise ServiceUnavailable(self._name, f"no answer within {CHECK_S:.0f} s") from error
        if reply.status != health_pb2.HealthCheckResponse.SERVING:
            raise ServiceUnavailable(self._name, "it is not serving")
