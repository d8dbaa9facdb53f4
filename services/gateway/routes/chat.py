"""`/v1/chat/completions`: OpenAI's contract."""

from typing import Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse, Response

from services.gateway import problems
from services.gateway.completions import Completion
from services.gateway.conversation import ChatBody, conversation
from services.gateway.idempotency import IdempotencyKey, repetition
from services.gateway.sse import event_stream
from services.gateway.streaming import ChatStream
from services.gateway.waiting import awaited
from services.gateway.wiring import Parts, PartsHere, ScopeHere

router = APIRouter(tags=["chat"])
PATH = "/v1/chat/completions"
# How a client wants to be told makes no other question.
_TELLING = frozenset({"stream", "stream_options"})
_DESCRIPTION = """
OpenAI's chat completions; the official client works unchanged. The last message is the question, earlier ones of user
and assistant are its history; other roles give no instructions and are named in `x_sextant.ignored`.

A stream carries progress (`x_sextant.progress`), then only sentences whose claims were checked. The run's id is in the
header `X-Sextant-Run` and in the first chunk. A client that leaves a run that is not deep cancels it, unless it sent an
Idempotency-Key; a deep run goes on and is read at `/v1/runs/{id}/events`.
"""


@router.post(PATH, summary="Answer a conversation", description=_DESCRIPTION, response_model=None)
async def complete(
    *,
    body: ChatBody,
    request: Request,
    parts: PartsHere,
    scope: ScopeHere,
    key: IdempotencyKey,
    traceparent: str = Header("", include_in_schema=False),
) -> Response:
    """Answer at once, or as a stream."""
    asked = conversation(body)
    run = await parts.reception.accept(
        scope, asked.ask, repetition(key, PATH, body, leave_out=_TELLING), traceparent=traceparent
    )
    completion = Completion(run, body.model, str(request.base_url).rstrip("/"), asked.ignored)
    if body.stream:
        return _streamed(parts, completion, usage_wanted=body.usage_wanted, keep=bool(key))
    ended = await awaited(parts, run, request, keep=bool(key))
    headers = {"X-Sextant-Run": run.id}
    if ended.answer is None:
        return problems.response(problems.of_run(ended), PATH, headers)
    content: dict[str, Any] = completion.whole(ended.answer, ended.status.value)
    return JSONResponse(content, headers=headers)


def _streamed(parts: Parts, completion: Completion, *, usage_wanted: bool, keep: bool) -> Response:
    run, settings = completion.run, parts.settings
    stream = ChatStream(parts.ledger, parts.follower, completion, usage_wanted=usage_wanted)

    async def left() -> None:
        if not keep:
            await parts.follower.left(run)

    return event_stream(
        stream.events(),
        heartbeat_s=settings.gateway_heartbeat_s,
        headers={"X-Sextant-Run": run.id},
        on_leave=left,
        grace_s=settings.gateway_drain_s,
    )
