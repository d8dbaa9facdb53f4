"""`/v1/runs`: what became of questions, as state and as events."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Header, Path, Query
from fastapi.responses import Response
from sse_starlette import ServerSentEvent

from services.core.errors import DeadlinePassed
from services.gateway import views
from services.gateway.routes.answers import accepted
from services.gateway.sse import event_stream, number_after
from services.gateway.wiring import Parts, PartsHere, ScopeHere
from services.ledger.models import RunRow, StoredEvent
from services.ledger.run import RunStatus

router = APIRouter(tags=["runs"])
RunId = Annotated[str, Path(pattern=r"^[A-Za-z0-9._-]{1,64}$", description="The run.")]
_EVENTS = """
Server-sent events: `id` is the event's number in the run (from 1, without gaps), `event` its kind, `data` a JSON
object with `at`, its time. A reader that comes back with `Last-Event-ID`, or `?after=`, gets every later event once.
The stream ends after `run.ended`; 204 says that there is nothing more to come. After `answer.restarted`, forget the
words of `answer.draft`, `answer.sentence` and `answer.final` numbered above its `void_after`.
"""


@router.get("/v1/runs", summary="List runs", response_model=views.RunList)
async def list_runs(
    *,
    parts: PartsHere,
    scope: ScopeHere,
    status: RunStatus | None = None,
    begin: Annotated[str, Query(alias="id", max_length=64, description="How the run's id begins.")] = "",
    cursor: Annotated[str, Query(max_length=512)] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> dict[str, Any]:
    """Runs of the tenant, newest first."""
    page = await parts.ledger.list_runs(scope.tenant, status=status, begin=begin, limit=limit, cursor=cursor)
    return {"runs": [views.summary(run) for run in page.runs], "cursor": page.cursor}


@router.get("/v1/runs/{run_id}", summary="A run", response_model=views.RunView)
async def get_run(*, run_id: RunId, parts: PartsHere, scope: ScopeHere) -> dict[str, Any]:
    """Its state, and its route, plan, findings and answer as far as they are known."""
    run = await parts.ledger.get(run_id, scope.tenant)
    events = () if run.answer else await parts.ledger.events_after(run_id, scope.tenant)
    return views.whole(run, events)


@router.get(
    "/v1/runs/{run_id}/events",
    summary="Events of a run",
    description=_EVENTS,
    response_model=None,
    responses={200: {"content": {"text/event-stream": {}}}, 204: {"description": "Nothing more will come."}},
)
async def get_events(
    *,
    run_id: RunId,
    parts: PartsHere,
    scope: ScopeHere,
    after: Annotated[int | None, Query(ge=0, le=2**31 - 1, description="Number of the last event you have.")] = None,
    last_event_id: Annotated[str, Header(description="The same, as browsers send it; it wins.")] = "",
) -> Response:
    """Events from where the reader was, until the run has ended."""
    start = number_after(last_event_id, after)
    run = await parts.ledger.get(run_id, scope.tenant)
    if run.status.terminal and start >= run.last_event:
        return Response(status_code=204)  # a browser's EventSource stops reconnecting
    return event_stream(
        _events(parts, run, start),
        heartbeat_s=parts.settings.gateway_heartbeat_s,
        headers={"X-Sextant-Run": run.id},
    )


@router.delete("/v1/runs/{run_id}", summary="Cancel a run", response_model=views.RunSummary)
async def cancel_run(*, run_id: RunId, parts: PartsHere, scope: ScopeHere) -> dict[str, Any]:
    """Stops it at once when nobody works on it; else `cancel_requested` is set and its worker stops within seconds."""
    return views.summary(await parts.ledger.cancel(run_id, scope.tenant))


@router.post(
    "/v1/runs/{run_id}/resume",
    summary="Resume a run",
    response_model=None,
    status_code=202,
    responses={202: {"model": views.RunSummary, "description": "Queued again."}},
)
async def resume_run(*, run_id: RunId, parts: PartsHere, scope: ScopeHere) -> Response:
    """Queues a failed, dead, cancelled or degraded run again. Its finished steps are kept, but for those that were done
    without something and all that came after them; its time limit begins anew."""
    run = await parts.ledger.resume(run_id, scope.tenant)
    return accepted(run, {"X-Sextant-Run": run.id})


async def _events(parts: Parts, run: RunRow, start: int) -> AsyncIterator[ServerSentEvent]:
    try:
        async for event in parts.follower.events(run, start):
            yield _event(event)
    except DeadlinePassed:
        return  # a stream has no other way to say so; the reader comes back and sees the run's state


def _event(event: StoredEvent) -> ServerSentEvent:
    data = orjson.dumps({**event.data, "at": event.at}).decode()
    return ServerSentEvent(data=data, id=str(event.n), event=event.kind.value, sep="\n")
