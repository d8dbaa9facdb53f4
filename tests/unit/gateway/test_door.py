"""What holds for every request: problems, hosts and origins, methods, health, search."""

from dataclasses import replace

import httpx
import pytest

from services.core.domain.passage import Retrieval, Strategy
from services.core.domain.plan import Filter
from services.core.domain.question import RunContext
from services.core.errors import IndexUnavailable, Refused, ServiceUnavailable, UnknownProfile
from services.documents.models import NewDocument, StoredPassage
from services.documents.status import DocumentStatus
from services.gateway.app import create_app
from services.gateway.identity import check_address
from services.gateway.ports import Found, Search, Searching
from services.gateway.wiring import Parts
from tests.fakes.gateway import Health, Searches
from tests.unit.gateway.reading import assert_problem

JSON = {"Content-Type": "application/json"}


async def test_addresses_and_methods_that_do_not_exist_are_problems(http: httpx.AsyncClient) -> None:
    assert_problem(await http.get("/v2/answers"), 404, "not_found")
    assert_problem(await http.get("/docs"), 404, "not_found")
    reply = await http.put("/v1/answers", json={})
    assert_problem(reply, 405, "method_not_allowed")
    assert "POST" in reply.headers["allow"]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b'{"question": "\xff"}', b"[" * 50_000, b'{"question": NaN', "{'question': 'x'}".encode("utf-16")],
)
async def test_a_body_that_is_no_json_is_a_problem(http: httpx.AsyncClient, body: bytes) -> None:
    reply = await http.post("/v1/answers", content=body, headers=JSON)
    assert_problem(reply, 422 if not body else 400, "bad_input")


async def test_lone_surrogates_are_refused_and_never_break_a_reply(http: httpx.AsyncClient) -> None:
    reply = await http.post("/v1/answers", content=b'{"question": "\\ud800 who"}', headers=JSON)
    assert_problem(reply, 422, "bad_input")


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_another_media_type_is_told_what_to_send(http: httpx.AsyncClient, media_type: str) -> None:
    headers = {"Content-Type": media_type} if media_type else {}
    reply = await http.post("/v1/answers", content=b'{"question": "Who?"}', headers=headers)
    assert "application/json" in assert_problem(reply, 415, "unsupported_media_type")["detail"]


async def test_what_was_sent_is_not_repeated_in_a_problem(http: httpx.AsyncClient) -> None:
    reply = await http.post("/v1/answers", json={"question": {"secret": "hunter2"}})
    assert "hunter2" not in reply.text


@pytest.mark.parametrize(
    ("header", "value", "refused"),
    [
        ("Host", "evil.example", True),
        ("Host", "evil.example:7100", True),
        ("Host", "localhost:7100", False),
        ("Host", "[::1]:7100", False),
        ("Origin", "https://evil.example", True),
        ("Origin", "null", True),
        ("Host", "[::1", True),
        ("Origin", "http://[::1", True),
        ("Origin", "http://[evil]/", True),
        ("Origin", "http://localhost:3000", False),
    ],
)
async def test_pages_of_other_sites_are_refused(
    http: httpx.AsyncClient, header: str, value: str, *, refused: bool
) -> None:
    reply = await http.get("/v1/runs", headers={header: value})
    assert reply.status_code == (403 if refused else 200)
    assert "access-control-allow-origin" not in reply.headers


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org", ""])
def test_an_address_that_others_reach_is_not_listened_on(host: str) -> None:
    with pytest.raises(Refused, match="authentication"):
        check_address(host)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_loopback_is_listened_on(host: str) -> None:
    check_address(host)


async def test_liveness_depends_on_nothing_and_readiness_on_everything(parts: Parts) -> None:
    gone = Health(ServiceUnavailable("retrieval", "it is not serving"))
    broken = replace(parts, needed={"intent": Health(), "retrieval": gone})
    async with client(broken) as http:
        assert (await http.get("/healthz")).json() == {"status": "ok"}
        reply = await http.get("/readyz")
        assert reply.status_code == 503
        states = reply.json()["parts"]
        assert (states["ledger"], states["documents"], states["intent"]) == ("ok", "ok", "ok")
        assert "not serving" in states["retrieval"]
        gone.fault = None
        assert (await http.get("/readyz")).json()["status"] == "ready"


