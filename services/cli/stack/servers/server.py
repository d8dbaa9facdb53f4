"""What a foreign server is to us, whoever runs it: the stack's supervisor, or a test."""

import os
import signal
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from services.cli.stack.ports import LOOPBACK

# What `make servers` fetched lies in one folder a server and version, outside of the checkout: `sextant/servers` in
# the user's cache, or here.
SERVERS_DIR = "SEXTANT_SERVERS_DIR"


@dataclass(frozen=True, slots=True)
class Place:
    """Where one server runs: an absolute folder of its own, which survives restarts, and a port for each name."""

    folder: Path
    ports: Mapping[str, int]

    def address(self, port: str) -> str:
        """`host:port` of a named port."""
        return f"{LOOPBACK}:{self.ports[port]}"


@dataclass(frozen=True, slots=True)
class Launch:
    """A command that stays in the foreground, and what it needs in its environment beside what we have."""

    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)


def _no_settings(_place: Place) -> dict[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Server:
    """One kind of server. `ports` are the names of its ports, the one that clients use first.

    find        the home of the program on this machine, or None
    how_to_get  a sentence for a person: what to install or call
    prepare     (home, place) → Launch; blocking; writes configuration, initialises data; called before every start. The
                command runs in the place's folder
    is_ready    one real request; False, never an error, when it is not answered within two seconds
    settings    environment variables `SEXTANT_…` that point the services at a server in this place
    ends_on     the signal on which it ends orderly; a program that waits for its clients on SIGTERM has another
    """

    name: str
    ports: tuple[str, ...]
    find: Callable[[], Path | None]
    how_to_get: str
    prepare: Callable[[Path, Place], Launch]
    is_ready: Callable[[Place], Awaitable[bool]]
    settings: Callable[[Place], Mapping[str, str]] = _no_settings
    ends_on: signal.Signals = signal.SIGTERM
    start_seconds: float = 120.0


def fetched(name: str, version: str) -> Path | None:
    """The folder that `make servers` filled for a server and version, or None. It is there whole or not at all."""
    folder = servers_dir() / f"{name}-{version}"
    return folder if folder.is_dir() else None


def servers_dir() -> Path:
    """Where fetched servers are kept."""
    named = os.environ.get(SERVERS_DIR)
    if named:
        return Path(named).absolute()
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "sextant" / "servers"
