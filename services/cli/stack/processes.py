"""The processes of a stack, and which of them wait for which."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from services.cli.stack.broker import find_binary
from services.cli.stack.servers.catalogue import SERVERS
from services.cli.stack.servers.redis import REDIS
from services.cli.stack.servers.server import Place, Server
from services.core.endpoints import PORTS


@dataclass(frozen=True, slots=True)
class Foreign:
    """Somebody else's server: which, where its program is, and where it runs."""

    server: Server
    home: Path
    place: Place


@dataclass(frozen=True, slots=True)
class Process:
    """A process: how it is started, and the port at which it is ready (0 when it has none).

    A foreign one is started by what its server prepares, and asked as its server says; it has no command of ours.
    """

    name: str
    command: tuple[str, ...] = ()
    port: int = 0
    metrics_port: int = 0
    foreign: Foreign | None = None

    @property
    def address(self) -> str:
        """Where it listens; "" for a process that listens nowhere."""
        return f"127.0.0.1:{self.port}" if self.port else ""

    @property
    def metrics(self) -> str:
        """Where Prometheus reads its figures."""
        if self.name == "gateway":
            return f"http://{self.address}/metrics"
        return f"http://127.0.0.1:{self.metrics_port}/metrics" if self.metrics_port else ""


# Each level is started when the one before it is ready, and its processes all at once; they are stopped the other way
# round. What works on runs and documents, and what takes them in, comes when all that it calls is there. Servers of
# local mode are a level before these.
_LEVELS = (
    ("broker", "inference", "intent", "decompose", "factcheck", "synthesis", "retrieval", "relay"),
    ("ingestion", "orchestrator", "gateway"),
)
_MODULES = {"relay": "services.orchestrator.relay"}
_CALLED = ("intent", "decompose", "retrieval", "factcheck", "synthesis", "inference")


def levels(ports: Mapping[str, int], data_dir: Path, servers: Sequence[Foreign] = ()) -> list[list[Process]]:
    """The stack's processes at these ports (see `default_ports` for the names), level by level."""
    foreign = [_foreign(each.server.name, each) for each in servers]
    ours = [[_process(name, ports, data_dir) for name in level] for level in _LEVELS]
    return [foreign, *ours] if foreign else ours


def _process(name: str, ports: Mapping[str, int], data_dir: Path) -> Process:
    if name == "broker":
        place = Place(data_dir / "broker", {"broker": ports["broker"]})
        return _foreign("broker", Foreign(REDIS, Path(find_binary()), place))
    command = (sys.executable, "-m", _MODULES.get(name, f"services.{name}"))
    return Process(name, command, ports.get(name, 0), ports.get(f"{name}.metrics", 0))


def _foreign(name: str, foreign: Foreign) -> Process:
    return Process(name, port=foreign.place.ports[foreign.server.ports[0]], foreign=foreign)


def environment(ports: Mapping[str, int], data_dir: Path) -> dict[str, str]:
    """Settings that tell every process where the others are."""
    addresses = {f"SEXTANT_{name.upper()}_ADDRESS": f"127.0.0.1:{ports[name]}" for name in _CALLED if name in ports}
    return addresses | {
        "SEXTANT_DATA_DIR": str(data_dir),
        "SEXTANT_BROKER_URL": f"redis://127.0.0.1:{ports['broker']}/0",
        "SEXTANT_GATEWAY_PORT": str(ports["gateway"]),
    }


def default_ports(servers: Sequence[Server] = ()) -> dict[str, int]:
    """The table of `services.core.endpoints`, to be changed freely, with all ports of these servers."""
    names = {server.name for server in SERVERS}
    ours = {name: port for name, port in PORTS.items() if name not in names}
    theirs = {name: PORTS[server.name] + place for server in servers for place, name in enumerate(_port_names(server))}
    return ours | theirs


def place_of(server: Server, ports: Mapping[str, int], data_dir: Path) -> Place:
    """Where a server of this stack runs: a folder in the data directory, and its ports."""
    named = zip(server.ports, _port_names(server), strict=True)
    return Place(folder_of(server, data_dir), {port: ports[name] for port, name in named})


def folder_of(server: Server, data_dir: Path) -> Path:
    """Where a server of this stack keeps its data and configuration."""
    return data_dir / "servers" / server.name


def _port_names(server: Server) -> list[str]:
    """What a server's ports are called in the table of a stack: the first as the server, the others after it."""
    return [server.name, *(f"{server.name}.{port}" for port in server.ports[1:])]
