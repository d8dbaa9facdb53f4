"""Errors as HTTP shows them: RFC 9457 problem+json, and OpenAI's shape on the routes that speak OpenAI.

A problem has `type` (urn:sextant:problem:<code>), `title`, `status`, `detail` (what happened and what to do), `code`
(stable), `instance` (the path) and, where there are any, `facts` (strings) and `errors` (which field is wrong, why).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from services.core import errors
from services.core.errors import SextantError
from services.ledger.models import RunRow
from services.ledger.run import RunStatus

log = structlog.get_logger()

MEDIA_TYPE = "application/problem+json"
OPENAI_PATHS = ("/v1/chat/", "/v1/models")
RETRY_AFTER_S = 5
CLIENT_CLOSED_REQUEST = 499

SCHEMA = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "description": "urn:sextant:problem:<code>"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What happened and what to do."},
        "code": {"type": "string", "description": "Stable."},
        "instance": {"type": "string"},
        "facts": {"type": "object", "additionalProperties": {"type": "string"}},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"field": {"type": "string"}, "message": {"type": "string"}},
            },
        },
    },
}

_STATUS: tuple[tuple[type[SextantError], int], ...] = (
    (errors.BadInput, 400),
    (errors.Refused, 403),
    (errors.NotFound, 404),
    (errors.Conflict, 409),
    (errors.TooLarge, 413),
    (errors.Cancelled, CLIENT_CLOSED_REQUEST),
    (errors.Unavailable, 503),
    (errors.DeadlinePassed, 504),
    (SextantError, 500),
)
_HTTP_CODES: Mapping[int, tuple[str, str]] = {
    404: ("not_found", "There is no such address. /openapi.json lists those there are."),
    405: ("method_not_allowed", "This address does not take that method. The Allow header names those it takes."),
    413: ("too_large", "The request is larger than this address takes. Split it."),
    415: ("unsupported_media_type", "Send JSON with the header Content-Type: application/json."),
}
_JSON_TYPES = ("application/json", "+json")


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong, for a client."""

    status: int
    code: str
    detail: str
    facts: Mapping[str, str] = field(default_factory=dict)
    errors: Sequence[Mapping[str, str]] = ()

    @property
    def headers(self) -> dict[str, str]:
        """Headers that go with it."""
        return {"Retry-After": str(RETRY_AFTER_S)} if self.status == HTTPStatus.SERVICE_UNAVAILABLE else {}

    def plain(self, path: str = "") -> dict[str, Any]:
        """As RFC 9457 has it."""
        shown: dict[str, Any] = {
            "type": f"urn:sextant:problem:{self.code}",
            "title": self.code.replace("_", " ").capitalize(),
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        }
        optional = {"instance": path, "facts": dict(self.facts), "errors": list(self.errors)}
        return shown | {name: value for name, value in optional.items() if value}

    def openai(self) -> dict[str, Any]:
        """As OpenAI's clients read it: https://platform.openai.com/docs/guides/error-codes."""
        kind = "server_error" if self.status >= HTTPStatus.INTERNAL_SERVER_ERROR else "invalid_request_error"
        param = self.errors[0]["field"] if self.errors else self.facts.get("field")
        return {
            "error": {
                "message": self.detail,
                "type": kind,
                "param": param,
                "code": self.code,
                "x_sextant": {"status": self.status, "facts": dict(self.facts)},
            }
        }


EXAMPLE = Problem(400, "question_too_long", "The question has 20001 characters; the limit is 20000. Shorten it.").plain(
    "/v1/answers"
)


def of_error(error: SextantError) -> Problem:
    """The problem that an error is."""
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    return Problem(status, error.wire_code, error.message, error.facts)


def of_run(run: RunRow) -> Problem:
    """The problem that a run without an answer is: its reason begins with an error's code."""
    code, _, message = run.reason.partition(": ")
    facts = {"run_id": run.id, "run_status": run.status.value}
    if run.status is RunStatus.CANCELLED:
        return Problem(CLIENT_CLOSED_REQUEST, "cancelled", f"The run was cancelled: {run.reason}.", facts)
    if code == "deadline":  # as the reaper says it
        advice = "Ask again with a longer deadline_seconds, or resume the run."
        return Problem(504, errors.DeadlinePassed.code, f"{message[:1].upper()}{message[1:]}. {advice}", facts)
    kind = _kinds().get(code)
    if kind is None or kind is errors.Internal:
        return Problem(500, "internal", f"The run ended without an answer: {run.reason or run.status}.", facts)
    status = next(status for family, status in _STATUS if issubclass(kind, family))
    return Problem(status, code, message, facts)


def of_http(status: int, detail: str) -> Problem:
    """The problem that the framework raised: an unknown address, a wrong method, a body that is no form."""
    code, text = _HTTP_CODES.get(status, ("bad_input" if status < HTTPStatus.INTERNAL_SERVER_ERROR else "internal", ""))
    return Problem(status, code, text or f"{detail.rstrip('.')}.")


def of_validation(request: Request, error: RequestValidationError) -> Problem:
    """The problem of a request that is not what its address takes. What was sent is never repeated."""
    found = error.errors()
    if any(item["type"] == "json_invalid" for item in found):
        return Problem(400, "bad_input", "The body is not valid JSON. Check its quotes, commas and encoding (UTF-8).")
    media_type = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if request.method == "POST" and not media_type.endswith(_JSON_TYPES) and media_type != "multipart/form-data":
        return of_http(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "")
    faults = [{"field": _place(item["loc"]), "message": str(item["msg"])} for item in found]
    first = faults[0]
    return Problem(422, "bad_input", f"{first['field']}: {first['message']}. See /openapi.json.", errors=faults)


def response(problem: Problem, path: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """The response that shows a problem, in the shape that this path's clients read."""
    all_headers = {**problem.headers, **(headers or {})}
    if path.startswith(OPENAI_PATHS):
        return JSONResponse(problem.openai(), problem.status, all_headers)
    return JSONResponse(problem.plain(path), problem.status, all_headers, media_type=MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Have every error of an app leave as a problem."""

    async def on_error(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, SextantError)
        return response(of_error(error), request.url.path)

    async def on_http(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        return response(of_http(error.status_code, str(error.detail)), request.url.path, error.headers)

    async def on_validation(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        return response(of_validation(request, error), request.url.path)

    async def on_anything(request: Request, error: Exception) -> JSONResponse:
        # The framework logs the error with its trace after this; the client gets neither.
        log.error("request failed by a fault of ours", path=request.url.path, kind=type(error).__name__)
        fault = errors.Internal("Something went wrong on our side. The gateway's log says what.")
        return response(of_error(fault), request.url.path)

    app.add_exception_handler(SextantError, on_error)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(RequestValidationError, on_validation)
    app.add_exception_handler(Exception, on_anything)


def _place(loc: Sequence[object]) -> str:
    return ".".join(str(part) for part in loc if part != "body") or "body"


def _kinds() -> dict[str, type[SextantError]]:
    return {kind.code: kind for kind in _family(SextantError)}


def _family(kind: type[SextantError]) -> Iterator[type[SextantError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _family(child)
