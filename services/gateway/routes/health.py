"""`/healthz`, `/readyz`, `/metrics`."""

import asyncio
from collections.abc import Awaitable
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from services.core.errors import SextantError
from services.gateway.problems import RETRY_AFTER_S
from services.gateway.wiring import PartsHere

router = APIRouter(tags=["operation"])
SECONDS = 3.0
OK = "ok"


@router.get("/healthz", summary="Whether the process lives")
async def healthz() -> dict[str, str]:
    """Depends on nothing."""
    return {"status": OK}


@router.get("/readyz", summary="Whether questions can be answered", response_model=None)
async def readyz(parts: PartsHere) -> Response:
    """One real request to the ledger, the document store and each service; 503 names those that do not answer."""
    checks: dict[str, Awaitable[Any]] = {
        "ledger": parts.ledger.oldest_queued_age(),
        "documents": parts.documents.next_unfinished(limit=1),
        **{name: part.check() for name, part in parts.needed.items()},
    }
    states = await asyncio.gather(*(_state(check) for check in checks.values()))
    ready = all(state == OK for state in states)
    content = {"status": "ready" if ready else "not ready", "parts": dict(zip(checks, states, strict=True))}
    return JSONResponse(content) if ready else JSONResponse(content, 503, {"Retry-After": str(RETRY_AFTER_S)})


@router.get("/metrics", summary="Prometheus metrics", response_class=Response)
async def metrics() -> Response:
    """Figures of this process."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


async def _state(check: Awaitable[Any]) -> str:
    try:
        async with asyncio.timeout(SECONDS):
            await check
    except SextantError as error:
        return error.message
    except TimeoutError:
        return f"no answer within {SECONDS:g} s"
    return OK
