"""One owner a data directory, and a state that is true or not there."""

from pathlib import Path

import pytest

from services.cli.stack import control, state
from services.cli.stack.processes import default_ports, environment, processes
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
    known = StackState(1, "http://127.0.0.1:1", "0", (ProcessState("gateway"),))
    with state.owned(tmp_path):
        state.write(tmp_path, known)
        assert state.read(tmp_path) == known
    assert state.read(tmp_path) is None


def test_a_port_in_use_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "_is_free", lambda port: port != default_ports()["retrieval"])
    with pytest.raises(Conflict, match="retrieval.*--free-ports"):
        control.chosen_ports(free=False, gateway=None)


def test_every_process_finds_the_others_by_settings_that_exist(tmp_path: Path) -> None:
    ports = control.chosen_ports(free=True, gateway=None)
    told = environment(ports, tmp_path)
    known = {f"SEXTANT_{name.upper()}" for name in SharedSettings.model_fields} | {"SEXTANT_GATEWAY_PORT"}
    assert {name for name in told if not name.endswith("ORCHESTRATOR_ADDRESS")} <= known
    listening = [process for process in processes(ports, tmp_path) if process.port]
    assert len({process.port for process in listening}) == len(listening)
