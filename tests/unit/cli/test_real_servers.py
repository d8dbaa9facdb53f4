"""How tests get real servers, and what a server of ours does with a program that misbehaves."""

import asyncio
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from services.cli.stack.ports import free_ports
from services.cli.stack.servers.running import RunningServer
from services.cli.stack.servers.server import Launch, Place, Server
from services.cli.stack.servers.user import lowered
from services.core.errors import Unavailable
from tests.servers import REQUIRE, placed

# A program with a child; it says the child's id, then listens. Its first argument: whether it heeds SIGTERM.
PROGRAM = """
import signal, socket, subprocess, sys
if sys.argv[1] == "deaf":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
server = socket.create_server(("127.0.0.1", int(sys.argv[2])))
while True:
    server.accept()
"""


def _kind(heeds: str = "polite", home: Path | None = Path(sys.executable)) -> Server:
    async def is_ready(place: Place) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", place.ports["door"])
        except OSError:
            return False
        writer.close()
        return True

    def prepare(home: Path, place: Place) -> Launch:
        return Launch((str(home), "-c", PROGRAM, heeds, str(place.ports["door"])), {"PYTHONDONTWRITEBYTECODE": "1"})

    return Server("sundial", ("door",), lambda: home, "Carve one out of stone.", prepare, is_ready)


def _place(folder: Path) -> Place:
    return Place(folder, free_ports(["door"]))


def _child(server: RunningServer) -> int:
    return int(server.log_path.read_text().split()[-1])


def _lives(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    return False


@pytest.mark.parametrize("heeds", ["polite", "deaf"])
def test_stopping_takes_the_whole_group_along(heeds: str, tmp_path: Path) -> None:
    server = RunningServer(_kind(heeds), Path(sys.executable), _place(tmp_path / "s"))
    server.start()
    child = _child(server)
    assert _lives(child)
    began = time.monotonic()
    server.stop(grace_seconds=0.5)
    assert not server.is_running()
    assert not _lives(child)
    assert time.monotonic() - began < 5


def test_a_killed_server_is_started_again_at_the_same_port(tmp_path: Path) -> None:
    server = RunningServer(_kind(), Path(sys.executable), _place(tmp_path))
    server.start()
    os.kill(server.pid, signal.SIGKILL)
    end = time.monotonic() + 5
    while server.is_running():
        assert time.monotonic() < end
        time.sleep(0.01)
    server.kill()  # its child
    server.start()
    assert server.is_running()
    server.stop()


def test_a_server_that_ends_at_once_is_told_with_its_last_words(tmp_path: Path) -> None:
    server = RunningServer(_kind(), Path("/bin/ls"), _place(tmp_path))
    with pytest.raises(Unavailable, match=r"sundial did not become ready; .*\n.*ls: "):
        server.start()
    assert not server.is_running()


def test_a_missing_server_skips_with_the_way_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(REQUIRE, "hourglass")
    with pytest.raises(pytest.skip.Exception, match="Carve one out of stone"):
        placed(_kind(home=None), tmp_path)


@pytest.mark.parametrize("required", ["sundial", "redis, sundial"])
def test_a_missing_server_that_is_demanded_fails(
    required: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(REQUIRE, required)
    with pytest.raises(pytest.fail.Exception, match="Carve one out of stone"):
        placed(_kind(home=None), tmp_path)


def test_who_is_not_root_keeps_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert lowered(("/bin/true",), tmp_path) == ("/bin/true",)
