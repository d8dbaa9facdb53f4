"""Puts the synthesis service together, for its own process and for the one-process runtime alike."""

import grpc

from services.core.rpc.server import Registration
from services.inference.port import Inference
from services.synthesis.adapters.rules import RulesWriter
from services.synthesis.servicer import SynthesisServicer
from services.synthesis.settings import Settings
from sextant.synthesis.v1 import synthesis_pb2, synthesis_pb2_grpc


def build_synthesis(settings: Settings, inference: Inference) -> Registration:
    """The service over deterministic rules and whatever embedder is behind the inference port."""
    writer = RulesWriter(
        inference,
        answer_floor=settings.synthesis_answer_floor,
        support_sentences=settings.synthesis_support_sentences,
        collect_sentences=settings.synthesis_collect_sentences,
    )
    servicer = SynthesisServicer(writer)

    def add(server: grpc.aio.Server) -> None:
        synthesis_pb2_grpc.add_SynthesisServiceServicer_to_server(servicer, server)

    return Registration(synthesis_pb2.DESCRIPTOR.services_by_name["SynthesisService"].full_name, add)
