"""What every served call goes through: validation, error mapping, counting."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import grpc
import protovalidate
import structlog
from google.protobuf.message import Message

from buf.validate import validate_pb2
from services.core.errors import BadInput, Internal, SextantError
from services.core.rpc.status import status_of, trailers_of
from services.core.telemetry import RPC_TOTAL

log = structlog.get_logger()

Behaviour = Any  # A method of a servicer: generated code gives it no type.
# Generic for the type checker only: at run time these classes take no parameters.
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any] | None"
Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


def validated(request: Message) -> None:
    """Raise BadInput that names the first field which breaks a rule of its proto."""
    try:
        protovalidate.validate(request)
    except protovalidate.ValidationError as error:
        first = error.violations[0].proto
        field = _path(first)
        raise BadInput(f"{field}: {first.message}.", field=field) from error


def _path(violation: validate_pb2.Violation) -> str:
    """Dotted path of the field that a violation is about."""
    return ".".join(
        element.field_name + (f"[{element.index}]" if element.HasField("index") else "")
        for element in violation.field.elements
    )


class ServedCalls(grpc.aio.ServerInterceptor):
    """Validates each request, turns SextantError into status and trailers, and anything else into INTERNAL."""

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler:
        """Wrap the handler of our own services; health and reflection pass as they are."""
        handler = await continuation(handler_call_details)
        method = str(handler_call_details.method)
        return _wrapped(handler, method) if handler and method.startswith("/sextant.") else handler


def _wrapped(handler: Behaviour, method: str) -> Handler:
    if handler.response_streaming:
        return grpc.unary_stream_rpc_method_handler(
            _streamed(handler.unary_stream, method), handler.request_deserializer, handler.response_serializer
        )
    return grpc.unary_unary_rpc_method_handler(
        _answered(handler.unary_unary, method), handler.request_deserializer, handler.response_serializer
    )


def _answered(behaviour: Behaviour, method: str) -> Behaviour:
    async def answer(request: Message, context: Context) -> Message:
        try:
            validated(request)
            response: Message = await behaviour(request, context)
        except SextantError as error:
            await _abort(context, method, error)
            raise
        except Exception as error:  # budget: the last line of defence; the caller gets a code, the log the trace
            await _abort(context, method, _fault(method, error))
            raise
        RPC_TOTAL.labels(method, "OK").inc()
        return response

    return answer


def _streamed(behaviour: Behaviour, method: str) -> Behaviour:
    async def answer(request: Message, context: Context) -> AsyncIterator[Message]:
        try:
            validated(request)
            async for response in behaviour(request, context):
                yield response
        except SextantError as error:
            await _abort(context, method, error)
        except Exception as error:  # noqa: BLE001  # budget: as above, for streams
            await _abort(context, method, _fault(method, error))
        else:
            RPC_TOTAL.labels(method, "OK").inc()

    return answer


def _fault(method: str, error: Exception) -> Internal:
    if isinstance(error, grpc.aio.AbortError):
        raise error
    log.exception("rpc.fault", method=method, error=type(error).__name__)
    return Internal(f"{method} failed: {type(error).__name__}. The service's log has the trace.", method=method)


async def _abort(context: Context, method: str, error: SextantError) -> None:
    status = status_of(error)
    RPC_TOTAL.labels(method, status.name).inc()
    await context.abort(status, error.message, trailers_of(error))
