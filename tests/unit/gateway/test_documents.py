"""Documents come in as files and as JSON, and are seen by their tenant alone."""

import base64
import hashlib
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from services.core.domain.question import Scope
from services.documents.status import DocumentReason, DocumentStatus
from services.gateway.app import create_app
from services.gateway.wiring import Parts
from tests.fakes.gateway import Bell
from tests.unit.gateway.reading import assert_problem

PATH = "/v1/documents"


async def test_a_file_is_received_with_what_is_said_about_it(http: httpx.AsyncClient, parts: Parts, bell: Bell) -> None:
    fields = {"tags": ["board", "纪要"], "date": "2024-05-04", "external_id": "minutes-7", "profile": "finance"}
    reply = await http.post(PATH, files={"file": ("会议 纪要.md", "# 纪要\n".encode(), "text/markdown")}, data=fields)
    assert reply.status_code == 202
    document = reply.json()
    assert reply.headers["location"] == f"{PATH}/{document['id']}"
    assert (document["status"], document["name"], document["size"]) == ("received", "会议 纪要.md", 9)
    assert (document["tags"], document["date"], document["profile"]) == (["board", "纪要"], "2024-05-04", "finance")
    assert bell.rang == [document["id"]]
    row = (await parts.documents.list_documents(Scope("default"))).rows[0]
    assert (parts.settings.blob_dir / row.blob_sha256[:2] / row.blob_sha256).read_bytes() == "# 纪要\n".encode()
    assert (await http.get(f"{PATH}/{document['id']}")).json() == document


async def test_text_and_bytes_come_as_json(http: httpx.AsyncClient) -> None:
    text = await http.post(PATH, json={"name": "a.txt", "text": "Ada 🙂"})
    assert (text.status_code, text.json()["size"]) == (202, 8)
    content = base64.b64encode(b"%PDF-1.7").decode()
    pdf = await http.post(PATH, json={"name": "b.pdf", "content_base64": content, "acl_users": ["ada"]})
    assert (pdf.status_code, pdf.json()["size"]) == (202, 8)
    listed = (await http.get(PATH)).json()["documents"]
    assert [one["name"] for one in listed] == ["a.txt"], "a document for ada alone is not there for others"


async def test_several_files_are_taken_one_by_one(http: httpx.AsyncClient) -> None:
    files = [("file", ("a.txt", b"one")), ("file", ("big.txt", b"x" * 100_001)), ("files", ("c.txt", b"three"))]
    body = (await http.post(PATH, files=files)).json()
    assert [one["name"] for one in body["documents"]] == ["a.txt", "c.txt"]
    assert [(one["name"], one["code"]) for one in body["problems"]] == [("big.txt", "too_large")]


async def test_the_same_bytes_again_are_a_duplicate_and_other_bytes_a_version(http: httpx.AsyncClient) -> None:
    first = (await http.post(PATH, json={"name": "a.txt", "text": "one"})).json()
    again = (await http.post(PATH, json={"name": "a.txt", "text": "one"})).json()
    changed = (await http.post(PATH, json={"name": "a.txt", "text": "two"})).json()
    assert (first["duplicate"], again["duplicate"], again["id"]) == (False, True, first["id"])
    assert (changed["id"], changed["version"]) == (first["id"], 2)


async def test_an_upload_is_kept_when_the_broker_is_down(http: httpx.AsyncClient, bell: Bell) -> None:
    bell.broken = True
    assert (await http.post(PATH, json={"name": "a.txt", "text": "one"})).status_code == 202
    assert len((await http.get(PATH)).json()["documents"]) == 1


async def test_a_deleted_document_is_gone_from_lists_and_says_so(http: httpx.AsyncClient) -> None:
    document = (await http.post(PATH, json={"name": "a.txt", "text": "one"})).json()
    deleted = await http.delete(f"{PATH}/{document['id']}")
    assert (deleted.status_code, deleted.json()["status"]) == (200, "deleted")
    assert (await http.get(PATH)).json()["documents"] == []
    kept = (await http.get(PATH, params={"status": "deleted"})).json()["documents"]
    assert [one["id"] for one in kept] == [document["id"]]


async def test_another_tenant_sees_no_document(http: httpx.AsyncClient) -> None:
    document = (await http.post(PATH, json={"name": "a.txt", "text": "secret"})).json()
    other = {"X-Sextant-Tenant": "rival"}
    for method in ("GET", "DELETE"):
        reply = await http.request(method, f"{PATH}/{document['id']}", headers=other)
        assert_problem(reply, 404, "not_found")
    assert (await http.get(PATH, headers=other)).json()["documents"] == []
    assert (await http.get(f"{PATH}/{document['id']}")).json()["status"] == "received"


