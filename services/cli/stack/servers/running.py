"""A server that this process started, and stops."""

import asyncio
import os
import signal
import subprocess
import time
from collections import deque
from contextlib import suppress
from pathlib import Path

from services.cli.stack.servers.groups import members, signalled
from services.cli.stack.servers.server import Place, Server
from services.core.errors import Unavailable

STOP_SECONDS = 25.0
POLL_SECONDS = 0.1
TOLD_LINES = 20


class RunningServer:
    """One server in one place. All calls block: from a coroutine, use `asyncio.to_thread`.

    It leads a process group of its own, and what it started goes with it.
    """

    def __init__(self, server: Server, home: Path, place: Place) -> None:
        self.server = server
        self.place = place
        self._home = home
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def log_path(self) -> Path:
        """What it wrote on stdout and stderr, over all its starts."""
        return self.place.folder / f"{self.server.name}.log"

    @property
    def pid(self) -> int:
        """Process id of its leader. Raises Unavailable when it was not started."""
        if self._process is None:
            raise Unavailable(f"{self.server.name} was not started.")
        return self._process.pid

    def address(self, port: str | None = None) -> str:
        """`host:port` of a named port, or of the one that clients use."""
        return self.place.address(port or self.server.ports[0])

    def start(self, seconds: float | None = None) -> None:
        """Start it and wait until it answers. Raises Unavailable, with its last lines, when it does not."""
        self.place.folder.mkdir(parents=True, exist_ok=True)
        launch = self.server.prepare(self._home, self.place)
        with self.log_path.open("ab") as log:
            self._process = subprocess.Popen(
                launch.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=os.environ | dict(launch.environment),
                cwd=self.place.folder,
                start_new_session=True,
            )
        if not self._is_ready_within(self.server.start_seconds if seconds is None else seconds):
            self.kill()
            raise Unavailable(f"{self.server.name} did not become ready; {self.log_path} ends with:\n{self._told()}")

    def _is_ready_within(self, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.is_running():
            if asyncio.run(_asked(self.server, self.place)):
                return True
            time.sleep(POLL_SECONDS)
        return False

    def is_running(self) -> bool:
        """Whether its leader lives."""
        return self._process is not None and self._process.poll() is None

    def stop(self, grace_seconds: float = STOP_SECONDS) -> None:
        """Let it end orderly, with what it started; kill what is left after the grace."""
        if self._process is None:
            return
        self._signal(self.server.ends_on)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace_seconds)
        self.kill()

    def kill(self) -> None:
        """End it at once, as a crash would; `start` starts it again over the same data."""
        if self._process is None:
            return
        self._signal(signal.SIGKILL)
        self._process.wait()
        # Killed children of a killed leader are gone when nobody of the group is left.
        while any(members(self._process.pid)):
            time.sleep(POLL_SECONDS)
        self._process = None

    def freeze(self) -> None:
        """Let it hang: connections stay open, and nothing is answered."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on after `freeze`."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        signalled(self.pid, number)

    def _told(self) -> str:
        with self.log_path.open(encoding="utf-8", errors="replace") as log:
            return "".join(deque(log, TOLD_LINES))


async def _asked(server: Server, place: Place) -> bool:
    return await server.is_ready(place)
