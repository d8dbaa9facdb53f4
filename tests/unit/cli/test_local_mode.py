"""Local mode: which servers it starts, where, and what is said about those that are not there."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from services.cli.stack import state, supervisor
from services.cli.stack.liveness import Patience
from services.cli.stack.local import OPTIONAL, as_running, chosen_servers
from services.cli.stack.ports import free_ports
from services.cli.stack.processes import Foreign, Process, default_ports, environment, levels, place_of
from services.cli.stack.servers.catalogue import SERVERS
from services.cli.stack.servers.groups import members
from services.cli.stack.servers.server import SERVERS_DIR, Launch, Place, Server
from services.cli.stack.state import ProcessState, StackState
from services.cli.stack.supervisor import Supervisor
from services.core.endpoints import PORTS
from services.core.errors import BadInput, Unavailable
from services.core.settings import SharedSettings
from tests.e2e.running import sextant

FETCHED = ("milvus", "elasticsearch")  # had from the cache folder only


def test_missing_servers_are_named_with_the_way_to_get_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SERVERS_DIR, str(tmp_path))
    with pytest.raises(Unavailable) as refused:
        chosen_servers()
    for server in OPTIONAL:
        if server.name in FETCHED:
            assert f"{server.name}: {server.how_to_get}" in refused.value.message
            assert f"--without {server.name}" in refused.value.message
    left_out = {server.name for server in OPTIONAL} - {"postgres"}
    with suppress(Unavailable):  # a machine without PostgreSQL
        assert [server.name for server in chosen_servers(left_out)] == ["postgres"]


@pytest.mark.parametrize("name", ["redis", "abacus"])
def test_what_is_no_optional_server_cannot_be_left_out(name: str) -> None:
    with pytest.raises(BadInput, match="Known: "):
        chosen_servers([name])


def test_the_command_says_so_with_its_exit_code(tmp_path: Path) -> None:
    told = {SERVERS_DIR: str(tmp_path / "none"), "SEXTANT_DATA_DIR": str(tmp_path)}
    ended = sextant("up", "--local", environment=told)
    assert ended.code == 6
    assert "milvus" in ended.err
    assert "make servers" in ended.err
    assert sextant("up", "--local", "--without", "abacus", environment=told).code == 2
    assert sextant("up", "--without", "milvus", environment=told).code == 2


def test_every_port_of_every_server_has_its_own_place_in_the_table() -> None:
    ports = default_ports(OPTIONAL)
    assert len(set(ports.values())) == len(ports) == len(default_ports()) + sum(len(s.ports) for s in OPTIONAL)
    for server in OPTIONAL:
        assert place_of(server, ports, Path("data")).ports[server.ports[0]] == PORTS[server.name]
    assert set(default_ports()) & {server.name for server in SERVERS} == set()


def test_services_are_told_nothing_of_servers_that_they_do_not_call(tmp_path: Path) -> None:
    assert environment(default_ports(OPTIONAL), tmp_path) == environment(default_ports(), tmp_path)


def test_without_servers_a_stack_has_the_levels_that_it_always_had(tmp_path: Path) -> None:
    first, last = levels(default_ports(), tmp_path)
    assert first[0].name == "broker"
    assert last[-1].name == "gateway"
    server = Foreign(OPTIONAL[0], tmp_path, place_of(OPTIONAL[0], default_ports(OPTIONAL), tmp_path))
    servers, *rest = levels(default_ports(OPTIONAL), tmp_path, [server])
    assert [process.name for process in servers] == [OPTIONAL[0].name]
    assert [[p.name for p in level] for level in rest] == [[p.name for p in level] for level in (first, last)]


def test_settings_stay_as_they_are_when_no_stack_runs_and_find_its_servers_when_one_does(tmp_path: Path) -> None:
    settings = SharedSettings(data_dir=tmp_path)
    assert as_running(settings) == settings
    rows = (ProcessState("milvus", address="127.0.0.1:4321"), ProcessState("gateway", address="127.0.0.1:1"))
    with state.owned(tmp_path):
        state.write(tmp_path, StackState(os.getpid(), "http://127.0.0.1:1", "0", rows))
        told = as_running(settings)
    assert told.milvus_url == "http://127.0.0.1:4321"
    assert told.keyword_url == settings.keyword_url


# A server with a child that outlives it, and a service that writes what it was told.
SERVER = """
import pathlib, signal, socket, subprocess, sys

def end(*_):
    pathlib.Path(sys.argv[2]).write_text("orderly")
    sys.exit(0)

signal.signal(signal.SIGINT, end)
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    server.accept()[0].close()
"""
SERVICE = "import os, sys, time; open(sys.argv[1], 'w').write(os.environ['SEXTANT_MILVUS_URL']); time.sleep(600)"


async def _listens(place: Place) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", place.ports["door"])
    except OSError:
        return False
    writer.close()
    return True


def _sundial(*, refusals: int) -> Server:
    """A server that cannot be prepared so often after its first start."""
    left = iter([False] + [True] * refusals)

    def prepare(home: Path, place: Place) -> Launch:
        if next(left, False):
            raise Unavailable("clouds")
        (place.folder / "prepared").touch()
        return Launch((str(home), "-c", SERVER, str(place.ports["door"]), str(place.folder / "ended")))

    def settings(place: Place) -> dict[str, str]:
        return {"SEXTANT_MILVUS_URL": f"http://{place.address('door')}"}

    return Server("sundial", ("door",), lambda: None, "", prepare, _listens, settings, signal.SIGINT)


@asynccontextmanager
async def _supervised(data_dir: Path, monkeypatch: pytest.MonkeyPatch, *, refusals: int = 0) -> AsyncIterator[Foreign]:
    foreign = Foreign(_sundial(refusals=refusals), Path(sys.executable), Place(data_dir / "s", free_ports(["door"])))
    server = Process("sundial", port=foreign.place.ports["door"], foreign=foreign)
    service = Process("service", (sys.executable, "-c", SERVICE, str(data_dir / "told")))
    monkeypatch.setattr(supervisor, "levels", lambda *_: [[server], [service]])
    monkeypatch.setattr(supervisor, "BACKOFF_SECONDS", (0.05,))
    ports = {"gateway": 1, "broker": 1}
    running = asyncio.create_task(Supervisor(data_dir, ports, Patience(every_s=60)).run())
    try:
        yield foreign
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def _sundial_row(data_dir: Path, restarts: int) -> ProcessState:
    async with asyncio.timeout(30):
        while True:
            known = state.last(data_dir)
            row = known.processes[0] if known else None
            if known and known.ready and row and row.restarts == restarts and row.state == "ready":
                return row
            await asyncio.sleep(0.05)


async def test_services_start_with_the_settings_of_servers_and_a_server_ends_orderly_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with _supervised(tmp_path, monkeypatch, refusals=2) as foreign:
        first = await _sundial_row(tmp_path, 0)
        async with asyncio.timeout(10):
            while not (tmp_path / "told").exists() or not (tmp_path / "told").read_text():  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert (tmp_path / "told").read_text() == f"http://{foreign.place.address('door')}"
        assert len([*members(first.pid)]) == 2
        os.kill(first.pid, signal.SIGKILL)
        second = await _sundial_row(tmp_path, 1)
        assert not any(members(first.pid))
        assert second.pid != first.pid
        assert not (foreign.place.folder / "ended").exists()
    assert (foreign.place.folder / "ended").read_text() == "orderly"
    assert not any(members(second.pid))
