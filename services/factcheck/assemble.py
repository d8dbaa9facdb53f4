"""Puts the factcheck service together, for its own process and for the one-process runtime alike."""

import grpc

from services.core.rpc.server import Registration
from services.factcheck.adapters.rules import RulesAssessor, RulesChecker, RulesComparer
from services.factcheck.servicer import FactcheckServicer
from services.factcheck.settings import Settings
from services.inference.port import Inference
from sextant.factcheck.v1 import factcheck_pb2, factcheck_pb2_grpc


def build_factcheck(settings: Settings, inference: Inference) -> Registration:
    """The service over deterministic rules and whatever models are behind the inference port."""
    servicer = FactcheckServicer(
        RulesAssessor(inference, settings.factcheck_read_limit),
        RulesComparer(),
        RulesChecker(inference, settings.factcheck_max_queries),
    )

    def add(server: grpc.aio.Server) -> None:
        factcheck_pb2_grpc.add_FactcheckServiceServicer_to_server(servicer, server)

    return Registration(factcheck_pb2.DESCRIPTOR.services_by_name["FactcheckService"].full_name, add)
