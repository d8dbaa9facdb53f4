"""Real servers for tests: one a session, on free ports in a temporary folder, stopped at the end.

A module or conftest makes a fixture of one: `postgres = server("postgres")`. One that cannot be had skips its tests and
says how to get it; when `SEXTANT_REQUIRE` (names with commas) demands it, that is a failure.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from services.cli.stack.ports import free_ports
from services.cli.stack.servers.catalogue import server_named
from services.cli.stack.servers.running import RunningServer
from services.cli.stack.servers.server import Place, Server

REQUIRE = "SEXTANT_REQUIRE"


def server(name: str) -> Callable[..., Any]:
    """A session's fixture that gives a running server of the catalogue."""
    kind = server_named(name)

    @pytest.fixture(scope="session", name=name)
    def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
        started = placed(kind, tmp_path_factory.mktemp(name))
        try:
            started.start()
            yield started
        finally:
            started.stop()

    return running


def placed(kind: Server, folder: Path) -> RunningServer:
    """A server that is not started yet, on free ports. Skips, or fails, when the machine does not have it."""
    home = kind.find()
    if home is None:
        pytest.skip(refused(kind))
    return RunningServer(kind, home, Place(folder, free_ports(kind.ports)))


def refused(kind: Server) -> str:
    """Why a server that is not to be had is skipped. Fails instead when it is demanded."""
    told = f"There is no {kind.name} on this machine. {kind.how_to_get}"
    required = os.environ.get(REQUIRE, "").replace(",", " ").split()
    if kind.name in required:
        pytest.fail(f"{told} {REQUIRE} demands it.", pytrace=False)
    return told
