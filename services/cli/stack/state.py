"""What is known of a running stack: a file in the data directory, and a lock that its owner holds."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from services.core.errors import BadInput, Conflict
from services.core.wire import json

STATE_FILE = "stack.json"
LOCK_FILE = "stack.lock"
PROBE_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class ProcessState:
    """A process of the stack. States: starting, ready, restarting, stopped. `metrics` is where Prometheus reads."""

    name: str
    pid: int = 0
    address: str = ""
    metrics: str = ""
    state: str = "starting"
    restarts: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StackState:
    """A stack: its supervisor, its gateway, its processes."""

    supervisor: int
    gateway_url: str
    version: str
    processes: tuple[ProcessState, ...] = ()
    ready: bool = False
    failed: str = ""

    def with_process(self, changed: ProcessState) -> "StackState":
        """The same with one process in another state."""
        return replace(self, processes=tuple(changed if p.name == changed.name else p for p in self.processes))


def write(data_dir: Path, state: StackState) -> None:
    """Store the state; a reader sees the old or the new one, never half of it."""
    temporary = data_dir / f"{STATE_FILE}.{os.getpid()}"
    temporary.write_bytes(json.dumps(state))
    temporary.replace(data_dir / STATE_FILE)


def read(data_dir: Path) -> StackState | None:
    """The state of the stack that runs over this data directory, or None when none does."""
    known = last(data_dir)
    # A state that an owner before this one has left behind is nobody's.
    return known if known and is_locked(data_dir) and known.supervisor == _owner(data_dir) else None


def last(data_dir: Path) -> StackState | None:
    """The state that was written last, whether its stack still runs or not."""
    try:
        return json.loads(StackState, (data_dir / STATE_FILE).read_bytes())
    except (FileNotFoundError, BadInput):
        return None


def is_locked(data_dir: Path) -> bool:
    """Whether somebody owns the data directory now."""
    try:
        with (data_dir / LOCK_FILE).open("rb") as file:
            return not _try_lock(file.fileno())
    except FileNotFoundError:
        return False


@contextmanager
def owned(data_dir: Path) -> Iterator[None]:
    """Own a data directory: its indexes allow one owner. Raises Conflict when somebody else does."""
    data_dir.mkdir(parents=True, exist_ok=True)
    with (data_dir / LOCK_FILE).open("ab") as file:
        if not _locked_within(file.fileno(), PROBE_SECONDS):
            raise Conflict(
                f"The data directory {data_dir} is in use by another sextant. "
                "Ask the running stack (`sextant status`), stop it (`sextant down`), or set SEXTANT_DATA_DIR.",
                data_dir=data_dir,
            )
        file.truncate(0)
        file.write(str(os.getpid()).encode())
        file.flush()
        yield


def _owner(data_dir: Path) -> int:
    """Process id of whoever owned the data directory last; 0 when nobody did."""
    try:
        return int((data_dir / LOCK_FILE).read_bytes() or 0)
    except (FileNotFoundError, ValueError):
        return 0


def _locked_within(descriptor: int, seconds: float) -> bool:
    """Take the lock; whoever only looks at it holds it for a moment, and that is no owner."""
    end = time.monotonic() + seconds
    while not _try_lock(descriptor):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
