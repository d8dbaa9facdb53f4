"""Models behind `sextant.inference.v1`: one host for all services of a machine, or Triton's front in a cluster."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Self, TypeVar

import grpc
import numpy as np
from google.protobuf.message import Message

from services.core.errors import InferenceUnavailable, Internal, ServiceUnavailable
from services.core.rpc.client import call, open_channel
from services.inference.port import (
    Ability,
    Calibration,
    Capabilities,
    FloatMatrix,
    Priority,
    Reading,
    ReadSpan,
    Text,
    TextKind,
)
from services.inference.texts import asked, clean
from sextant.inference.v1 import inference_pb2 as pb
from sextant.inference.v1 import inference_pb2_grpc

SERVICE = "inference"
_MOST_TEXTS, _MOST_PASSAGES, _MOST_SPANS = 512, 200, 50
_KINDS = {TextKind.QUERY: pb.TEXT_KIND_QUERY, TextKind.PASSAGE: pb.TEXT_KIND_PASSAGE}
_PRIORITIES = {Priority.INTERACTIVE: pb.PRIORITY_INTERACTIVE, Priority.BULK: pb.PRIORITY_BULK}

R = TypeVar("R", bound=Message)
T = TypeVar("T")


class RemoteInference:
    """The inference port over gRPC. Made and closed inside the running loop."""

    def __init__(self, channel: grpc.aio.Channel, timeout_s: float = 60.0) -> None:
        self._channel = channel
        self._stub: Any = inference_pb2_grpc.InferenceServiceStub(channel)
        self._timeout = timedelta(seconds=timeout_s)
        self._closed = False
        self._known: Capabilities | None = None

    @classmethod
    def connect(cls, address: str, timeout_s: float = 60.0) -> Self:
        """A client of the service at `host:port`; nothing is sent before the first call."""
        return cls(open_channel(address), timeout_s)

    async def capabilities(self) -> Capabilities:
        """See the port. What the service said last, while it is away: a caller may have other means than models."""
        try:
            said = await self._call(self._stub.GetCapabilities, pb.GetCapabilitiesRequest(), pb.GetCapabilitiesResponse)
        except InferenceUnavailable:
            if self._known is None or self._closed:
                raise
            return self._known
        self._known = Capabilities(
            embed=_ability(said.embed),
            rerank=_ability(said.rerank),
            read=_ability(said.read),
            dimensions=said.dimensions,
            calibration=Calibration(said.calibration.floor, said.calibration.source, said.calibration.duplicate),
        )
        return self._known

    async def embed(
        self, texts: Sequence[str], kind: TextKind, priority: Priority = Priority.INTERACTIVE
    ) -> FloatMatrix:
        """See the port."""
        if not texts:
            return np.zeros((0, (await self.capabilities()).dimensions), np.float32)
        parts = []
        for part in _parts(texts, _MOST_TEXTS):
            request = pb.EmbedRequest(
                texts=[clean(text) for text in part], kind=_KINDS[kind], priority=_PRIORITIES[priority]
            )
            parts.append(_matrix(await self._call(self._stub.Embed, request, pb.EmbedResponse), len(part)))
        return np.concatenate(parts)

    async def rerank(self, question: str, passages: Sequence[Text]) -> list[float]:
        """See the port."""
        question = asked(question)
        scores: list[float] = []
        for part in _parts(passages, _MOST_PASSAGES):
            request = pb.RerankRequest(question=question, passages=_texts(part))
            scores += (await self._call(self._stub.Rerank, request, pb.RerankResponse)).scores
        return scores

    async def read(self, question: str, passages: Sequence[Text], limit: int = 10) -> Reading:
        """See the port; at most 50 spans."""
        question = asked(question)
        spans: list[ReadSpan] = []
        none: list[float] = []
        for number, part in enumerate(_parts(passages, _MOST_PASSAGES)):
            request = pb.ReadRequest(question=question, passages=_texts(part), limit=min(limit, _MOST_SPANS))
            said = await self._call(self._stub.Read, request, pb.ReadResponse)
            first = number * _MOST_PASSAGES
            spans += [ReadSpan(one.passage + first, one.start, one.end, one.score) for one in said.spans]
            none += said.no_answer
        return Reading(tuple(sorted(spans, key=lambda span: -span.score)[:limit]), tuple(none))

    async def close(self) -> None:
        """See the port."""
        self._closed = True
        await self._channel.close()

    async def _call(self, method: Callable[..., Any], request: Message, response: type[R]) -> R:
        if self._closed:
            raise InferenceUnavailable(SERVICE, "it was closed")
        deadline = datetime.now(UTC) + self._timeout
        try:
            return await call(method, request, response, service=SERVICE, deadline=deadline)
        except ServiceUnavailable as away:
            raise InferenceUnavailable(SERVICE, away.facts.get("reason", away.message)) from away
        except asyncio.InvalidStateError as closing:
            raise InferenceUnavailable(SERVICE, "it was closed") from closing


def _ability(said: pb.Ability) -> Ability:
    return Ability(said.name, said.trained, said.max_tokens)


def _matrix(said: pb.EmbedResponse, rows: int) -> FloatMatrix:
    vectors = np.frombuffer(said.vectors, "<f4")
    if said.dimensions <= 0 or vectors.size != rows * said.dimensions:
        raise Internal(f"{rows} texts gave {vectors.size} numbers of {said.dimensions} dimensions.")
    return vectors.reshape(rows, said.dimensions).astype(np.float32)


def _texts(passages: Sequence[Text]) -> list[pb.Text]:
    return [pb.Text(title=clean(passage.title), text=clean(passage.text)) for passage in passages]


def _parts(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for at in range(0, len(items), size):
        yield items[at : at + size]
