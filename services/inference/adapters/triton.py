"""Models behind Triton, over gRPC: production, and local mode (docs/servers.md)."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from tritonclient.grpc import InferInput, InferRequestedOutput
from tritonclient.grpc.aio import InferenceServerClient
from tritonclient.utils import InferenceServerException, np_to_triton_dtype

from services.core.errors import InferenceUnavailable, Internal
from services.core.rpc.server import MAX_MESSAGE_BYTES
from services.inference.breaker import CircuitBreaker
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
from services.inference.triton import tensors
from services.inference.triton.tensors import EMBEDDING, READER, RERANKER, Tensors

SCHEME = "triton://"
_MOST_PASSAGES = 200
_CHANNEL = [
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
    ("grpc.keepalive_time_ms", 30_000),
    # A server that is back is found within a second, not two minutes.
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.max_reconnect_backoff_ms", 1_000),
]
_REFUSALS = ("INVALID_ARGUMENT", "NOT_FOUND", "Exceeds maximum queue size")
"""What a server says that is well: it does not like the request, or has enough to do."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Limits:
    """How a server is used: seconds a request may take, requests at once, of these bulk work, texts a request.

    `queue` is how many requests may wait here for room; more are refused at once.
    """

    timeout_s: float = 30.0
    in_flight: int = 8
    bulk: int = 2
    texts: int = 16
    queue: int = 512


