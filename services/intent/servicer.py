"""`sextant.intent.v1` over gRPC: translates and delegates."""

from typing import Any

import grpc

from services.core.wire import from_wire, to_wire
from services.intent.intake import Intake
from services.intent.ports import QuestionToRoute
from sextant.intent.v1 import intent_pb2 as pb
from sextant.intent.v1 import intent_pb2_grpc

Context = grpc.aio.ServicerContext[Any, Any]


class IntentServicer(intent_pb2_grpc.IntentServiceServicer):
    """Route."""

    def __init__(self, intake: Intake) -> None:
        self._intake = intake

    async def Route(self, request: pb.RouteRequest, context: Context) -> pb.RouteResponse:
        """Screen, resolve times and route."""
        return to_wire(await self._intake.take(from_wire(request, QuestionToRoute)), pb.RouteResponse)
