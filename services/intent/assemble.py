"""Puts the intent service together, for its own process and for the one-process runtime alike."""

import grpc

from services.core.rpc.server import Registration
from services.intent.adapters.rules import RulesRouter
from services.intent.intake import Intake
from services.intent.servicer import IntentServicer
from services.intent.settings import Settings
from sextant.intent.v1 import intent_pb2, intent_pb2_grpc


def build_intent(settings: Settings) -> Registration:
    """The service over deterministic rules."""
    servicer = IntentServicer(Intake(RulesRouter(), settings.intent_question_limit))

    def add(server: grpc.aio.Server) -> None:
        intent_pb2_grpc.add_IntentServiceServicer_to_server(servicer, server)

    return Registration(intent_pb2.DESCRIPTOR.services_by_name["IntentService"].full_name, add)