class TritonInference:
    """The inference port over a Triton with our model repository. Made and closed inside the running loop.

    Requests are not repeated here: whoever called the inference service does that (services/core/rpc/client.py).
    """

    def __init__(self, url: str, limits: Limits | None = None, breaker: CircuitBreaker | None = None) -> None:
        self._limits, self._breaker = limits or Limits(), breaker or CircuitBreaker()
        self._client = InferenceServerClient(url.removeprefix(SCHEME), channel_args=_CHANNEL)
        self._room = asyncio.Semaphore(self._limits.in_flight)
        # A question waits behind so many bulk requests at most; Triton's own priorities stall (docs/servers.md).
        self._bulk = asyncio.Semaphore(min(self._limits.bulk, self._limits.in_flight))
        self._waiting = 0
        self._known: Capabilities | None = None
        self._closed = False

    async def capabilities(self) -> Capabilities:
        """See the port; by the configurations of the models, asked once."""
        if self._known is None:
            said = {name: await self._parameters(name) for name in (EMBEDDING, RERANKER, READER)}
            marks = said[EMBEDDING]
            self._known = Capabilities(
                embed=_ability(said[EMBEDDING]),
                rerank=_ability(said[RERANKER]),
                read=_ability(said[READER]),
                dimensions=int(marks["dimensions"]),
                calibration=Calibration(float(marks["floor"]), float(marks["source"]), float(marks["duplicate"])),
            )
        return self._known

    async def embed(
        self, texts: Sequence[str], kind: TextKind, priority: Priority = Priority.INTERACTIVE
    ) -> FloatMatrix:
        """See the port. Texts of like length go together, and several requests at once."""
        cleaned = [clean(text) for text in texts]
        vectors = np.zeros((len(cleaned), (await self.capabilities()).dimensions), np.float32)
        order = sorted(range(len(cleaned)), key=lambda index: len(cleaned[index]))
        groups = list(_parts(order, self._limits.texts))
        parts = await asyncio.gather(
            *(self._vectors([cleaned[index] for index in group], kind, priority) for group in groups)
        )
        for group, part in zip(groups, parts, strict=True):
            vectors[group] = part
        return vectors

    async def rerank(self, question: str, passages: Sequence[Text]) -> list[float]:
        """See the port."""
        question = asked(question)
        parts = [tensors.asked(question, _cleaned(part)) for part in _parts(passages, _MOST_PASSAGES)]
        scores = [await self._infer(RERANKER, part, (tensors.SCORE,)) for part in parts]
        return [float(score) for part in scores for score in np.clip(part[tensors.SCORE][:, 0], 0, 1)]

    async def read(self, question: str, passages: Sequence[Text], limit: int = 10) -> Reading:
        """See the port."""
        question = asked(question)
        spans: list[ReadSpan] = []
        none: list[float] = []
        for part in _parts(passages, _MOST_PASSAGES):
            inputs = tensors.asked(question, _cleaned(part)) | {"LIMIT": np.full((len(part), 1), limit, np.int32)}
            found = await self._infer(READER, inputs, (tensors.SPANS, tensors.NO_ANSWER))
            reading = tensors.reading_of(found[tensors.SPANS], found[tensors.NO_ANSWER], limit)
            spans += [replace(span, passage=span.passage + len(none)) for span in reading.spans]
            none += reading.no_answer
        return Reading(tuple(sorted(spans, key=lambda span: -span.score)[:limit]), tuple(none))

    async def close(self) -> None:
        """See the port."""
        if not self._closed:
            self._closed = True
            await self._client.close()

    async def _vectors(self, texts: Sequence[str], kind: TextKind, priority: Priority) -> FloatMatrix:
        inputs = {"TEXT": tensors.strings(texts), "KIND": tensors.strings([kind.value] * len(texts))}
        async with self._bulk if priority is Priority.BULK else nullcontext():
            found = await self._infer(EMBEDDING, inputs, (tensors.VECTOR,))
        vectors: FloatMatrix = found[tensors.VECTOR].astype(np.float32)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        if vectors.shape[0] != len(texts) or not np.allclose(norms, 1, atol=1e-2):
            raise Internal(f"The model {EMBEDDING!r} of Triton gave no unit vectors for {len(texts)} texts.")
        unit: FloatMatrix = vectors / norms
        return unit

    async def _infer(self, model: str, inputs: Tensors, outputs: Sequence[str]) -> Tensors:
        sent = []
        for name, array in inputs.items():
            sent.append(InferInput(name, array.shape, np_to_triton_dtype(array.dtype)))
            sent[-1].set_data_from_numpy(array)
        reply = await self._guarded(
            model,
            lambda: self._client.infer(
                model,
                sent,
                outputs=[InferRequestedOutput(name) for name in outputs],
                client_timeout=self._limits.timeout_s,
            ),
        )
        return {name: reply.as_numpy(name) for name in outputs}

    async def _parameters(self, model: str) -> dict[str, str]:
        timeout = self._limits.timeout_s
        reply = await self._guarded(model, lambda: self._client.get_model_config(model, client_timeout=timeout))
        said = {name: value.string_value for name, value in reply.config.parameters.items()}
        dims = [dim for output in reply.config.output if output.name == tensors.VECTOR for dim in output.dims]
        return said | {"dimensions": str(dims[0])} if dims else said

    async def _guarded(self, model: str, request: Callable[[], Awaitable[T]]) -> T:
        """The reply to a request, when there is room for it and the server is not known to be down."""
        if self._closed:
            raise InferenceUnavailable(model, "it was closed")
        if self._waiting >= self._limits.queue:
            raise InferenceUnavailable(model, f"{self._waiting} requests are waiting already; try again later")
        self._waiting += 1
        try:
            await self._room.acquire()
        finally:
            self._waiting -= 1
        try:
            return await self._asked(model, request)
        finally:
            self._room.release()

    async def _asked(self, model: str, request: Callable[[], Awaitable[T]]) -> T:
        if not self._breaker.allows():
            raise InferenceUnavailable(model, "Triton failed several times in a row; it is tried again soon")
        try:
            reply = await request()
        except InferenceServerException as error:
            told = _told(error)
            (self._breaker.succeeded if any(word in told for word in _REFUSALS) else self._breaker.failed)()
            raise InferenceUnavailable(model, told) from error
        except asyncio.CancelledError:
            self._breaker.forgotten()
            raise
        self._breaker.succeeded()
        return reply


def _told(error: InferenceServerException) -> str:
    said = str(error.message()).splitlines()
    return f"{error.status()}: {said[0][:200] if said else 'nothing said'}"


def _ability(said: dict[str, str]) -> Ability:
    return Ability(said["name"], trained=said["trained"] == "true", max_tokens=int(said["max_tokens"]))


def _cleaned(passages: Sequence[Text]) -> list[Text]:
    return [Text(clean(passage.title), clean(passage.text)) for passage in passages]


def _parts(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for at in range(0, len(items), size):
        yield items[at : at + size]
