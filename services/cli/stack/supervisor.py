"""Keeps a stack running: starts its processes level by level, restarts what dies or hangs, stops all the other way
round.

Run by `sextant up` as a process of its own: `python -m services.cli.stack.supervisor DATA_DIR PORTS_JSON [SERVER…]`.
"""

import asyncio
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import orjson
import structlog

from services.cli.stack import children, state
from services.cli.stack.children import Child
from services.cli.stack.liveness import Patience, until_hung
from services.cli.stack.local import placed
from services.cli.stack.processes import Foreign, Process, environment, levels
from services.cli.stack.readiness import is_ready
from services.cli.stack.state import ProcessState, StackState
from services.core.errors import SextantError, Unavailable
from services.core.process import last_words, leaving
from services.core.rpc.server import stop_signal

log = structlog.get_logger()

# Generous: on a busy machine all of them import at the same time.
START_SECONDS = 120.0
POLL_SECONDS = 0.15
BACKOFF_SECONDS = (0.5, 1, 2, 4, 8, 15)
# A process that ran this long before it died starts its backoff anew.
STEADY_SECONDS = 60.0


class Supervisor:
    """Watches the processes of one stack."""

    def __init__(
        self,
        data_dir: Path,
        ports: dict[str, int],
        patience: Patience | None = None,
        *,
        servers: Sequence[Foreign] = (),
    ) -> None:
        self._data_dir = data_dir
        self._patience = patience or Patience()
        self._levels = levels(ports, data_dir, servers)
        self._environment = os.environ | environment(ports, data_dir)
        self._running: dict[str, Child] = {}
        self._written: dict[str, int] = {}  # bytes of a process's log before its last start
        self._watchers: list[asyncio.Task[None]] = []
        rows = tuple(ProcessState(p.name, address=p.address, metrics=p.metrics) for each in self._levels for p in each)
        self._state = StackState(os.getpid(), f"http://127.0.0.1:{ports['gateway']}", version("sextant"), rows)

    async def run(self) -> None:
        """Start everything, watch until SIGTERM, stop everything. What cannot start is told in the state."""
        for folder in ("logs", "broker"):
            (self._data_dir / folder).mkdir(parents=True, exist_ok=True)
        state.write(self._data_dir, self._state)
        stopping = asyncio.create_task(stop_signal())
        started = asyncio.create_task(self._start_all())
        try:
            await asyncio.wait({stopping, started}, return_when=asyncio.FIRST_COMPLETED)
            if started.done() and started.result():
                await stopping
        finally:
            for task in (stopping, started, *self._watchers):
                task.cancel()
            await asyncio.gather(stopping, started, *self._watchers, return_exceptions=True)
            await self._stop_all()

    async def _start_all(self) -> bool:
        """Start level by level; False when a process did not become ready."""
        try:
            for level in self._levels:
                await self._start_level(level)
        except SextantError as error:
            self._tell(replace(self._state, failed=f"{error.wire_code}: {error.message}"))
            return False
        self._tell(replace(self._state, ready=True))
        return True

    async def _start_level(self, level: list[Process]) -> None:
        """Start processes at the same time. Raises the error of the first that does not become ready."""
        starting = [asyncio.create_task(self._begin(process)) for process in level]
        try:
            await asyncio.gather(*starting)
        finally:
            for task in starting:
                task.cancel()

    async def _begin(self, process: Process) -> None:
        """Start a process and wait until it works. Raises the error that it left with, or Unavailable."""
        await self._start(process)
        if not await self._wait_ready(process):
            error = self._why(process)
            self._note(process.name, status="stopped", reason=error.message)
            raise error
        if process.foreign is not None:  # known only now: a server may choose a password when it is prepared
            self._environment |= process.foreign.server.settings(process.foreign.place)
        self._note(process.name, status="ready")
        self._watchers.append(asyncio.create_task(self._watch(process)))

    async def _start(self, process: Process) -> None:
        path = self._log_of(process)
        self._written[process.name] = path.stat().st_size if path.exists() else 0
        running = await children.start(process, path, self._environment)
        self._running[process.name] = running
        self._note(process.name, pid=running.pid, status="starting")

    async def _wait_ready(self, process: Process) -> bool:
        running = self._running[process.name]
        seconds = START_SECONDS if process.foreign is None else process.foreign.server.start_seconds
        end = time.monotonic() + seconds
        while time.monotonic() < end and running.returncode is None:
            if await is_ready(process):
                return True
            await asyncio.sleep(POLL_SECONDS)
        return False

    def _why(self, process: Process) -> SextantError:
        """Why a process did not become ready: its own last words since it was started, else where to look."""
        path = self._log_of(process)
        with path.open("rb") as text:
            text.seek(self._written[process.name])
            told = last_words(text.read().decode(errors="replace"))
        return told or Unavailable(f"{process.name} did not become ready; see {path}.")

    async def _watch(self, process: Process) -> None:
        """Restart a process as often as it dies or hangs, waiting longer each time."""
        deaths = 0
        while True:
            began = time.monotonic()
            why = await self._ended(process)
            await children.clear(process, self._running[process.name])
            deaths = 1 if time.monotonic() - began > STEADY_SECONDS else deaths + 1
            log.warning("process died", name=process.name, why=why, wait=_backoff(deaths))
            self._note(process.name, status="restarting", reason=why, died=True)
            while not await self._started_again(process, after=_backoff(deaths)):
                deaths += 1

    async def _started_again(self, process: Process, *, after: float) -> bool:
        """Whether it runs again, ready or not; False when it cannot be prepared now."""
        await asyncio.sleep(after)
        try:
            await self._start(process)
        except SextantError as error:
            self._note(process.name, status="restarting", reason=error.message)
            return False
        if await self._wait_ready(process):
            self._note(process.name, status="ready")
        return True

    async def _ended(self, process: Process) -> str:
        """Why a process has ended: by itself, or by us because it no longer answered."""
        running = self._running[process.name]
        ending = asyncio.create_task(running.wait())
        hanging = asyncio.create_task(until_hung(process, self._patience))
        try:
            await asyncio.wait({ending, hanging}, return_when=asyncio.FIRST_COMPLETED)
            if ending.done():
                return f"exit code {ending.result()}"
            running.kill()  # what hangs heeds no SIGTERM; its work is in the ledger
            await ending
            return f"it did not answer for {self._patience.seconds:.0f} s"
        finally:
            for task in (ending, hanging):
                task.cancel()
            await asyncio.gather(ending, hanging, return_exceptions=True)

    async def _stop_all(self) -> None:
        for level in reversed(self._levels):
            await asyncio.gather(*(self._end(process) for process in level))

    async def _end(self, process: Process) -> None:
        running = self._running.get(process.name)
        if running is not None:
            await children.stop(process, running)
        self._note(process.name, status="stopped")

    def _log_of(self, process: Process) -> Path:
        return self._data_dir / "logs" / f"{process.name}.log"

    def _note(self, name: str, *, status: str, pid: int = 0, reason: str = "", died: bool = False) -> None:
        known = next(p for p in self._state.processes if p.name == name)
        changed = replace(known, pid=pid or known.pid, state=status, restarts=known.restarts + died, reason=reason)
        self._tell(self._state.with_process(changed))

    def _tell(self, known: StackState) -> None:
        self._state = known
        state.write(self._data_dir, known)


def _backoff(deaths: int) -> float:
    return BACKOFF_SECONDS[min(deaths, len(BACKOFF_SECONDS)) - 1]


def main() -> None:
    """Own the data directory and run the stack."""
    data_dir, ports = Path(sys.argv[1]), orjson.loads(sys.argv[2])
    with leaving("supervisor"), state.owned(data_dir):
        servers = placed(sys.argv[3:], ports, data_dir)
        asyncio.run(Supervisor(data_dir, ports, servers=servers).run())


if __name__ == "__main__":
    main()
