"""`sextant.inference.v1` over gRPC: translates and delegates."""

from collections.abc import Iterable
from typing import Any

import grpc
import numpy as np

from services.core.rpc.server import Registration
from services.inference.port import Ability, Inference, Priority, Text, TextKind
from sextant.inference.v1 import inference_pb2 as pb
from sextant.inference.v1 import inference_pb2_grpc

Context = grpc.aio.ServicerContext[Any, Any]
_KINDS = {pb.TEXT_KIND_QUERY: TextKind.QUERY, pb.TEXT_KIND_PASSAGE: TextKind.PASSAGE}


class InferenceServicer(inference_pb2_grpc.InferenceServiceServicer):
    """GetCapabilities, Embed, Rerank and Read."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference

    async def GetCapabilities(self, request: pb.GetCapabilitiesRequest, context: Context) -> pb.GetCapabilitiesResponse:
        """What the models behind this service can do."""
        found = await self._inference.capabilities()
        marks = found.calibration
        return pb.GetCapabilitiesResponse(
            embed=_ability(found.embed),
            rerank=_ability(found.rerank),
            read=_ability(found.read),
            dimensions=found.dimensions,
            calibration=pb.Calibration(floor=marks.floor, source=marks.source, duplicate=marks.duplicate),
        )

    async def Embed(self, request: pb.EmbedRequest, context: Context) -> pb.EmbedResponse:
        """Unit vectors of texts."""
        priority = Priority.BULK if request.priority == pb.PRIORITY_BULK else Priority.INTERACTIVE
        vectors = await self._inference.embed(list(request.texts), _KINDS[request.kind], priority)
        return pb.EmbedResponse(vectors=np.ascontiguousarray(vectors, "<f4").tobytes(), dimensions=vectors.shape[1])

    async def Rerank(self, request: pb.RerankRequest, context: Context) -> pb.RerankResponse:
        """How relevant each passage is to a question."""
        return pb.RerankResponse(scores=await self._inference.rerank(request.question, _texts(request.passages)))

    async def Read(self, request: pb.ReadRequest, context: Context) -> pb.ReadResponse:
        """Answers read out of passages."""
        found = await self._inference.read(request.question, _texts(request.passages), request.limit)
        spans = [pb.ReadSpan(passage=s.passage, start=s.start, end=s.end, score=s.score) for s in found.spans]
        return pb.ReadResponse(spans=spans, no_answer=found.no_answer)


def registration(inference: Inference) -> Registration:
    """How a server serves these models."""
    servicer = InferenceServicer(inference)
    return Registration(
        "sextant.inference.v1.InferenceService",
        lambda server: inference_pb2_grpc.add_InferenceServiceServicer_to_server(servicer, server),
    )


def _ability(ability: Ability) -> pb.Ability:
    return pb.Ability(name=ability.name, trained=ability.trained, max_tokens=ability.max_tokens)


def _texts(passages: Iterable[pb.Text]) -> list[Text]:
    return [Text(passage.title, passage.text) for passage in passages]
