"""Puts the decompose service together, for its own process and for the one-process runtime alike."""

import grpc

from services.core.rpc.server import Registration
from services.decompose.adapters.rules import RulesCondenser, RulesPlanner, RulesPolicy, RulesRewriter
from services.decompose.servicer import DecomposeServicer
from services.decompose.settings import Settings
from sextant.decompose.v1 import decompose_pb2, decompose_pb2_grpc


def build_decompose(settings: Settings) -> Registration:
    """The service over deterministic rules."""
    rewriter = RulesRewriter(settings.decompose_first_queries, settings.decompose_later_queries)
    policy = RulesPolicy(settings.decompose_max_replans)
    servicer = DecomposeServicer(condenser=RulesCondenser(), planner=RulesPlanner(), rewriter=rewriter, policy=policy)

    def add(server: grpc.aio.Server) -> None:
        decompose_pb2_grpc.add_DecomposeServiceServicer_to_server(servicer, server)

    return Registration(decompose_pb2.DESCRIPTOR.services_by_name["DecomposeService"].full_name, add)
