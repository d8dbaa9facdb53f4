"""What a supervisor that was killed has left running."""

import asyncio
import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from services.cli.stack import state
from services.cli.stack.servers.groups import members

STOP_SECONDS = 15.0


async def sweep(data_dir: Path) -> bool:
    """Stop the processes of a stack whose supervisor is gone, and wait for their end; false when there were none.

    Only where the system shows the environment of a process (Linux): nothing else tells ours from others.
    """
    known = state.last(data_dir)
    if known is None or state.is_locked(data_dir):
        return False
    groups = [process.pid for process in known.processes if process.pid]
    left = _left(groups, data_dir)
    _signal([pid for pid in groups if pid in left], signal.SIGTERM)
    end = time.monotonic() + STOP_SECONDS
    while _left(groups, data_dir) and time.monotonic() < end:  # noqa: ASYNC110  # not our children
        await asyncio.sleep(0.05)
    _signal(_left(groups, data_dir), signal.SIGKILL)
    (data_dir / state.STATE_FILE).unlink(missing_ok=True)
    return bool(left)


def _signal(pids: Iterable[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def _left(groups: Iterable[int], data_dir: Path) -> set[int]:
    """Processes of ours in these groups: each process of a stack leads one, and may have gone before its children."""
    return {pid for group in groups for pid in (group, *members(group)) if _is_ours(pid, data_dir)}


def _is_ours(pid: int, data_dir: Path) -> bool:
    """Whether a process was started for this data directory: process ids are used again for others.

    By what it was told, or by where it works: Valkey writes its title over what it was told.
    """
    try:
        variables = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        folder = Path(f"/proc/{pid}/cwd").resolve()
    except OSError:
        return False
    told = f"SEXTANT_DATA_DIR={data_dir}".encode() in variables
    return pid > 0 and (told or folder.is_relative_to(data_dir.resolve()))
