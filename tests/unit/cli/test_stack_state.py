"""One owner a data directory, and a state that is true or not there."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from services.cli.stack import control, state
from services.cli.stack.ports import free_ports
from services.cli.stack.processes import default_ports, environment, levels
from services.cli.stack.servers.redis import REDIS
from services.cli.stack.servers.running import RunningServer
from services.cli.stack.servers.server import Place
from services.cli.stack.state import ProcessState, StackState
from services.core.errors import Conflict
from services.core.settings import SharedSettings


def test_a_second_owner_is_refused_and_told_what_to_do(tmp_path: Path) -> None:
    with state.owned(tmp_path):
        assert state.is_locked(tmp_path)
        with pytest.raises(Conflict, match="sextant down"), state.owned(tmp_path):
            pass
    assert not state.is_locked(tmp_path)


def test_a_state_without_its_owner_counts_as_no_stack(tmp_path: Path) -> None:
    known = StackState(os.getpid(), "http://127.0.0.1:1", "0", (ProcessState("gateway"),))
    with state.owned(tmp_path):
        state.write(tmp_path, known)
        assert state.read(tmp_path) == known
    assert state.read(tmp_path) is None


def test_a_state_that_an_earlier_owner_left_behind_is_not_taken_for_that_of_the_present_one(tmp_path: Path) -> None:
    state.write(tmp_path, StackState(os.getpid() + 1, "http://127.0.0.1:1", "0"))
    with state.owned(tmp_path):
        assert state.read(tmp_path) is None


async def test_a_second_stack_is_refused_before_its_ports_are_looked_at(tmp_path: Path) -> None:
    with state.owned(tmp_path):
        with pytest.raises(Conflict, match="Wait until it is done"):
            await control.make_room(tmp_path)
        state.write(tmp_path, StackState(os.getpid(), "http://127.0.0.1:1", "0", ready=True))
        with pytest.raises(Conflict, match="sextant down"):
            await control.make_room(tmp_path)


async def test_what_a_killed_stack_left_running_is_stopped_and_nothing_else(tmp_path: Path) -> None:
    ours, other = _sleeper(str(tmp_path)), _sleeper("/elsewhere")
    try:
        rows = (ProcessState("intent", ours.pid), ProcessState("decompose", other.pid))
        state.write(tmp_path, StackState(1, "http://127.0.0.1:1", "0", rows))
        assert await control.down(tmp_path)
        assert ours.wait(5) == -signal.SIGTERM
        assert other.poll() is None
        assert not (tmp_path / state.STATE_FILE).exists()
    finally:
        other.kill()
        other.wait()
        ours.kill()
        ours.wait()


async def test_a_broker_that_wrote_over_what_it_was_told_is_known_by_its_folder(tmp_path: Path) -> None:
    place = Place(tmp_path / "broker", free_ports(["broker"]))
    home = REDIS.find()
    assert home is not None
    left = RunningServer(REDIS, home, place)
    await asyncio.to_thread(left.start)
    try:
        state.write(tmp_path, StackState(1, "http://127.0.0.1:1", "0", (ProcessState("broker", left.pid),)))
        assert await control.down(tmp_path)
        assert not left.is_running()
    finally:
        left.stop()


def test_a_port_in_use_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "is_free", lambda port: port != default_ports()["retrieval"])
    with pytest.raises(Conflict, match="retrieval.*--free-ports"):
        control.chosen_ports(free=False, gateway=None)


def test_every_process_finds_the_others_by_settings_that_exist(tmp_path: Path) -> None:
    ports = control.chosen_ports(free=True, gateway=None)
    told = environment(ports, tmp_path)
    known = {f"SEXTANT_{name.upper()}" for name in SharedSettings.model_fields} | {"SEXTANT_GATEWAY_PORT"}
    assert {name for name in told if not name.endswith("ORCHESTRATOR_ADDRESS")} <= known
    listening = [process for level in levels(ports, tmp_path) for process in level if process.port]
    assert len({process.port for process in listening}) == len(listening)


def _sleeper(data_dir: str) -> "subprocess.Popen[bytes]":
    """A process that was started for a data directory, running."""
    started = subprocess.Popen(
        [sys.executable, "-c", "import time; print(flush=True); time.sleep(60)"],
        env=os.environ | {"SEXTANT_DATA_DIR": data_dir},
        stdout=subprocess.PIPE,
    )
    assert started.stdout is not None
    with started.stdout as said:
        said.readline()
    return started
