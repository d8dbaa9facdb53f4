"""What a supervisor that was killed has left running."""

import asyncio
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from services.cli.stack import state

STOP_SECONDS = 15.0


async def sweep(data_dir: Path) -> bool:
    """Stop the processes of a stack whose supervisor is gone, and wait for their end; false when there were none.

    Only where the system shows the environment of a process (Linux): nothing else tells ours from others.
    """
    known = state.last(data_dir)
    if known is None or state.is_locked(data_dir):
        return False
    left = [process.pid for process in known.processes if _is_ours(process.pid, data_dir)]
    _signal(left, signal.SIGTERM)
    end = time.monotonic() + STOP_SECONDS
    while any(_is_ours(pid, data_dir) for pid in left) and time.monotonic() < end:  # noqa: ASYNC110  # not our children
        await asyncio.sleep(0.05)
    _signal([pid for pid in left if _is_ours(pid, data_dir)], signal.SIGKILL)
    (data_dir / state.STATE_FILE).unlink(missing_ok=True)
    return bool(left)


def _signal(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def _is_ours(pid: int, data_dir: Path) -> bool:
    """Whether a process was started for this data directory: process ids are used again for others."""
    try:
        variables = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False
    return pid > 0 and f"SEXTANT_DATA_DIR={data_dir}".encode() in variables