async def test_a_fault_of_ours_is_a_problem_without_its_trace(parts: Parts) -> None:
    class Broken(Searches):
        async def search(self, *_: object) -> None:  # type: ignore[override]
            raise ZeroDivisionError("secret detail")

    async with client(replace(parts, searching=Broken())) as http:  # type: ignore[arg-type]
        reply = await http.post("/v1/search", json={"query": "x"})
        assert_problem(reply, 500, "internal")
        assert "secret" not in reply.text


async def test_metrics_count_by_route_and_never_by_path(http: httpx.AsyncClient) -> None:
    await http.get("/v1/runs/some-secret-id")
    text = (await http.get("/metrics")).text
    assert 'route="/v1/runs/{run_id}",status="404"' in text
    assert "some-secret-id" not in text


async def test_a_search_carries_tenant_filters_and_limit(http: httpx.AsyncClient, searches: Searches) -> None:
    body = {"query": "谁批准的？", "limit": 3, "strategy": "keyword", "filter": {"tags": ["board"]}, "explain": True}
    reply = await http.post("/v1/search", json=body, headers={"X-Sextant-Tenant": "acme"})
    context, search = searches.asked[0]
    assert context.scope.tenant == "acme"
    assert (search.limit, search.strategy, search.filter) == (3, Strategy.KEYWORD, Filter(tags=("board",)))
    assert search.question.language == "zh"
    found = reply.json()
    assert (found["evidence"][0]["rank"], found["evidence"][0]["text"]) == (1, "Ada approved it.")
    assert found["evidence"][0]["passage"]["document_id"] == "d1"
    assert found["dropped"][0]["fate"] == "floor"
    assert [stage["name"] for stage in found["stages"]] == ["recall", "rerank"]


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [
        (UnknownProfile("poetry", ("general", "news")), 400, "unknown_profile"),
        (IndexUnavailable("vector", "it is down"), 503, "index_unavailable"),
    ],
)
async def test_what_the_search_service_says_reaches_the_client(
    http: httpx.AsyncClient, searches: Searches, fault: Exception, status: int, code: str
) -> None:
    searches.fault = fault  # type: ignore[assignment]
    assert_problem(await http.post("/v1/search", json={"query": "x"}), status, code)


async def test_a_search_that_finds_nothing_says_when_there_is_nothing_to_search(
    parts: Parts, searches: Searches
) -> None:
    class Empty(Searches):
        async def search(self, context: RunContext, search: Search) -> Found:
            return Found(Retrieval(()))

    async def notice(searching: Searching) -> str:
        async with client(replace(parts, searching=searching)) as http:
            return str((await http.post("/v1/search", json={"query": "谁？"})).json()["notice"])

    assert await notice(Empty()) == "There are no documents yet. Run `sextant ingest <folder>`."
    assert await notice(searches) == ""
    row = await parts.documents.receive(NewDocument("default", "a.txt", "0" * 64, 1))
    assert "still being read" in await notice(Empty())
    await parts.documents.set_status(row.id, DocumentStatus.PARSING)
    await parts.documents.write_version(row.id, 1, [StoredPassage("text")])
    for status in (DocumentStatus.INDEXING, DocumentStatus.INDEXED):
        await parts.documents.set_status(row.id, status)
    assert await notice(Empty()) == ""


@pytest.mark.parametrize("body", [{"query": ""}, {"query": "\x00"}, {"query": "x" * 20_001}])
async def test_a_search_for_nothing_or_too_much_is_refused(http: httpx.AsyncClient, body: dict[str, str]) -> None:
    assert (await http.post("/v1/search", json=body)).status_code == 400


def client(parts: Parts) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=create_app(parts), raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")
