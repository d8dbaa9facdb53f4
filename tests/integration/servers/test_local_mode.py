"""`sextant up --local` with every server that this machine has: questions, crashes, and an end without leftovers."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.cli.stack import state
from services.cli.stack.local import OPTIONAL, as_running
from services.cli.stack.servers.groups import members
from services.core.settings import SharedSettings
from tests.e2e.running import QUICK, TENANT, RunningStack, brought_up, sextant, started
from tests.servers import refused

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

QUESTION = "When was the lighthouse at Merrow Head built?"
DOCUMENT = "The lighthouse at Merrow Head was built in 1893. Its keeper is Tilda Crane, who was born in Ostrel."
MISSING = [server for server in OPTIONAL if server.find() is None]
THERE = [server.name for server in OPTIONAL if server not in MISSING]


def _asked_for(folder: Path) -> tuple[dict[str, str], list[str]]:
    """Environment and options of a stack with every server that is there."""
    for server in MISSING:
        refused(server)
    if not THERE:
        pytest.skip("There is no server of local mode on this machine. Run `make servers`.")
    environment = QUICK | {
        "SEXTANT_DATA_DIR": str(folder / "data"),
        "SEXTANT_MODEL_DIR": str(SharedSettings().model_dir.absolute()),
    }
    return environment, ["--local", *(word for server in MISSING for word in ("--without", server.name))]


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStack]:
    """A stack in local mode that knows one document."""
    folder = tmp_path_factory.mktemp("local")
    (folder / "lighthouse.txt").write_text(DOCUMENT, encoding="utf-8")
    environment, options = _asked_for(folder)
    for running in started(environment, *options):
        ingested = running.run("ingest", str(folder / "lighthouse.txt"), "--tenant", TENANT, "--json")
        assert [row["status"] for row in ingested.json] == ["indexed"], ingested.err
        yield running


def _answer(stack: RunningStack) -> str:
    asked = stack.run("ask", QUESTION, "--json", "--tenant", TENANT)
    assert asked.code == 0, asked.err
    return str(asked.json["short_answer"])


def test_one_table_shows_servers_and_services(stack: RunningStack) -> None:
    shown = stack.run("status", "--json").json["processes"]
    assert [row["name"] for row in shown][: len(THERE)] == THERE
    assert {row["state"] for row in shown} == {"ready"}
    for name in THERE:
        assert stack.run("logs", name, "-n", "3").out.strip()


def test_everything_is_kept_in_the_servers_and_answers_come_from_there(stack: RunningStack) -> None:
    assert "1893" in _answer(stack)
    embedded = {"postgres": "ledger.db", "milvus": "milvus.db", "elasticsearch": "tantivy"}
    for name in embedded.keys() & set(THERE):
        assert not (stack.data_dir / embedded[name]).exists()


def test_other_commands_find_the_servers_of_the_running_stack(stack: RunningStack) -> None:
    alone = SharedSettings(data_dir=stack.data_dir)
    told = as_running(alone)
    urls = {"postgres": told.database_url, "milvus": told.milvus_url, "elasticsearch": told.keyword_url}
    for name in urls.keys() & set(THERE):
        assert stack.process(name).address in urls[name]
    checks = stack.run("doctor", "--json")
    assert checks.code == 0, checks.out
    if "postgres" in THERE:
        found = {check["name"]: check["found"] for check in checks.json}
        assert found["ledger"] != "none yet"


async def test_every_server_that_is_killed_is_started_again_and_serves(stack: RunningStack) -> None:
    for name in (*THERE, "broker"):
        pid = stack.process(name).pid
        before = stack.kill(name)
        await stack.restarted(name, since=before, within=240)
        assert stack.process(name).pid != pid
        assert not any(members(pid))
    assert "1893" in await asyncio.to_thread(_answer, stack)


def test_a_supervisor_that_is_killed_leaves_what_down_sweeps(tmp_path: Path) -> None:
    environment, options = _asked_for(tmp_path)
    stack = brought_up(environment, *options)
    known = stack.known
    groups = [process.pid for process in known.processes]
    assert all(any(members(group)) for group in groups)
    os.kill(known.supervisor, signal.SIGKILL)
    end = time.monotonic() + 10
    while state.is_locked(stack.data_dir) and time.monotonic() < end:
        time.sleep(0.05)
    swept = sextant("down", environment=environment)
    assert swept.code == 0, swept.err
    assert "Stopped" in swept.out
    assert [group for group in groups if any(members(group))] == []
