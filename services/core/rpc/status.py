"""One table: error ↔ gRPC status. A code travels in trailing metadata, so that both ends raise the same error."""

import json
from typing import Any

import grpc

from services.core import errors
from services.core.errors import SextantError

CODE_KEY = "sextant-code"
FACTS_KEY = "sextant-facts-bin"
MESSAGE_KEY = "sextant-message-bin"

_STATUS: tuple[tuple[type[SextantError], grpc.StatusCode], ...] = (
    (errors.BadInput, grpc.StatusCode.INVALID_ARGUMENT),
    (errors.Refused, grpc.StatusCode.PERMISSION_DENIED),
    (errors.NotFound, grpc.StatusCode.NOT_FOUND),
    (errors.Conflict, grpc.StatusCode.FAILED_PRECONDITION),
    (errors.TooLarge, grpc.StatusCode.RESOURCE_EXHAUSTED),
    (errors.DeadlinePassed, grpc.StatusCode.DEADLINE_EXCEEDED),
    (errors.Cancelled, grpc.StatusCode.CANCELLED),
    (errors.Unavailable, grpc.StatusCode.UNAVAILABLE),
    (errors.SextantError, grpc.StatusCode.INTERNAL),
)


def status_of(error: SextantError) -> grpc.StatusCode:
    """The gRPC status of an error."""
    return next(status for kind, status in _STATUS if isinstance(error, kind))


def trailers_of(error: SextantError) -> tuple[tuple[str, str | bytes], ...]:
    """Trailing metadata that carries an error whole."""
    return (
        (CODE_KEY, error.wire_code),
        (FACTS_KEY, json.dumps(error.facts).encode()),
        (MESSAGE_KEY, error.message.encode()),
    )


def error_of(failure: grpc.aio.AioRpcError, service: str) -> SextantError:
    """The error that a failed call stands for: the sender's own when it said, else by status."""
    trailers: dict[str, Any] = dict(failure.trailing_metadata() or ())
    code = str(trailers.get(CODE_KEY, ""))
    sent = errors.of_code(code, _message(trailers), **_facts(trailers))
    if sent is not None:
        return sent
    kind = next((kind for kind, status in _STATUS[:-1] if status is failure.code()), errors.Internal)
    if kind is errors.Unavailable:
        return errors.ServiceUnavailable(service, failure.details() or "it does not answer")
    return kind(f"The {service} service: {failure.details() or failure.code().name}.", service=service)


def _message(trailers: dict[str, Any]) -> str:
    return bytes(trailers.get(MESSAGE_KEY, b"")).decode(errors="replace")


def _facts(trailers: dict[str, Any]) -> dict[str, str]:
    return dict(json.loads(trailers.get(FACTS_KEY, b"{}")))
