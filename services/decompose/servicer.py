"""`sextant.decompose.v1` over gRPC: translates and delegates."""

from typing import Any

import grpc

from services.core.wire import from_wire, to_wire
from services.decompose.ports import (
    Condenser,
    FindingsToReflect,
    Planner,
    Policy,
    QuestionToCondense,
    QuestionToPlan,
    QuestionToRewrite,
    Rewriter,
)
from sextant.decompose.v1 import decompose_pb2 as pb
from sextant.decompose.v1 import decompose_pb2_grpc

Context = grpc.aio.ServicerContext[Any, Any]


class DecomposeServicer(decompose_pb2_grpc.DecomposeServiceServicer):
    """Condense, Plan, Rewrite and Decide."""

    def __init__(self, *, condenser: Condenser, planner: Planner, rewriter: Rewriter, policy: Policy) -> None:
        self._condenser, self._planner, self._rewriter, self._policy = condenser, planner, rewriter, policy

    async def Condense(self, request: pb.CondenseRequest, context: Context) -> pb.CondenseResponse:
        """The question made self-contained."""
        return to_wire(await self._condenser.condense(from_wire(request, QuestionToCondense)), pb.CondenseResponse)

    async def Plan(self, request: pb.PlanRequest, context: Context) -> pb.PlanResponse:
        """A plan, or what to ask besides."""
        return to_wire(await self._planner.plan(from_wire(request, QuestionToPlan)), pb.PlanResponse)

    async def Rewrite(self, request: pb.RewriteRequest, context: Context) -> pb.RewriteResponse:
        """Queries that were not tried."""
        return to_wire(await self._rewriter.rewrite(from_wire(request, QuestionToRewrite)), pb.RewriteResponse)

    async def Decide(self, request: pb.DecideRequest, context: Context) -> pb.DecideResponse:
        """What to do next."""
        return to_wire(await self._policy.decide(from_wire(request, FindingsToReflect)), pb.DecideResponse)
