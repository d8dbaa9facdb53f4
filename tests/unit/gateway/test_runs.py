"""Runs: lists, state, events, cancel, resume, and nothing of another tenant."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import httpx
import pytest

from services.core.errors import DeadlinePassed
from services.gateway.reception import PROFILES
from services.gateway.wiring import Parts
from services.ledger.run import RunStatus
from services.retrieval.profile import Profiles
from tests.fakes.orchestrator import ScriptedOrchestrator
from tests.unit.gateway.reading import assert_problem, events_of

ASYNC = {"Prefer": "respond-async"}


async def asked(http: httpx.AsyncClient, question: str, **headers: str) -> str:
    """A run's id."""
    reply = await http.post("/v1/answers", json={"question": question}, headers=ASYNC | headers)
    return str(reply.json()["id"])


async def until(parts: Parts, run_id: str, status: RunStatus) -> None:
    async with asyncio.timeout(5):
        run = await parts.ledger.get(run_id, "default")
        while run.status is not status:
            await asyncio.sleep(0.02)
            run = await parts.ledger.get(run_id, "default")


@pytest.mark.usefixtures("orchestrator")
async def test_events_have_number_kind_data_and_time_and_end_with_the_run(http: httpx.AsyncClient) -> None:
    run_id = await asked(http, "Who?")
    reply = await http.get(f"/v1/runs/{run_id}/events")
    assert reply.headers["content-type"].startswith("text/event-stream")
    sent = events_of(reply.text)
    assert [event.id for event in sent] == [str(n) for n in range(1, len(sent) + 1)]
    assert sent[0].event == "run.accepted"
    assert sent[-1].event == "run.ended"
    assert sent[-1].json["status"] == "done"
    assert all("at" in event.json for event in sent)
    assert "answer.final" in [event.event for event in sent]


