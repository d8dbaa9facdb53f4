"""`/v1/answers`: a question, and its answer object."""

from typing import Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse, Response

from services.gateway import problems, views
from services.gateway.idempotency import IdempotencyKey, repetition
from services.gateway.schemas import AskBody
from services.gateway.waiting import awaited
from services.gateway.wiring import PartsHere, ScopeHere
from services.ledger.models import RunRow

router = APIRouter(tags=["answers"])
PATH = "/v1/answers"
_DESCRIPTION = """
Waits for the run and returns the answer object with the run's status. With `Prefer: respond-async` it returns 202 and
the run at once; its events are at `/v1/runs/{id}/events`. A client that leaves while it waits cancels a run that is not
deep, unless it sent an Idempotency-Key.
"""


@router.post(
    PATH,
    summary="Answer a question",
    description=_DESCRIPTION,
    response_model=None,
    responses={
        200: {"model": views.AnswerObject, "description": "The answer."},
        202: {"model": views.RunSummary, "description": "Accepted; the Location header names the run."},
    },
)
async def ask(
    *,
    body: AskBody,
    request: Request,
    parts: PartsHere,
    scope: ScopeHere,
    key: IdempotencyKey,
    prefer: str = Header("", description='"respond-async" returns at once (RFC 7240).'),
    traceparent: str = Header("", include_in_schema=False),
) -> Response:
    """Answer, or accept."""
    run = await parts.reception.accept(scope, body, repetition(key, PATH, body), traceparent=traceparent)
    headers = {"X-Sextant-Run": run.id}
    if _async_wanted(prefer):
        return accepted(run, headers | {"Preference-Applied": "respond-async"})
    ended = await awaited(parts, run, request, keep=bool(key))
    answer = views.answered(ended)
    if answer is None:
        return problems.response(problems.of_run(ended), PATH, headers)
    return JSONResponse(answer, headers=headers)


def accepted(run: RunRow, headers: dict[str, str]) -> Response:
    """202: the run, and where it is."""
    content: dict[str, Any] = views.RunSummary(**views.summary(run)).model_dump(mode="json")
    located = headers | {"Location": views.links(run.id)["self"]}
    return JSONResponse(content | {"links": views.links(run.id)}, 202, located)


def _async_wanted(prefer: str) -> bool:
    return "respond-async" in {part.split(";")[0].strip().lower() for part in prefer.split(",")}