async def test_a_name_is_no_path(http: httpx.AsyncClient) -> None:
    form = await http.post(PATH, files={"file": ("..\\..\\etc/passwd.txt", b"x")})
    assert (form.json()["name"], form.json()["source_path"]) == ("passwd.txt", "")
    body = await http.post(PATH, json={"name": "C:\\a\t\x00\u202eb.txt", "text": "y"})
    assert body.json()["name"] == "ab.txt"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": "a.txt"}, 400),
        ({"name": "a.txt", "text": "x", "content_base64": "eA=="}, 400),
        ({"name": "a.txt", "content_base64": "not base64!"}, 400),
        ({"name": "a/..", "text": "x"}, 400),
        ({"name": "", "text": "x"}, 422),
        ({"name": "a.txt", "text": "x", "date": "4 May"}, 422),
        ({"name": "a.txt", "text": "x", "tenant": "rival"}, 422),
        ({"name": "a.txt", "text": "x", "tags": "board"}, 422),
        ({"text": "x"}, 422),
        ([], 422),
    ],
)
async def test_a_document_that_is_not_described_right_is_refused(
    http: httpx.AsyncClient, body: object, status: int
) -> None:
    assert_problem(await http.post(PATH, json=body), status, "bad_input")


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"files": {"image": ("a.txt", b"x")}}, 400),
        ({"files": {"file": ("a.txt", b"x")}, "data": {"colour": "red"}}, 422),
        ({"files": [("file", ("a", b"")), ("file", ("b", b""))], "data": {"external_id": "1"}}, 400),
        ({"content": b"--y\r\nno form", "headers": {"Content-Type": "multipart/form-data; boundary=x"}}, 400),
        ({"content": b"no form", "headers": {"Content-Type": "multipart/form-data"}}, 400),
    ],
)
async def test_forms_that_are_not_right_are_refused(http: httpx.AsyncClient, form: dict[str, Any], status: int) -> None:
    assert_problem(await http.post(PATH, **form), status, "bad_input")


async def test_a_document_of_another_media_type_is_told_what_to_send(http: httpx.AsyncClient) -> None:
    reply = await http.post(PATH, content=b"x", headers={"Content-Type": "text/plain"})
    assert_problem(reply, 415, "unsupported_media_type")


async def test_too_large_is_told_before_or_while_it_is_sent(http: httpx.AsyncClient) -> None:
    assert_problem(await http.post(PATH, files={"file": ("a.txt", b"x" * 300_000)}), 413, "too_large")

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(30):
            yield b"x" * 10_000

    headers = {"Content-Type": "application/json"}
    assert_problem(await http.post(PATH, content=pieces(), headers=headers), 413, "too_large")
    assert_problem(await http.post("/v1/answers", json={"question": "x" * 150_000}), 413, "too_large")


async def test_an_upload_has_a_most_files(parts: Parts) -> None:
    few = replace(parts, settings=parts.settings.model_copy(update={"gateway_upload_files": 2}))
    transport = httpx.ASGITransport(app=create_app(few), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
        files = [("file", (f"{n}.txt", b"x")) for n in range(3)]
        assert_problem(await http.post(PATH, files=files), 400, "bad_input")


async def test_documents_can_be_asked_for_by_ids_or_their_beginnings(http: httpx.AsyncClient) -> None:
    made = [(await http.post(PATH, json={"name": f"{n}.txt", "text": f"{n}"})).json()["id"] for n in range(3)]
    listed = (await http.get(PATH, params={"id": [made[0], made[2][:10], "nope"]})).json()["documents"]
    assert {one["id"] for one in listed} == {made[0], made[2]}
    assert_problem(await http.get(PATH, params={"id": ["x"] * 201}), 422, "bad_input")


async def test_a_failed_document_is_tried_again_when_asked_and_others_are_not(
    http: httpx.AsyncClient, parts: Parts, bell: Bell
) -> None:
    document = (await http.post(PATH, json={"name": "a.txt", "text": "one"})).json()
    assert_problem(await http.post(f"{PATH}/{document['id']}/retry"), 409, "conflict")
    await parts.documents.set_status(document["id"], DocumentStatus.FAILED, DocumentReason.UNAVAILABLE)
    again = await http.post(f"{PATH}/{document['id']}/retry")
    assert (again.status_code, again.json()["status"]) == (202, "received")
    assert bell.rang == [document["id"]] * 2
    assert_problem(await http.post(f"{PATH}/nope/retry"), 404, "not_found")


async def test_a_document_of_a_profile_that_is_not_there_is_refused_and_nothing_is_stored(
    http: httpx.AsyncClient,
) -> None:
    problem = assert_problem(
        await http.post(PATH, json={"name": "a.txt", "text": "x", "profile": "law"}), 400, "unknown_profile"
    )
    assert "finance, general, medical, news" in problem["detail"]
    assert (await http.get(PATH)).json()["documents"] == []


async def test_a_document_shows_what_its_bytes_are(http: httpx.AsyncClient) -> None:
    document = (await http.post(PATH, json={"name": "a.txt", "text": "Ada 🙂"})).json()
    assert document["sha256"] == hashlib.sha256("Ada 🙂".encode()).hexdigest()
    assert (document["waits"], document["stale"]) == (0, False)
