"""The processes of an embedded stack, and which of them wait for which."""

import sys
from dataclasses import dataclass
from pathlib import Path

from services.cli.stack.broker import find_binary
from services.core.endpoints import PORTS


@dataclass(frozen=True, slots=True)
class Process:
    """A process: how it is started, and the port at which it is ready ("" when it has none)."""

    name: str
    command: tuple[str, ...]
    port: int = 0
    metrics_port: int = 0

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
# round. What works on runs and documents, and what takes them in, comes when all that it calls is there.
_LEVELS = (
    ("broker", "inference", "intent", "decompose", "factcheck", "synthesis", "retrieval", "relay"),
    ("ingestion", "orchestrator", "gateway"),
)
_MODULES = {"relay": "services.orchestrator.relay"}


def levels(ports: dict[str, int], data_dir: Path) -> list[list[Process]]:
    """The stack's processes at these ports (see `PORTS` for the names), level by level."""
    return [[_process(name, ports, data_dir) for name in level] for level in _LEVELS]


def _process(name: str, ports: dict[str, int], data_dir: Path) -> Process:
    if name == "broker":
        return _broker(ports["broker"], data_dir)
    command = (sys.executable, "-m", _MODULES.get(name, f"services.{name}"))
    return Process(name, command, ports.get(name, 0), ports.get(f"{name}.metrics", 0))


def environment(ports: dict[str, int], data_dir: Path) -> dict[str, str]:
    """Settings that tell every process where the others are."""
    addresses = {
        f"SEXTANT_{name.upper()}_ADDRESS": f"127.0.0.1:{port}"
        for name, port in ports.items()
        if "." not in name and name not in ("gateway", "broker")
    }
    return addresses | {
        "SEXTANT_DATA_DIR": str(data_dir),
        "SEXTANT_BROKER_URL": f"redis://127.0.0.1:{ports['broker']}/0",
        "SEXTANT_GATEWAY_PORT": str(ports["gateway"]),
    }


def default_ports() -> dict[str, int]:
    """The table of `services.core.endpoints`, to be changed freely."""
    return dict(PORTS)


def _broker(port: int, data_dir: Path) -> Process:
    """Valkey on loopback. It holds only doorbells: it may forget everything, but must never refuse by evicting."""
    options = {
        "--port": str(port),
        "--bind": "127.0.0.1",
        "--dir": str(data_dir / "broker"),
        "--appendonly": "no",
        "--save": "",
        "--maxmemory": "128mb",
        "--maxmemory-policy": "noeviction",
    }
    words = [word for option in options.items() for word in option]
    return Process("broker", (find_binary(), *words), port)
