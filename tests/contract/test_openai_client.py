"""The official openai client against a gateway on a socket: unchanged, streaming and not; and what happens when it
leaves."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import openai
import pytest
from openai.types.chat import ChatCompletionMessageParam

from services.core.errors import Refused, Unavailable
from services.gateway.app import create_app
from services.gateway.server import serving
from services.gateway.wiring import Parts
from services.ledger.run import RunStatus
from tests.fakes.gateway import gateway_parts
from tests.fakes.orchestrator import SENTENCES, ScriptedOrchestrator
from tests.unit.gateway.conftest import SCRIPTS
from tests.unit.gateway.reading import events_of

TEXT = " ".join(sentence.marked for sentence in SENTENCES)


def says(text: str) -> list[ChatCompletionMessageParam]:
    """A conversation of one question."""
    return [{"role": "user", "content": text}]


ASK = says("Who approved it?")


@dataclass
class Live:
    """A gateway that listens, and what is behind it."""

    url: str
    parts: Parts
    orchestrator: ScriptedOrchestrator
    client: openai.AsyncOpenAI

    async def status_of(self, run_id: str, status: RunStatus, *, within: float) -> float:
        """Seconds until a run had this status."""
        began = time.monotonic()
        async with asyncio.timeout(within):
            run = await self.parts.ledger.get(run_id, "default")
            while run.status is not status:
                await asyncio.sleep(0.05)
                run = await self.parts.ledger.get(run_id, "default")
        return time.monotonic() - began


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    async with gateway_parts(tmp_path, gateway_port=0, gateway_heartbeat_s=0.2, gateway_drain_s=1.0) as parts:
        orchestrator = ScriptedOrchestrator(parts.ledger, SCRIPTS)
        async with orchestrator.working(), serving(create_app(parts), parts.settings) as url:
            client = openai.AsyncOpenAI(base_url=f"{url}/v1", api_key="unused", max_retries=0)
            yield Live(url, parts, orchestrator, client)
            await client.close()


async def test_a_completion_reads_as_openais(live: Live) -> None:
    completion = await live.client.chat.completions.create(model="sextant", messages=ASK, temperature=0)
    message = completion.choices[0].message
    assert (completion.choices[0].finish_reason, message.content) == ("stop", TEXT)
    assert message.annotations is not None
    cited = message.annotations[0].url_citation
    assert TEXT[cited.start_index : cited.end_index] == "[1]"
    assert completion.usage is not None
    assert completion.usage.total_tokens > 0
    assert completion.model_extra is not None
    assert completion.model_extra["x_sextant"]["confidence"]["label"] == "high"


async def test_the_tenant_goes_in_a_header_and_options_in_the_body(live: Live) -> None:
    await live.client.chat.completions.create(
        model="sextant-deep",
        messages=ASK,
        extra_headers={"X-Sextant-Tenant": "acme"},
        extra_body={"x_sextant": {"profile": "finance"}},
    )
    run = live.orchestrator.worked_on[0]
    assert (run.context.scope.tenant, run.flow, run.context.profile) == ("acme", "deep", "finance")


async def test_a_stream_reads_as_openais(live: Live) -> None:
    stream = await live.client.chat.completions.create(
        model="sextant",
        messages=ASK,
        stream=True,
        stream_options={"include_usage": True},
    )
    chunks = [chunk async for chunk in stream]
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == TEXT
    assert chunks[0].choices[0].delta.role == "assistant"
    assert chunks[0].model_extra is not None
    assert stream.response.headers["x-sextant-run"] == chunks[0].model_extra["x_sextant"]["run_id"]
    assert [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1] == "stop"
    assert chunks[-1].usage is not None
    assert chunks[-1].usage.completion_tokens > 0


async def test_the_clients_own_accumulator_puts_a_stream_together(live: Live) -> None:
    async with live.client.chat.completions.stream(model="sextant", messages=ASK) as stream:
        async for _ in stream:
            pass
        completion = await stream.get_final_completion()
    assert completion.choices[0].message.content == TEXT


async def test_the_synchronous_client_works_too(live: Live) -> None:
    def ask() -> str | None:
        with openai.OpenAI(base_url=f"{live.url}/v1", api_key="unused", max_retries=0) as client:
            completion = client.chat.completions.create(model="sextant-fast", messages=ASK)
            return completion.choices[0].message.content

    assert await asyncio.to_thread(ask) == TEXT


async def test_errors_are_the_clients_own(live: Live) -> None:
    create = live.client.chat.completions.create
    with pytest.raises(openai.NotFoundError) as unknown:
        await create(model="gpt-4", messages=ASK)
    assert unknown.value.code == "model_not_found"
    with pytest.raises(openai.BadRequestError, match="empty"):
        await create(model="sextant", messages=says(" "))
    with pytest.raises(openai.PermissionDeniedError) as refused:
        await create(model="sextant", messages=says("unsafe"))
    assert refused.value.code == "unsafe_question"
    stream = await create(model="sextant", messages=says("unsafe"), stream=True)
    with pytest.raises(openai.APIError, match="do not help"):
        async for _ in stream:
            pass


async def test_models_are_listed(live: Live) -> None:
    listed = await live.client.models.list()
    assert [model.id for model in listed.data] == ["sextant", "sextant-fast", "sextant-deep"]
    assert (await live.client.models.retrieve("sextant")).owned_by == "sextant"


@pytest.mark.parametrize("model", ["sextant", "sextant-fast"])
async def test_a_client_that_leaves_a_fast_stream_cancels_its_run_within_three_seconds(live: Live, model: str) -> None:
    run_id = await _begun(live, model, "slow")
    assert await live.status_of(run_id, RunStatus.CANCELLED, within=3.0) < 3.0


async def test_a_client_that_leaves_while_it_waits_cancels_a_fast_run_too(live: Live) -> None:
    messages = says("slow")
    with pytest.raises(openai.APITimeoutError):
        await live.client.chat.completions.create(model="sextant", messages=messages, timeout=0.5)
    run = (await live.parts.ledger.list_runs("default")).runs[0]
    assert await live.status_of(run.id, RunStatus.CANCELLED, within=3.0) < 3.0


@pytest.mark.parametrize(
    ("model", "question"),
    [("sextant-deep", "slow"), ("sextant", "slow and deep"), ("sextant", "slow and escalated")],
)
async def test_a_deep_run_goes_on_and_is_read_at_its_events(live: Live, model: str, question: str) -> None:
    run_id = await _begun(live, model, question)
    await asyncio.sleep(0.5)
    live.orchestrator.go.set()
    await live.status_of(run_id, RunStatus.DONE, within=3.0)
    async with httpx.AsyncClient(base_url=live.url) as http:
        sent = events_of((await http.get(f"/v1/runs/{run_id}/events", headers={"Last-Event-ID": "3"})).text)
    assert [int(event.id) for event in sent] == list(range(4, 4 + len(sent)))
    assert sent[-1].event == "run.ended"


async def test_a_client_with_an_idempotency_key_may_leave_and_come_back(live: Live) -> None:
    key = {"Idempotency-Key": "again"}
    create = live.client.chat.completions.create
    messages = says("slow")
    with pytest.raises(openai.APITimeoutError):
        await create(model="sextant", messages=messages, extra_headers=key, timeout=0.5)
    await asyncio.sleep(0.5)
    live.orchestrator.go.set()
    completion = await create(model="sextant", messages=messages, extra_headers=key)
    assert completion.choices[0].message.content == TEXT
    assert len(live.orchestrator.worked_on) == 1


async def test_a_reader_that_is_cut_off_again_and_again_has_every_event_once(live: Live) -> None:
    async with httpx.AsyncClient(base_url=live.url) as http:
        asked = await http.post("/v1/answers", json={"question": "slow"}, headers={"Prefer": "respond-async"})
        path, seen = asked.json()["links"]["events"], list[int]()
        while True:
            number = await _next_event(http, path, seen[-1] if seen else 0)
            if number is None:
                break
            seen.append(number)
            if len(seen) == 3:
                live.orchestrator.go.set()
    last = (await live.parts.ledger.get(asked.json()["id"], "default")).last_event
    assert seen == list(range(1, last + 1))


async def test_a_silent_stream_says_that_it_lives(live: Live) -> None:
    async with httpx.AsyncClient(base_url=live.url) as http:
        asked = await http.post("/v1/answers", json={"question": "slow"}, headers={"Prefer": "respond-async"})
        async with asyncio.timeout(5), http.stream("GET", asked.json()["links"]["events"]) as reply:
            comments = (line async for line in reply.aiter_lines() if line.startswith(":"))
            assert await anext(comments) == ": alive"


async def test_stopping_lets_streams_end_and_runs_go_on(tmp_path: Path) -> None:
    async with gateway_parts(tmp_path, gateway_port=0, gateway_drain_s=1.0) as parts:
        orchestrator = ScriptedOrchestrator(parts.ledger, SCRIPTS)
        async with orchestrator.working():
            async with serving(create_app(parts), parts.settings) as url, httpx.AsyncClient(base_url=url) as http:
                asked = await http.post("/v1/answers", json={"question": "slow"}, headers={"Prefer": "respond-async"})
                reading = asyncio.create_task(_read_all(url, asked.json()["links"]["events"]))
                await asyncio.sleep(0.5)
                began = time.monotonic()
            assert time.monotonic() - began < 5
            assert "run.ended" not in await reading
            run = await parts.ledger.get(asked.json()["id"], "default")
            assert run.status is RunStatus.RUNNING


async def test_a_port_in_use_is_told_by_name(live: Live) -> None:
    port = int(live.url.rsplit(":", 1)[1])
    taken = live.parts.settings.model_copy(update={"gateway_port": port})
    with pytest.raises(Unavailable, match=f"127.0.0.1:{port} is in use.*SEXTANT_GATEWAY_PORT"):
        async with serving(create_app(live.parts), taken):
            pass


async def test_an_address_that_others_reach_is_refused(live: Live) -> None:
    open_to_all = live.parts.settings.model_copy(update={"gateway_host": "0.0.0.0"})
    with pytest.raises(Refused, match="authentication"):
        async with serving(create_app(live.parts), open_to_all):
            pass


async def _begun(live: Live, model: str, question: str) -> str:
    """The id of a run whose stream's reader left once the run had been routed."""
    messages = says(question)
    stream = await live.client.chat.completions.create(model=model, messages=messages, stream=True)
    seen = []
    async for chunk in stream:
        seen.append((chunk.model_extra or {}).get("x_sextant", {}).get("progress", {}).get("event"))
        if "finding.made" in seen:
            break
    await stream.close()
    return str(stream.response.headers["x-sextant-run"])


async def _next_event(http: httpx.AsyncClient, path: str, last: int) -> int | None:
    """The next event's number, read on a connection of its own that is then cut; None when there is nothing more."""
    async with http.stream("GET", path, headers={"Last-Event-ID": str(last)}) as reply:
        if reply.status_code == 204:
            return None
        async for line in reply.aiter_lines():
            if line.startswith("id: "):
                return int(line.removeprefix("id: "))
    return None


async def _read_all(url: str, path: str) -> str:
    pieces: list[str] = []
    async with httpx.AsyncClient(base_url=url, timeout=10) as http:
        # The end of a stream that is cut off is not announced.
        with suppress(httpx.RemoteProtocolError):
            async with http.stream("GET", path) as reply:
                pieces += [piece async for piece in reply.aiter_text()]
    return "".join(pieces)
