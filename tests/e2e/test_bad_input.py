"""Bad input of every kind, over HTTP and on the command line: a stable code, what to do, and nothing stored is lost."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.core.endpoints import PORTS
from services.core.settings import SharedSettings
from tests.e2e.running import TENANT, RunningStack, sextant
from tests.unit.ingestion.files import drawn_pdf, pdf

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

FACT = "How many containers did the port of Velmora handle in 2023?"
HOSTILE = "How many\x07 containers did\x1b[31m the port of Velmora\u200b handle in 2023?"


@pytest.fixture
async def http(stack: RunningStack) -> AsyncIterator[httpx.AsyncClient]:
    async with stack.http() as client:
        yield client


@pytest.fixture
def environment(tmp_path: Path) -> Mapping[str, str]:
    """Of a data directory in which nothing runs."""
    models = str(SharedSettings().model_dir.absolute())
    return {"SEXTANT_DATA_DIR": str(tmp_path / "data"), "SEXTANT_MODEL_DIR": models}


@pytest.mark.parametrize(
    ("body", "code", "hint"),
    [
        ({"question": ""}, "empty_question", "Write what you want to know"),
        ({"question": " \n\t\u3000"}, "empty_question", "Write what you want to know"),
        ({"question": "\x01\x07\x1b\u200b"}, "empty_question", "Write what you want to know"),
        ({"question": "🦭🦭🦭?!…"}, "empty_question", "Write what you want to know"),
        ({"question": "港" * 20_001}, "question_too_long", "Shorten it"),
        ({"question": "Who?", "profile": "no-such"}, "unknown_profile", "Use one of: finance, general"),
        ({"question": "Who?", "flow": "no-such"}, "unknown_flow", "Use one of: auto, fast, deep"),
        ({"question": "Who?", "time_zone": "Mars/Base"}, "bad_input", "Asia/Shanghai"),
        ({"question": 5}, "bad_input", "openapi.json"),
        ({}, "bad_input", "question: Field required"),
    ],
    ids=lambda value: str(value)[:30] if isinstance(value, dict) else "",
)
async def test_a_bad_question_is_refused_with_a_code_and_a_way_out(
    body: dict[str, Any], code: str, hint: str, http: httpx.AsyncClient
) -> None:
    reply = await http.post("/v1/answers", json=body)
    assert reply.headers["content-type"] == "application/problem+json"
    problem = reply.json()
    assert (problem["code"], problem["status"] in (400, 422)) == (code, True)
    assert hint in problem["detail"]


@pytest.mark.parametrize("question", [HOSTILE, f"🚢 {FACT} 📦", "Velmora港2023年 handled 多少 containers？"])
async def test_a_strange_question_is_answered_like_any_other(question: str, http: httpx.AsyncClient) -> None:
    reply = await http.post("/v1/answers", json={"question": question})
    assert "412,000" in reply.json()["short_answer"]


@pytest.mark.parametrize(
    "question", ["What is the boiling point of the lake of Zorbia?", "port " * 4000, "港" * 20_000]
)
async def test_what_no_document_answers_is_said_to_be_so(question: str, http: httpx.AsyncClient) -> None:
    reply = await http.post("/v1/answers", json={"question": question, "deadline_seconds": 60})
    answer = reply.json()
    assert (reply.status_code, answer["abstained"], answer["short_answer"]) == (200, True, ""), answer
    assert 0 < len(answer["answer"]) < 1000


async def test_a_key_used_twice_for_different_questions_is_a_conflict(http: httpx.AsyncClient) -> None:
    headers = {"Idempotency-Key": "bad-input-1", "Prefer": "respond-async"}
    first = await http.post("/v1/answers", json={"question": FACT}, headers=headers)
    again = await http.post("/v1/answers", json={"question": FACT}, headers=headers)
    other = await http.post("/v1/answers", json={"question": "Who?"}, headers=headers)
    assert again.json()["id"] == first.json()["id"]
    assert (other.status_code, other.json()["code"]) == (409, "conflict")


async def test_a_document_sent_twice_is_kept_once_and_a_changed_one_replaces_it(http: httpx.AsyncClient) -> None:
    rows = []
    for text in (b"The pier is 80 m long.", b"The pier is 80 m long.", b"The pier is 95 m long."):
        sent = await http.post("/v1/documents", files={"file": ("pier.txt", text)}, data={"external_id": "pier"})
        assert sent.status_code == httpx.codes.ACCEPTED, sent.text
        rows.append(sent.json())
    assert len({row["id"] for row in rows}) == 1
    assert [row["version"] for row in rows] == [1, 1, 2]


def test_each_bad_file_gets_its_state_its_reason_and_advice_and_the_good_one_is_taken(
    stack: RunningStack, tmp_path: Path
) -> None:
    files = {
        "blank.txt": (b" \n\t ", "empty", "no_text"),
        "broken.docx": (b"PK\x03\x04" + b"\0" * 200, "rejected", "corrupt"),
        "broken.pdf": (b"%PDF-1.4\n1 0 obj\n<<broken", "rejected", "corrupt"),
        "empty.md": (b"", "rejected", "empty_file"),
        "good.md": (b"# Crane\n\nThe crane lifts 60 tonnes.\n", "indexed", ""),
        "lying.pdf": (b"This is plain text. " * 20, "rejected", "content_is_not_its_extension"),
        "noise.bin": (bytes(range(256)) * 10, "rejected", "unsupported_format"),
        "pictures.pdf": (drawn_pdf([[]]), "empty", "no_text_layer"),
        "secret.pdf": (pdf("Secret.", password="p"), "rejected", "encrypted"),
    }
    for name, (data, _, _) in files.items():
        (tmp_path / name).write_bytes(data)
    with (tmp_path / "huge.txt").open("wb") as huge:
        huge.truncate(201 * 1024 * 1024)  # sparse: it takes no space
    ingested = stack.run("ingest", str(tmp_path), "--tenant", TENANT, "--json")
    assert ingested.code == 8
    rows = {row["name"]: row for row in ingested.json}
    assert {name: (rows[name]["status"], rows[name]["reason"]) for name in files} == {
        name: (status, reason) for name, (_, status, reason) in files.items()
    }
    assert (rows["huge.txt"]["status"], rows["huge.txt"]["reason"]) == ("rejected", "too_large")
    assert all(len(row["detail"]) > 20 for name, row in rows.items() if name != "good.md")


@pytest.mark.parametrize(
    ("words", "exit_code", "code", "hint"),
    [
        (("ask", ""), 2, "empty_question", "Write what"),
        (("ask", "x" * 20_001), 2, "question_too_long", "Shorten"),
        (("ask", "Who?", "--flow", "no-such"), 2, "unknown_flow", "auto, fast, deep"),
        (("ask", "Who?", "--profile", "no-such"), 2, "unknown_profile", "general"),
        (("ingest", "/no/such/file.md"), 4, "not_found", "/no/such/file.md"),
        (("runs", "show", "no-such"), 4, "not_found", "sextant runs list"),
        (("documents", "show", "no-such"), 4, "not_found", "sextant documents list"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, tuple) else "",
)
def test_a_command_says_what_is_wrong_and_leaves_with_its_code(
    words: tuple[str, ...], exit_code: int, code: str, hint: str, stack: RunningStack
) -> None:
    ended = stack.run(*words)
    assert ended.code == exit_code
    assert ended.err.startswith(f"{code}: ")
    assert hint in ended.err


def test_a_port_in_use_is_named_and_nothing_is_started(environment: Mapping[str, str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = sextant("up", "--port", str(port), environment=environment)
    assert (ended.code, ended.err.startswith("conflict: Port ")) == (5, True), ended.err
    assert str(port) in ended.err or any(str(known) in ended.err for known in PORTS.values())
    assert "--free-ports" in ended.err
    assert not (Path(environment["SEXTANT_DATA_DIR"]) / "stack.json").exists()


@pytest.mark.parametrize(
    ("words", "store"), [(("up", "--free-ports"), "ledger"), (("ask", FACT), "documents")], ids=["up", "ask"]
)
def test_data_of_another_version_are_left_as_they_are(
    words: tuple[str, ...], store: str, environment: Mapping[str, str]
) -> None:
    path = Path(environment["SEXTANT_DATA_DIR"]) / f"{store}.db"
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("INSERT INTO alembic_version VALUES ('from-the-future')")
        database.execute("CREATE TABLE runs (id TEXT)")
        database.execute("INSERT INTO runs VALUES ('precious')")
    ended = sextant(*words, environment=environment)
    assert (ended.code, ended.err.strip().startswith("wrong_data_version: ")) == (5, True), ended.err
    assert "SEXTANT_DATA_DIR" in ended.err
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT id FROM runs").fetchall() == [("precious",)]


def test_two_questions_at_once_without_a_stack_take_turns(environment: Mapping[str, str]) -> None:
    words = [sys.executable, "-m", "services.cli", "ask", "Who?", "--json"]
    both = [
        subprocess.Popen(words, env=os.environ | environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    told = [process.communicate(timeout=240) for process in both]
    assert [process.returncode for process in both] == [0, 0], told
    assert all(json.loads(out)["abstained"] for out, _ in told)


def test_a_full_disk_is_said_and_loses_nothing(tmp_path: Path) -> None:
    script = f"mount -t tmpfs -o size=48m tmpfs {tmp_path} && exec {sys.executable} -m tests.e2e.full_disk {tmp_path}"
    models = {"SEXTANT_MODEL_DIR": str(SharedSettings().model_dir.absolute())}
    if subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", str(tmp_path)], check=False).returncode:
        pytest.skip("this machine lets nobody mount a small disk")
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script],
        env=os.environ | models, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [row["status"] for row in told["before"] + told["after"]] == ["indexed", "indexed"]
    assert (told["while"][0]["status"], told["while"][0]["reason"]) == ("rejected", "storage_full")
    assert "Free some space" in told["while"][0]["detail"]
    assert told["asked"].startswith("storage_full: ")
    assert (told["read"], told["answer"]) == ("before.md", "41 m")
