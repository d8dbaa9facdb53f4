"""Keeps a stack running: starts its processes in order, restarts what dies, stops all in reverse order.

Run by `sextant up` as a process of its own: `python -m services.cli.stack.supervisor DATA_DIR PORTS_JSON`.
"""

import asyncio
import os
import signal
import sys
import time
from importlib.metadata import version
from pathlib import Path

import orjson
import structlog

from services.cli.stack import state
from services.cli.stack.processes import Process, environment, processes
from services.cli.stack.readiness import is_ready
from services.cli.stack.state import ProcessState, StackState
from services.core.errors import SextantError
from services.core.rpc.server import stop_signal

log = structlog.get_logger()

START_SECONDS = 60.0
STOP_SECONDS = 15.0
BACKOFF_SECONDS = (0.5, 1, 2, 4, 8, 15)
# A process that ran this long before it died starts its backoff anew.
STEADY_SECONDS = 60.0


class Supervisor:
    """Watches the processes of one stack."""

    def __init__(self, data_dir: Path, ports: dict[str, int]) -> None:
        self._data_dir = data_dir
        self._processes = processes(ports, data_dir)
        self._environment = os.environ | environment(ports, data_dir)
        self._running: dict[str, asyncio.subprocess.Process] = {}
        rows = tuple(ProcessState(p.name, address=p.address if p.port else "") for p in self._processes)
        self._state = StackState(os.getpid(), f"http://127.0.0.1:{ports['gateway']}", version("sextant"), rows)

    async def run(self) -> None:
        """Start everything, watch until SIGTERM, stop everything. What cannot start is told in the state."""
        for folder in ("logs", "broker"):
            (self._data_dir / folder).mkdir(parents=True, exist_ok=True)
        state.write(self._data_dir, self._state)
        stopping = asyncio.create_task(stop_signal())
        watchers: list[asyncio.Task[None]] = []
        try:
            started = asyncio.create_task(self._start_all(watchers))
            await asyncio.wait({stopping, started}, return_when=asyncio.FIRST_COMPLETED)
            if started.done() and started.result():
                await stopping
            started.cancel()
        finally:
            stopping.cancel()
            for watcher in watchers:
                watcher.cancel()
            await self._stop_all()

    async def _start_all(self, watchers: list[asyncio.Task[None]]) -> bool:
        """Start in order; False when one did not become ready."""
        for process in self._processes:
            await self._start(process)
            if not await self._wait_ready(process):
                reason = f"{process.name} did not become ready; see {self._log_of(process)}"
                self._note(process.name, status="stopped", reason=reason)
                self._state = _failed(self._state, reason)
                state.write(self._data_dir, self._state)
                return False
            self._note(process.name, status="ready")
            watchers.append(asyncio.create_task(self._watch(process)))
        self._state = _complete(self._state)
        state.write(self._data_dir, self._state)
        return True

    async def _start(self, process: Process) -> None:
        with self._log_of(process).open("ab") as log_file:
            running = await asyncio.create_subprocess_exec(
                *process.command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log_file,
                stderr=log_file,
                env=self._environment | {"SEXTANT_METRICS_PORT": str(process.metrics_port)},
                start_new_session=True,
            )
        self._running[process.name] = running
        self._note(process.name, pid=running.pid, status="starting")

    async def _wait_ready(self, process: Process) -> bool:
        running = self._running[process.name]
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and running.returncode is None:
            if await is_ready(process):
                return True
            await asyncio.sleep(0.1)
        return False

    async def _watch(self, process: Process) -> None:
        """Restart a process as often as it dies, waiting longer each time."""
        deaths = 0
        while True:
            began = time.monotonic()
            code = await self._running[process.name].wait()
            deaths = 1 if time.monotonic() - began > STEADY_SECONDS else deaths + 1
            wait = BACKOFF_SECONDS[min(deaths, len(BACKOFF_SECONDS)) - 1]
            log.warning("process died", name=process.name, code=code, wait=wait)
            self._note(process.name, status="restarting", reason=f"exit code {code}", died=True)
            await asyncio.sleep(wait)
            await self._start(process)
            if await self._wait_ready(process):
                self._note(process.name, status="ready")

    async def _stop_all(self) -> None:
        for process in reversed(self._processes):
            running = self._running.get(process.name)
            if running is not None and running.returncode is None:
                await _stop(running)
            self._note(process.name, status="stopped")

    def _log_of(self, process: Process) -> Path:
        return self._data_dir / "logs" / f"{process.name}.log"

    def _note(self, name: str, *, status: str, pid: int = 0, reason: str = "", died: bool = False) -> None:
        known = next(p for p in self._state.processes if p.name == name)
        changed = ProcessState(name, pid or known.pid, known.address, status, known.restarts + died, reason)
        self._state = self._state.with_process(changed)
        state.write(self._data_dir, self._state)


async def _stop(running: asyncio.subprocess.Process) -> None:
    """SIGTERM, time to drain, then SIGKILL."""
    running.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(running.wait(), STOP_SECONDS)
    except TimeoutError:
        running.kill()
        await running.wait()


def _complete(known: StackState) -> StackState:
    return StackState(known.supervisor, known.gateway_url, known.version, known.processes, ready=True)


def _failed(known: StackState, reason: str) -> StackState:
    return StackState(known.supervisor, known.gateway_url, known.version, known.processes, failed=reason)


def main() -> None:
    """Own the data directory and run the stack."""
    data_dir, ports = Path(sys.argv[1]), orjson.loads(sys.argv[2])
    try:
        with state.owned(data_dir):
            asyncio.run(Supervisor(data_dir, ports).run())
    except SextantError as error:
        sys.exit(error.message)


if __name__ == "__main__":
    main()
