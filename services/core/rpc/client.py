"""Calling gRPC: one absolute deadline, retries as channel policy, errors as they were raised."""

import json
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message
from opentelemetry.instrumentation.grpc import aio_client_interceptors

from services.core.errors import DeadlinePassed
from services.core.rpc.server import MAX_MESSAGE_BYTES
from services.core.rpc.status import error_of

R = TypeVar("R", bound=Message)

# Retries live here and nowhere else, so that they cannot multiply. All our calls may be repeated: none has a side
# effect that is not keyed. The throttle stops retries while more than half of the recent calls failed.
_RETRY = {
    "maxAttempts": 4,
    "initialBackoff": "0.2s",
    "maxBackoff": "2s",
    "backoffMultiplier": 3,
    "retryableStatusCodes": ["UNAVAILABLE"],
}
_SERVICE_CONFIG = {
    "methodConfig": [{"name": [{}], "retryPolicy": _RETRY}],
    "retryThrottling": {"maxTokens": 20, "tokenRatio": 0.1},
    "loadBalancingConfig": [{"round_robin": {}}],
}


def open_channel(address: str) -> grpc.aio.Channel:
    """A channel to `host:port`, `dns:///name:port` or `unix:path`. Make it and close it inside the running loop."""
    return grpc.aio.insecure_channel(
        address,
        interceptors=aio_client_interceptors(),  # type: ignore[no-untyped-call]  # has no types
        options=[
            ("grpc.service_config", json.dumps(_SERVICE_CONFIG)),
            ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
            ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
            ("grpc.keepalive_time_ms", 30_000),
            ("grpc.initial_reconnect_backoff_ms", 200),
            ("grpc.max_reconnect_backoff_ms", 1_000),
        ],
    )


def seconds_left(deadline: datetime) -> float:
    """Seconds until an absolute deadline. Raises DeadlinePassed when there are none."""
    left = (deadline - datetime.now(UTC)).total_seconds()
    if left <= 0:
        raise DeadlinePassed("The run's time is over. Ask again with a longer deadline, or a narrower question.")
    return left


async def call(
    method: Callable[..., Any], request: Message, response: type[R], *, service: str, deadline: datetime
) -> R:
    """One answer to one request. Raises the error that the service raised."""
    try:
        answer: R = await method(request, timeout=seconds_left(deadline))
    except grpc.aio.AioRpcError as failure:
        raise error_of(failure, service) from failure
    assert isinstance(answer, response)
    return answer


async def stream(
    method: Callable[..., Any], request: Message, response: type[R], *, service: str, deadline: datetime
) -> AsyncIterator[R]:
    """Answers to one request as they come. Raises the error that the service raised."""
    try:
        async for answer in method(request, timeout=seconds_left(deadline)):
            assert isinstance(answer, response)
            yield answer
    except grpc.aio.AioRpcError as failure:
        raise error_of(failure, service) from failure
