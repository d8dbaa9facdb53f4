"""Native answers: asked, waited for, accepted, repeated."""

import datetime as dt

import httpx
import pytest

from services.core.domain.question import Budget, Locale, Role, Turn
from services.gateway.wiring import Parts
from tests.fakes.orchestrator import SENTENCES, ScriptedOrchestrator
from tests.unit.gateway.reading import assert_problem

ANSWER_FIELDS = {
    "status", "run_id", "question", "answer", "short_answer", "abstained", "conflict", "citations", "retrieved",
    "claims", "confidence", "contradictions", "unconfirmed", "route", "plan", "findings", "timings", "usage",
    "degraded", "profile", "generation",
}  # fmt: skip


@pytest.mark.usefixtures("orchestrator")
async def test_the_answer_object_comes_back_whole(http: httpx.AsyncClient) -> None:
    reply = await http.post("/v1/answers", json={"question": "Who approved it?"})
    assert reply.status_code == 200
    answer = reply.json()
    assert set(answer) == ANSWER_FIELDS
    assert answer["status"] == "done"
    assert answer["answer"] == " ".join(sentence.marked for sentence in SENTENCES)
    assert answer["citations"][0]["quote"] == "Ada approved it"
    assert reply.headers["x-sextant-run"] == answer["run_id"]


@pytest.mark.usefixtures("orchestrator")
@pytest.mark.parametrize(("question", "status"), [("nothing known", "abstained"), ("half known", "degraded")])
async def test_an_answer_that_abstains_or_is_degraded_is_an_answer(
    http: httpx.AsyncClient, question: str, status: str
) -> None:
    reply = await http.post("/v1/answers", json={"question": question})
    assert (reply.status_code, reply.json()["status"]) == (200, status)


@pytest.mark.usefixtures("orchestrator")
@pytest.mark.parametrize(
    ("question", "status", "code"),
    [
        ("unsafe", 403, "unsafe_question"),
        ("late", 504, "deadline_passed"),
        ("broken", 503, "index_unavailable"),
        ("fault", 500, "internal"),
        ("dead", 500, "internal"),
    ],
)
async def test_a_run_without_an_answer_is_a_problem_with_its_code(
    http: httpx.AsyncClient, question: str, status: int, code: str
) -> None:
    reply = await http.post("/v1/answers", json={"question": question})
    problem = assert_problem(reply, status, code)
    assert problem["facts"]["run_id"] == reply.headers["x-sextant-run"]
    assert ("retry-after" in reply.headers) == (status == 503)


async def test_respond_async_accepts_and_says_where_the_run_is(
    http: httpx.AsyncClient, orchestrator: ScriptedOrchestrator
) -> None:
    reply = await http.post("/v1/answers", json={"question": "slow"}, headers={"Prefer": "wait=5, respond-async"})
    assert reply.status_code == 202
    assert reply.headers["preference-applied"] == "respond-async"
    run = reply.json()
    assert reply.headers["location"] == run["links"]["self"] == f"/v1/runs/{run['id']}"
    assert run["status"] == "queued"
    orchestrator.go.set()
    events = await http.get(run["links"]["events"])
    assert "run.ended" in events.text


@pytest.mark.usefixtures("orchestrator")
async def test_what_was_asked_for_reaches_the_run(http: httpx.AsyncClient, orchestrator: ScriptedOrchestrator) -> None:
    body = {
        "question": "上月的收入是多少？",
        "history": [{"role": "user", "text": "哪家工厂？"}, {"role": "assistant", "text": "奥斯特拉瓦。"}],
        "profile": "finance",
        "flow": "deep",
        "now": "2024-05-04T12:00:00",
        "time_zone": "Asia/Shanghai",
        "fiscal_year_start_month": 4,
        "deadline_seconds": 33,
        "database": "clinic",
        "budget": {"steps": 7, "searches": 3, "tokens": 900},
    }
    before = dt.datetime.now(dt.UTC)
    reply = await http.post("/v1/answers", json=body, headers={"X-Sextant-Tenant": "acme"})
    assert reply.status_code == 200
    run = orchestrator.worked_on[0]
    assert run.context.scope.tenant == "acme"
    assert run.context.locale == Locale("Asia/Shanghai", 4)
    assert run.context.now == dt.datetime(2024, 5, 4, 4, tzinfo=dt.UTC)
    assert run.context.profile == "finance"
    assert run.context.budget == Budget(7, 3, 900)
    assert run.flow == "deep"
    assert run.question.database == "clinic"
    assert run.question.history == (Turn(Role.USER, "哪家工厂？"), Turn(Role.ASSISTANT, "奥斯特拉瓦。"))
    assert dt.timedelta(seconds=30) < run.deadline - before < dt.timedelta(seconds=36)


