"""Processes of a running stack that are killed: the supervisor starts them again, and nobody's run is lost."""

import time
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.e2e.running import TERMINAL, Json, RunningStack, asked, events, run_when

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

DEEP = "Where was the director of the port of Velmora born?"


@pytest.fixture
async def http(stack: RunningStack) -> AsyncIterator[httpx.AsyncClient]:
    async with stack.http() as client:
        yield client


async def test_a_reader_whose_gateway_is_killed_resumes_with_every_event_once(
    stack: RunningStack, http: httpx.AsyncClient
) -> None:
    seen: list[tuple[int, str]] = []
    restarts = stack.process("gateway").restarts
    async with stack.frozen("inference"):  # so that the run is still going on when the gateway dies
        run_id = await asked(http, DEEP)
        with pytest.raises(httpx.TransportError):
            await _read_and_kill(stack, events(http, run_id), seen)
    await stack.restarted("gateway", since=restarts)
    seen += [(number, kind) async for number, kind, _ in events(http, run_id, seen[-1][0])]
    assert [number for number, _ in seen] == list(range(1, len(seen) + 1))
    assert seen[-1][1] == "run.ended"
    assert sum(kind == "answer.final" for _, kind in seen) == 1


async def test_a_run_whose_worker_is_killed_is_finished_by_the_next(
    stack: RunningStack, http: httpx.AsyncClient
) -> None:
    async with stack.frozen("inference"):
        run_id = await asked(http, DEEP)
        await run_when(http, run_id, frozenset({"running"}))
        restarts = stack.kill("orchestrator")
    run = await run_when(http, run_id, TERMINAL, within=120)
    assert (run["status"], run["attempt"]) == ("done", 2)
    assert "Tarrow" in run["answer"]["short_answer"]
    await stack.restarted("orchestrator", since=restarts)


@pytest.mark.parametrize("name", ["inference", "retrieval", "relay", "broker"])
async def test_whatever_is_killed_comes_back_and_a_run_meanwhile_says_what_it_lacked(
    name: str, stack: RunningStack, http: httpx.AsyncClient
) -> None:
    restarts = stack.kill(name)
    meanwhile = await asked(http, DEEP)
    await stack.restarted(name, since=restarts)
    run = await run_when(http, meanwhile, TERMINAL, within=120)
    assert run["status"] == "done" or (run["status"], bool(run["answer"]["degraded"])) == ("degraded", True), run
    assert run["status"] == "done" or run["answer"]["confidence"]["label"] != "high", run
    after = await healed(http, within=60)
    assert "Tarrow" in after["answer"]["short_answer"], after


async def healed(http: httpx.AsyncClient, *, within: float) -> Json:
    """The first run that lacks nothing; asked again for as long as healing may take (invariant I5 of reliability)."""
    until = time.monotonic() + within
    while True:
        run = await run_when(http, await asked(http, DEEP), TERMINAL, within=120)
        if run["status"] == "done" or time.monotonic() > until:
            assert run["status"] == "done", run
            return run


async def _read_and_kill(
    stack: RunningStack, coming: AsyncIterator[tuple[int, str, Json]], seen: list[tuple[int, str]]
) -> None:
    """Read events, kill the gateway at one of them, and read on. Raises what its reader then sees."""
    async for number, kind, _ in coming:
        seen.append((number, kind))
        if kind == "question.routed":
            stack.kill("gateway")
