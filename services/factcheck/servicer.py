"""`sextant.factcheck.v1` over gRPC: translates and delegates."""

import grpc
from google.protobuf.message import Message

from services.core.domain.answer import Check
from services.core.wire import from_wire, to_wire
from services.factcheck.ports import (
    Assessment,
    Assessor,
    Checker,
    Comparer,
    Comparison,
    DraftToCheck,
    EvidenceToAssess,
    FindingsToCompare,
)
from sextant.factcheck.v1 import factcheck_pb2 as pb
from sextant.factcheck.v1 import factcheck_pb2_grpc

Context = grpc.aio.ServicerContext[Message, Message]


class FactcheckServicer(factcheck_pb2_grpc.FactcheckServiceServicer):
    """Assess, Compare and Check."""

    def __init__(self, assessor: Assessor, comparer: Comparer, checker: Checker) -> None:
        self._assessor, self._comparer, self._checker = assessor, comparer, checker

    async def Assess(self, request: pb.AssessRequest, context: Context) -> pb.AssessResponse:
        """Whether evidence is enough to answer."""
        found: Assessment = await self._assessor.assess(from_wire(request, EvidenceToAssess))
        return to_wire(found, pb.AssessResponse)

    async def Compare(self, request: pb.CompareRequest, context: Context) -> pb.CompareResponse:
        """Where sources disagree."""
        found: Comparison = await self._comparer.compare(from_wire(request, FindingsToCompare))
        return to_wire(found, pb.CompareResponse)

    async def Check(self, request: pb.CheckRequest, context: Context) -> pb.CheckResponse:
        """Whether what an answer says is in its sources."""
        found: Check = await self._checker.check(from_wire(request, DraftToCheck))
        return to_wire(found, pb.CheckResponse)
