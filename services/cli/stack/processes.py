"""The processes of an embedded stack, in the order in which they are started."""

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
        """Where it listens."""
        return f"127.0.0.1:{self.port}"


# Whom everybody needs comes first; who needs everybody comes last.
ORDER = (
    "inference",
    "intent",
    "decompose",
    "factcheck",
    "synthesis",
    "retrieval",
    "ingestion",
    "orchestrator",
    "relay",
    "gateway",
)
_MODULES = {"relay": "services.orchestrator.relay"}


def processes(ports: dict[str, int], data_dir: Path) -> list[Process]:
    """The stack's processes at these ports (see `PORTS` for the names)."""
    services = [
        Process(
            name,
            (sys.executable, "-m", _MODULES.get(name, f"services.{name}")),
            ports.get(name, 0),
            ports.get(f"{name}.metrics", 0),
        )
        for name in ORDER
    ]
    return [_broker(ports["broker"], data_dir), *services]


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
