"""Starting and ending the processes of a stack as children of its supervisor."""

import asyncio
import errno
import signal
from collections.abc import Mapping
from pathlib import Path

from services.cli.stack.processes import Foreign, Process
from services.cli.stack.servers.groups import members, signalled
from services.core.errors import StorageFull, Unavailable

# Longer than what a process gives its calls in flight (`drain_seconds`).
STOP_SECONDS = 25.0
POLL_SECONDS = 0.05

Child = asyncio.subprocess.Process


async def start(process: Process, log_path: Path, environment: Mapping[str, str]) -> Child:
    """Start a process in a group of its own, what it writes going to its log.

    Raises Unavailable when its program is gone, and, with StorageFull, when a server of others cannot be prepared.
    """
    command, own, folder = process.command, {"SEXTANT_METRICS_PORT": str(process.metrics_port)}, None
    if process.foreign is not None:
        folder = process.foreign.place.folder
        command, own = await asyncio.to_thread(_prepared, process.foreign)
    try:
        with log_path.open("ab") as log_file:
            return await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log_file,
                stderr=log_file,
                env={**environment, **own},
                cwd=folder,
                start_new_session=True,
            )
    except OSError as error:
        raise Unavailable(f"{process.name} cannot be started: {error}.") from error


def _prepared(foreign: Foreign) -> tuple[tuple[str, ...], dict[str, str]]:
    name, folder = foreign.server.name, foreign.place.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        launch = foreign.server.prepare(foreign.home, foreign.place)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StorageFull(f"The disk is full: {name} cannot be prepared in {folder}.", path=folder) from error
        raise Unavailable(f"{name} cannot be prepared in {folder}: {error}.") from error
    return launch.command, dict(launch.environment)


async def stop(process: Process, child: Child) -> None:
    """Let it end orderly, in time to drain, then kill it; of a server of others, all that it started as well."""
    if child.returncode is None:
        if process.foreign is None:
            child.terminate()
        else:
            signalled(child.pid, process.foreign.server.ends_on)
        try:
            await asyncio.wait_for(child.wait(), STOP_SECONDS)
        except TimeoutError:
            child.kill()
            await child.wait()
    await clear(process, child)


async def clear(process: Process, child: Child) -> None:
    """Kill what a server of others that has ended left behind: it would hold its ports and its data."""
    if process.foreign is None:
        return
    signalled(child.pid, signal.SIGKILL)
    while any(members(child.pid)):  # noqa: ASYNC110 -- not our children
        await asyncio.sleep(POLL_SECONDS)
