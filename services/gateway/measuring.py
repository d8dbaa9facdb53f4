"""What is counted and logged of every request, by route and never by what it says."""

import time

import structlog
from prometheus_client import Counter, Gauge, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = structlog.get_logger()

REQUESTS = Counter(
    "sextant_http_requests_total", "Requests, by method, route and status.", ["method", "route", "status"]
)
SECONDS = Histogram(
    "sextant_http_seconds",
    "Seconds from a request to the end of its response, by route.",
    ["route"],
    buckets=(0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120),
)
OPEN = Gauge("sextant_http_requests_open", "Requests being answered, streams included.")
FEEDBACK = Counter("sextant_feedback_total", "What readers thought of answers.", ["rating"])
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Measured:
    """Counts, times and logs requests."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, began = 500, time.perf_counter()

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = int(message["status"])
            await send(message)

        OPEN.inc()
        try:
            await self._app(scope, receive, watched)
        finally:
            OPEN.dec()
            _note(scope, status, time.perf_counter() - began)


def _note(scope: Scope, status: int, seconds: float) -> None:
    route = getattr(scope.get("route"), "path", "none")
    method = scope["method"] if scope["method"] in _METHODS else "other"
    REQUESTS.labels(method, route, str(status)).inc()
    SECONDS.labels(route).observe(seconds)
    log.info("request", method=method, route=route, status=status, seconds=round(seconds, 4))
