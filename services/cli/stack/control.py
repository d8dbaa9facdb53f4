"""Starting and stopping a stack from the outside."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import orjson

from services.cli.stack import state
from services.cli.stack.leftovers import sweep
from services.cli.stack.ports import free_ports, is_free
from services.cli.stack.processes import default_ports
from services.cli.stack.servers.server import Server
from services.cli.stack.state import StackState
from services.core import errors
from services.core.errors import Conflict, SextantError, Unavailable

# Longer than the supervisor gives its processes: it ends by itself and says why.
START_SECONDS = 480.0
STOP_SECONDS = 120.0
POLL_SECONDS = 0.1

Progress = Callable[[StackState], None]


def chosen_ports(*, free: bool, gateway: int | None, servers: Sequence[Server] = ()) -> dict[str, int]:
    """The table's ports, or free ones, for the services and these servers. Raises Conflict that names one in use."""
    usual = default_ports(servers)
    ports = free_ports(usual) if free else usual
    if gateway is not None:
        ports["gateway"] = gateway
    for name, port in ports.items():
        if not is_free(port):
            raise Conflict(
                f"Port {port} ({name}) is in use. Stop what uses it, or use `sextant up --free-ports`.", port=port
            )
    return ports


async def make_room(data_dir: Path) -> None:
    """Stop what a killed stack has left. Raises Conflict when somebody works over the data directory."""
    if not state.is_locked(data_dir):
        await sweep(data_dir)
        return
    known = state.read(data_dir)
    if known is None:
        raise Conflict(
            f"Another sextant works over {data_dir} now, without a stack. Wait until it is done, "
            "or set SEXTANT_DATA_DIR.",
            data_dir=data_dir,
        )
    raise Conflict(
        f"A stack runs already over {data_dir} at {known.gateway_url}. See `sextant status`; "
        "stop it with `sextant down`.",
        data_dir=data_dir,
    )


async def up(
    data_dir: Path, ports: dict[str, int], progress: Progress, *, servers: Sequence[Server] = ()
) -> StackState:
    """Start a stack, these servers first, and wait until it answers.

    Raises the error that kept one of its processes from starting.
    """
    names = [server.name for server in servers]
    (data_dir / "logs").mkdir(parents=True, exist_ok=True)
    log_path = data_dir / "logs" / "supervisor.log"
    with log_path.open("ab") as log:
        process = subprocess.Popen(  # noqa: ASYNC220  # it returns at once; the process outlives this one
            [
                sys.executable,
                "-m",
                "services.cli.stack.supervisor",
                str(data_dir),
                orjson.dumps(ports).decode(),
                *names,
            ],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        return await _until_ready(data_dir, process, progress)
    except (asyncio.CancelledError, SextantError):
        process.terminate()  # Nothing when it has ended.
        await asyncio.to_thread(process.wait)
        raise


async def _until_ready(data_dir: Path, process: "subprocess.Popen[bytes]", progress: Progress) -> StackState:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        known = state.last(data_dir)
        if known is not None and known.supervisor == process.pid:
            progress(known)
            if known.ready:
                return known
            if known.failed:
                raise _failure(known.failed)
        await asyncio.sleep(POLL_SECONDS)
    known = state.last(data_dir)
    if known is not None and known.supervisor == process.pid and known.failed:
        raise _failure(known.failed)
    raise Unavailable(f"The stack did not start; see {data_dir / 'logs' / 'supervisor.log'}.")


def _failure(told: str) -> SextantError:
    code, _, message = told.partition(": ")
    return errors.of_code(code, message) or Unavailable(told)


async def down(data_dir: Path) -> bool:
    """Stop the stack over a data directory; false when none ran. Raises Unavailable when it does not stop."""
    known = state.read(data_dir)
    if known is None:
        return await sweep(data_dir)
    os.kill(known.supervisor, signal.SIGTERM)
    end = time.monotonic() + STOP_SECONDS
    while state.is_locked(data_dir):
        if time.monotonic() > end:
            raise Unavailable(f"The stack (process {known.supervisor}) does not stop; see {data_dir / 'logs'}.")
        await asyncio.sleep(POLL_SECONDS)
    (data_dir / state.STATE_FILE).unlink(missing_ok=True)
    return True
