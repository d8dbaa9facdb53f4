"""Starting and stopping a stack from the outside."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import orjson

from services.cli.stack import state
from services.cli.stack.processes import default_ports
from services.cli.stack.state import StackState
from services.core.errors import Conflict, Unavailable
from services.core.wire import json

START_SECONDS = 120.0
STOP_SECONDS = 60.0

Progress = Callable[[StackState], None]


def chosen_ports(*, free: bool, gateway: int | None) -> dict[str, int]:
    """The table's ports, or free ones. Raises Conflict that names a port in use."""
    ports = _free_ports(list(default_ports())) if free else default_ports()
    if gateway is not None:
        ports["gateway"] = gateway
    for name, port in ports.items():
        if not _is_free(port):
            raise Conflict(
                f"Port {port} ({name}) is in use. Stop what uses it, or use `sextant up --free-ports`.", port=port
            )
    return ports


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _free_ports(names: list[str]) -> dict[str, int]:
    sockets = [socket.socket() for _ in names]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return {name: each.getsockname()[1] for name, each in zip(names, sockets, strict=True)}
    finally:
        for each in sockets:
            each.close()


async def up(data_dir: Path, ports: dict[str, int], progress: Progress) -> StackState:
    """Start a stack and wait until it answers. Raises Conflict when one runs, Unavailable when it cannot start."""
    if state.is_locked(data_dir):
        known = state.read(data_dir)
        where = f" at {known.gateway_url}" if known else ""
        raise Conflict(
            f"A stack runs already over {data_dir}{where}. See `sextant status`; stop it with `sextant down`."
        )
    _sweep(data_dir)
    (data_dir / "logs").mkdir(parents=True, exist_ok=True)
    log_path = data_dir / "logs" / "supervisor.log"
    with log_path.open("ab") as log:
        process = subprocess.Popen(  # noqa: ASYNC220  # it returns at once; the process outlives this one
            [sys.executable, "-m", "services.cli.stack.supervisor", str(data_dir), orjson.dumps(ports).decode()],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    return await _until_ready(data_dir, process, progress)


async def _until_ready(data_dir: Path, process: "subprocess.Popen[bytes]", progress: Progress) -> StackState:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        known = state.read(data_dir)
        if known is not None and known.supervisor == process.pid:
            progress(known)
            if known.ready:
                return known
            if known.failed:
                break
        if process.poll() is not None:
            break
        await asyncio.sleep(0.1)
    known = state.read(data_dir)
    await down(data_dir)
    reason = known.failed if known and known.failed else f"see {data_dir / 'logs' / 'supervisor.log'}"
    raise Unavailable(f"The stack did not start: {reason}.")


async def down(data_dir: Path) -> bool:
    """Stop the stack over a data directory; false when none ran. Raises Unavailable when it does not stop."""
    known = state.read(data_dir)
    if known is None:
        _sweep(data_dir)
        return False
    os.kill(known.supervisor, signal.SIGTERM)
    end = time.monotonic() + STOP_SECONDS
    while state.is_locked(data_dir):
        if time.monotonic() > end:
            raise Unavailable(f"The stack (process {known.supervisor}) does not stop; see {data_dir / 'logs'}.")
        await asyncio.sleep(0.1)
    (data_dir / state.STATE_FILE).unlink(missing_ok=True)
    return True


def _sweep(data_dir: Path) -> None:
    """Stop what a supervisor that was killed has left running: only processes that are ours by their command line."""
    path = data_dir / state.STATE_FILE
    if not path.exists():
        return
    known = json.loads(StackState, path.read_bytes())
    for left in known.processes:
        if left.pid and _is_ours(left.pid, left.name):
            os.kill(left.pid, signal.SIGTERM)
    path.unlink()


def _is_ours(pid: int, name: str) -> bool:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ")
    except OSError:
        return False
    marks = (b"valkey-server", b"redis-server") if name == "broker" else (b"services.",)
    return any(mark in command for mark in marks)