@pytest.mark.usefixtures("orchestrator")
async def test_a_reader_that_comes_back_gets_every_later_event_once(http: httpx.AsyncClient) -> None:
    run_id = await asked(http, "Who?")
    path = f"/v1/runs/{run_id}/events"
    whole = events_of((await http.get(path)).text)
    for cut in (0, 1, len(whole) // 2, len(whole) - 1):
        by_header = await http.get(path, headers={"Last-Event-ID": str(cut)})
        by_query = await http.get(path, params={"after": cut})
        assert events_of(by_header.text) == events_of(by_query.text) == whole[cut:]


@pytest.mark.usefixtures("orchestrator")
async def test_nothing_more_to_come_is_204(http: httpx.AsyncClient) -> None:
    run_id = await asked(http, "Who?")
    path = f"/v1/runs/{run_id}/events"
    last = events_of((await http.get(path)).text)[-1].id
    assert (await http.get(path, headers={"Last-Event-ID": last})).status_code == 204


@pytest.mark.parametrize("last", ["abc", "-1", "1.5", "9" * 40, "9" * 5000, "１"])
async def test_a_last_event_id_that_is_no_number_is_refused(http: httpx.AsyncClient, last: str) -> None:
    run_id = await asked(http, "Who?")
    reply = await http.get(f"/v1/runs/{run_id}/events", headers={"Last-Event-ID": last.encode()})  # type: ignore[arg-type]
    assert_problem(reply, 400, "bad_input")


async def test_the_state_grows_with_the_run(
    http: httpx.AsyncClient, parts: Parts, orchestrator: ScriptedOrchestrator
) -> None:
    run_id = await asked(http, "slow")
    async with asyncio.timeout(5):
        state = (await http.get(f"/v1/runs/{run_id}")).json()
        while not state["findings"]:
            await asyncio.sleep(0.02)
            state = (await http.get(f"/v1/runs/{run_id}")).json()
    assert state["status"] == "running"
    assert state["route"]["path"] == "fast"
    assert state["plan"] == {"sub_questions": []}
    assert state["findings"][0]["answer"] == "Ada"
    assert state["answer"] is None
    orchestrator.go.set()
    await until(parts, run_id, RunStatus.DONE)
    ended = (await http.get(f"/v1/runs/{run_id}")).json()
    assert ended["answer"]["run_id"] == run_id
    assert ended["answer"]["status"] == "done"
    assert ended["confidence"] == 0.83


async def test_lists_go_by_status_and_cursor(
    http: httpx.AsyncClient, parts: Parts, orchestrator: ScriptedOrchestrator
) -> None:
    ids = [await asked(http, question) for question in ("a", "b", "c", "slow")]
    for run_id in ids[:3]:
        await until(parts, run_id, RunStatus.DONE)
    await until(parts, ids[3], RunStatus.RUNNING)
    done = (await http.get("/v1/runs", params={"status": "done", "limit": 2})).json()
    assert [run["id"] for run in done["runs"]] == [ids[2], ids[1]]
    rest = (await http.get("/v1/runs", params={"status": "done", "cursor": done["cursor"]})).json()
    assert ([run["id"] for run in rest["runs"]], rest["cursor"]) == ([ids[0]], "")
    assert [run["id"] for run in (await http.get("/v1/runs", params={"status": "running"})).json()["runs"]] == [ids[3]]
    assert_problem(await http.get("/v1/runs", params={"cursor": "🙂"}), 400, "bad_input")
    assert_problem(await http.get("/v1/runs", params={"status": "sleeping"}), 422, "bad_input")
    assert_problem(await http.get("/v1/runs", params={"limit": 0}), 422, "bad_input")


@pytest.mark.usefixtures("orchestrator")
async def test_a_running_run_is_cancelled_and_resumed(
    http: httpx.AsyncClient, parts: Parts, orchestrator: ScriptedOrchestrator
) -> None:
    run_id = await asked(http, "slow")
    await until(parts, run_id, RunStatus.RUNNING)
    cancelled = await http.delete(f"/v1/runs/{run_id}")
    assert (cancelled.status_code, cancelled.json()["cancel_requested"]) == (200, True)
    await until(parts, run_id, RunStatus.CANCELLED)
    orchestrator.go.set()
    resumed = await http.post(f"/v1/runs/{run_id}/resume")
    assert (resumed.status_code, resumed.headers["location"]) == (202, f"/v1/runs/{run_id}")
    await until(parts, run_id, RunStatus.DONE)
    kinds = [event.event for event in events_of((await http.get(f"/v1/runs/{run_id}/events")).text)]
    assert kinds.count("run.ended") == 2
    assert kinds.count("question.routed") == 1
    assert_problem(await http.post(f"/v1/runs/{run_id}/resume"), 409, "conflict")
    assert_problem(await http.delete(f"/v1/runs/{run_id}"), 409, "conflict")


@pytest.mark.usefixtures("orchestrator")
async def test_another_tenant_sees_nothing_of_a_run(http: httpx.AsyncClient) -> None:
    run_id = await asked(http, "Who?", **{"X-Sextant-Tenant": "acme"})
    other = {"X-Sextant-Tenant": "rival"}
    for method, path in (
        ("GET", f"/v1/runs/{run_id}"),
        ("GET", f"/v1/runs/{run_id}/events"),
        ("DELETE", f"/v1/runs/{run_id}"),
        ("POST", f"/v1/runs/{run_id}/resume"),
    ):
        problem = assert_problem(await http.request(method, path, headers=other), 404, "not_found")
        assert "Who?" not in str(problem)
    assert (await http.get("/v1/runs", headers=other)).json() == {"runs": [], "cursor": ""}
    rating = {"run_id": run_id, "rating": "up"}
    assert_problem(await http.post("/v1/feedback", json=rating, headers=other), 404, "not_found")


@pytest.mark.usefixtures("orchestrator")
async def test_feedback_is_kept_and_the_newest_counts(http: httpx.AsyncClient, parts: Parts) -> None:
    run_id = await asked(http, "Who?")
    for rating in ("down", 4):
        body = {"run_id": run_id, "rating": rating, "comment": "第二段 🙂\x00"}
        assert (await http.post("/v1/feedback", json=body)).status_code == 201
    kept = await parts.ledger.ratings(run_id, "default")
    assert [(one.rating, one.comment) for one in kept] == [("4", "第二段 🙂")]
    assert_problem(await http.post("/v1/feedback", json={"run_id": run_id, "rating": 6}), 422, "bad_input")


async def test_a_run_that_nobody_ends_does_not_hold_its_client_for_ever(http: httpx.AsyncClient, parts: Parts) -> None:
    run = await parts.ledger.get(await asked(http, "Who?"), "default")
    late = replace(run, deadline=run.deadline - timedelta(hours=1))

    async def here() -> bool:
        return False

    with pytest.raises(DeadlinePassed, match="orchestrator"):
        await parts.follower.ended(late, here)


async def test_runs_can_be_asked_for_by_how_their_id_begins(http: httpx.AsyncClient) -> None:
    made = [await asked(http, f"Who? {n}") for n in range(3)]
    listed = (await http.get("/v1/runs", params={"id": made[1][:12]})).json()["runs"]
    assert [one["id"] for one in listed] == [made[1]]
    assert (await http.get("/v1/runs", params={"id": "%"})).json()["runs"] == []
    other = {"X-Sextant-Tenant": "rival"}
    assert (await http.get("/v1/runs", params={"id": made[1]}, headers=other)).json()["runs"] == []


async def test_a_profile_that_is_not_there_is_refused_and_leaves_no_run(http: httpx.AsyncClient) -> None:
    for path, body in (("/v1/answers", {"question": "Who?"}), ("/v1/search", {"query": "who"})):
        problem = assert_problem(await http.post(path, json=body | {"profile": "law"}), 400, "unknown_profile")
        assert "finance, general, medical, news" in problem["detail"]
    assert (await http.get("/v1/runs")).json()["runs"] == []


def test_the_profiles_that_are_let_in_are_those_that_retrieval_has() -> None:
    assert Profiles.packaged().names == PROFILES