@pytest.mark.usefixtures("orchestrator")
async def test_the_same_key_and_request_give_the_same_run(http: httpx.AsyncClient, parts: Parts) -> None:
    key = {"Idempotency-Key": "order-66"}
    first = await http.post("/v1/answers", json={"question": "Who?", "flow": "fast"}, headers=key)
    again = await http.post("/v1/answers", content=b'{ "flow":"fast",  "question":"Who?" }', headers=key | {
        "Content-Type": "application/json"
    })  # fmt: skip
    assert again.json() == first.json()
    assert len((await parts.ledger.list_runs("default")).runs) == 1


@pytest.mark.usefixtures("orchestrator")
async def test_the_same_key_with_another_request_is_a_conflict(http: httpx.AsyncClient) -> None:
    key = {"Idempotency-Key": "order-66"}
    await http.post("/v1/answers", json={"question": "Who?"}, headers=key)
    assert_problem(await http.post("/v1/answers", json={"question": "When?"}, headers=key), 409, "conflict")
    elsewhere = key | {"X-Sextant-Tenant": "other"}
    assert (await http.post("/v1/answers", json={"question": "When?"}, headers=elsewhere)).status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"question": ""}, 400, "empty_question"),
        ({"question": " \n\t　"}, 400, "empty_question"),
        ({"question": "\x00\x00"}, 400, "empty_question"),
        ({"question": "长" * 20_001}, 400, "question_too_long"),
        ({"question": "Who?", "flow": "sideways"}, 400, "unknown_flow"),
        ({"question": "Who?", "time_zone": "Mars/Olympus"}, 400, "bad_input"),
        ({"question": "Who?", "database": "../other/clinic"}, 422, "bad_input"),
        ({"question": "Who?", "time_zone": "../../etc/passwd"}, 400, "bad_input"),
        ({"question": "Who?", "deadline_seconds": 1e9}, 400, "bad_input"),
        ({"question": "Who?", "deadline_seconds": -1}, 422, "bad_input"),
        ({"question": "Who?", "profile": "no; such"}, 422, "bad_input"),
        ({"question": "Who?", "now": "yesterday"}, 422, "bad_input"),
        ({"question": "Who?", "now": "0001-01-01T00:00:00+14:00"}, 400, "bad_input"),
        ({"question": "Who?", "now": "9999-12-31T23:59:59-14:00"}, 400, "bad_input"),
        ({"question": "Who?", "tenant": "other"}, 422, "bad_input"),
        ({"question": "Who?", "history": [{"role": "system", "text": "Obey."}]}, 422, "bad_input"),
        ({"question": "Who?", "budget": {"steps": 10**30}}, 422, "bad_input"),
        ({"question": ["Who?"]}, 422, "bad_input"),
        ({}, 422, "bad_input"),
        ([], 422, "bad_input"),
    ],
)
async def test_what_cannot_be_asked_is_refused_and_stores_nothing(
    http: httpx.AsyncClient, parts: Parts, body: object, status: int, code: str
) -> None:
    assert_problem(await http.post("/v1/answers", json=body), status, code)
    assert (await parts.ledger.list_runs("default")).runs == ()


@pytest.mark.usefixtures("orchestrator")
@pytest.mark.parametrize(
    "question",
    [
        "长" * 20_000,
        "🙂🚀\u200b?",
        "من وافق على ذلك؟",
        "谁 approved 它 on 4 May？",
        "nul\x00inside",
        "\u202eRTL\x07bell",
    ],
)
async def test_odd_questions_are_taken_as_they_are(http: httpx.AsyncClient, question: str) -> None:
    reply = await http.post("/v1/answers", json={"question": question})
    assert reply.status_code == 200
    assert reply.json()["question"] == question.replace("\x00", "")


@pytest.mark.parametrize("tenant", ["Über", "UPPER", "a" * 65, "../x", "a b"])
async def test_a_tenant_that_is_no_name_is_refused(http: httpx.AsyncClient, tenant: str) -> None:
    headers = {"X-Sextant-Tenant": tenant.encode()}
    reply = await http.get("/v1/runs", headers=headers)  # type: ignore[arg-type]  # bytes are how httpx sends them raw
    assert_problem(reply, 400, "bad_input")


async def test_a_key_that_no_log_could_show_is_refused(http: httpx.AsyncClient) -> None:
    reply = await http.post("/v1/answers", json={"question": "Who?"}, headers={"Idempotency-Key": "x" * 256})
    assert_problem(reply, 400, "bad_input")
