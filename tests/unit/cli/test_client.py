"""The client of the gateway: events once each, errors as they were meant."""

from collections.abc import AsyncIterator

import httpx
import pytest

from services.cli import asking
from services.cli.client import Gateway, problem_of
from services.core import errors


def over(handler: httpx.MockTransport) -> Gateway:
    gateway = Gateway("http://gateway", "acme")
    gateway._http = httpx.AsyncClient(base_url="http://gateway", transport=handler)
    return gateway


def sse(*events: str) -> bytes:
    return "".join(f"{event}\n\n" for event in events).encode()


async def test_events_go_on_after_a_cut_where_they_were() -> None:
    asked: list[str] = []

    class Cut(httpx.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            yield sse('id: 1\nevent: run.started\ndata: {"a": 1}', ": heartbeat")
            raise httpx.ReadError("cut")

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/healthz":
            return httpx.Response(200)
        asked.append(request.headers["Last-Event-ID"])
        if len(asked) == 1:
            return httpx.Response(200, stream=Cut())
        return httpx.Response(200, content=sse('id: 2\nevent: run.ended\ndata: {"status": "done"}'))

    async with over(httpx.MockTransport(answer)) as gateway:
        seen = [(number, kind) async for number, kind, _ in gateway.events("r1")]
    assert seen == [(1, "run.started"), (2, "run.ended")]
    assert asked == ["0", "1"]


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, errors.BadInput),
        (404, errors.NotFound),
        (409, errors.Conflict),
        (500, errors.Internal),
        (503, errors.Unavailable),
    ],
)
def test_a_problem_becomes_the_error_that_was_meant(status: int, kind: type[errors.SextantError]) -> None:
    problem = httpx.Response(status, json={"detail": "what to do", "code": "its_code"})
    error = problem_of(problem)
    assert type(error) is kind
    assert (error.message, error.wire_code) == ("what to do", "its_code")


def test_a_reply_that_is_no_problem_document_is_still_an_error() -> None:
    assert "502" in problem_of(httpx.Response(502, text="<html>")).message


async def test_a_gateway_that_is_not_there_is_told_with_what_to_do() -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    async with over(httpx.MockTransport(refuse)) as gateway:
        with pytest.raises(errors.Unavailable, match="sextant status"):
            await gateway.get("/v1/runs")


@pytest.mark.parametrize(
    ("ended", "kind", "message"),
    [
        ('{"status": "failed", "reason": "unknown_profile: There is no profile."}', errors.UnknownProfile, "There is"),
        ('{"status": "cancelled", "reason": "cancelled while it ran"}', errors.Cancelled, "cancelled"),
        ('{"status": "dead", "reason": "step plan: three workers were lost"}', errors.Internal, "three workers"),
    ],
)
async def test_a_run_without_an_answer_raises_why(ended: str, kind: type[Exception], message: str) -> None:
    def answer(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, content=sse(f"id: 1\nevent: run.ended\ndata: {ended}"))

    async with over(httpx.MockTransport(answer)) as gateway:
        with pytest.raises(kind, match=message):
            await asking.follow(gateway, "r1")
