"""`sextant up`: the commands, the official openai client, and readers that leave and come back."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import httpx
import openai
import pytest

from tests.e2e.running import TENANT, TERMINAL, RunningStack, asked, events, run_when

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

FAST = "How many containers did the port of Velmora handle in 2023?"
DEEP = "Where was the director of the port of Velmora born?"


@pytest.fixture
async def http(stack: RunningStack) -> AsyncIterator[httpx.AsyncClient]:
    async with stack.http() as client:
        yield client


@pytest.fixture
async def client(stack: RunningStack) -> AsyncIterator[openai.AsyncOpenAI]:
    made = openai.AsyncOpenAI(
        base_url=f"{stack.url}/v1", api_key="unused", max_retries=0, default_headers={"X-Sextant-Tenant": TENANT}
    )
    async with made:
        yield made


async def test_the_openai_client_gets_a_cited_answer_and_streams_the_same(client: openai.AsyncOpenAI) -> None:
    asks: Any = {"model": "sextant", "messages": [{"role": "user", "content": FAST}]}
    whole = await client.chat.completions.create(**asks)
    text = whole.choices[0].message.content
    assert "412,000" in text
    assert whole.choices[0].finish_reason == "stop"
    assert [note.url_citation.title for note in whole.choices[0].message.annotations]
    pieces, finish = [], ""
    async for chunk in await client.chat.completions.create(**asks, stream=True):
        pieces.append(chunk.choices[0].delta.content or "")
        finish = chunk.choices[0].finish_reason or finish
    assert ("".join(pieces), finish) == (text, "stop")


async def test_a_reader_that_leaves_a_fast_run_cancels_it_within_three_seconds(
    stack: RunningStack, client: openai.AsyncOpenAI, http: httpx.AsyncClient
) -> None:
    async with stack.frozen("inference"):  # so that the run cannot end by itself meanwhile
        run_id = await _left_after("question.routed", client, FAST)
        began = time.monotonic()
        run = await run_when(http, run_id, TERMINAL, within=30)
        assert run["status"] == "cancelled"
        assert time.monotonic() - began <= 3.0


async def test_a_deep_run_goes_on_when_its_reader_leaves(
    stack: RunningStack, client: openai.AsyncOpenAI, http: httpx.AsyncClient
) -> None:
    async with stack.frozen("inference"):
        run_id = await _left_after("question.routed", client, DEEP)
        await asyncio.sleep(2.0)
        assert (await http.get(f"/v1/runs/{run_id}")).json()["status"] == "running"
    run = await run_when(http, run_id, TERMINAL)
    assert run["status"] == "done"
    assert "Tarrow" in run["answer"]["short_answer"]


async def test_a_reader_that_comes_back_gets_what_it_has_not_seen(http: httpx.AsyncClient) -> None:
    run_id = await asked(http, FAST)
    every = [number async for number, _, _ in events(http, run_id)]
    assert every == list(range(1, len(every) + 1))
    for seen in (1, len(every) // 2, len(every) - 1):
        assert [number async for number, _, _ in events(http, run_id, seen)] == every[seen:]
    done = await http.get(f"/v1/runs/{run_id}/events", headers={"Last-Event-ID": str(len(every))})
    assert done.status_code == httpx.codes.NO_CONTENT


async def test_the_commands_find_the_running_stack(stack: RunningStack) -> None:
    answer = stack.run("ask", FAST, "--json", "--tenant", TENANT)
    assert (answer.code, "412,000" in answer.json["short_answer"]) == (0, True), answer.err
    listed = stack.run("runs", "list", "--json", "--tenant", TENANT)
    assert listed.json["runs"][0]["question"] == FAST
    found = stack.run("search", "Okafor", "--json", "--tenant", TENANT)
    assert "Okafor" in found.out
    documents = stack.run("documents", "list", "--json", "--tenant", TENANT)
    assert {row["name"] for row in documents.json["documents"]} >= {"people.txt", "码头.md"}
    assert stack.run("doctor").code == 0
    assert {row["state"] for row in stack.run("status", "--json").json["processes"]} == {"ready"}


def test_a_second_stack_over_the_same_data_is_refused(stack: RunningStack) -> None:
    second = stack.run("up")
    assert second.code == 5
    assert "conflict" in second.err
    assert "sextant down" in second.err
    assert stack.known.ready


async def _left_after(event: str, client: openai.AsyncOpenAI, question: str) -> str:
    """Stream an answer and leave when an event of its progress came; the run's id."""
    stream = await client.chat.completions.create(
        model="sextant", messages=[{"role": "user", "content": question}], stream=True
    )
    async for chunk in stream:
        told = (chunk.model_extra or {}).get("x_sextant", {})
        if told.get("progress", {}).get("event") == event:
            await stream.close()
            return str(told["run_id"])
    raise AssertionError("the run ended before its reader could leave")
