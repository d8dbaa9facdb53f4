"""Every server of the catalogue starts, answers, comes back over its data after a crash, and leaves nobody behind."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.cli.stack.ports import is_free
from services.cli.stack.servers.catalogue import SERVERS
from services.cli.stack.servers.running import RunningServer
from services.cli.stack.servers.server import Server
from services.core.errors import Unavailable
from tests.servers import placed

pytestmark = pytest.mark.timeout(400)


@pytest.fixture(params=SERVERS, ids=lambda each: each.name)
def own(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RunningServer]:
    """A server that only one test has."""
    kind: Server = request.param
    started = placed(kind, tmp_path / kind.name)
    yield started
    started.stop()


def _ready(server: RunningServer) -> bool:
    async def ask() -> bool:
        return await server.server.is_ready(server.place)

    return asyncio.run(ask())


def test_it_starts_comes_back_after_a_crash_and_leaves_its_ports(own: RunningServer) -> None:
    assert not _ready(own)
    own.start()
    assert _ready(own)
    own.kill()
    assert not own.is_running()
    assert not _ready(own)
    own.start()
    assert _ready(own)
    own.stop()
    end = time.monotonic() + 10
    while not all(is_free(port) for port in own.place.ports.values()):
        assert time.monotonic() < end, own.place.ports
        time.sleep(0.1)


def test_one_that_hangs_is_not_ready(own: RunningServer) -> None:
    own.start()
    own.freeze()
    try:
        assert not _ready(own)
    finally:
        own.thaw()
    assert _ready(own)


def test_one_that_cannot_start_says_why(own: RunningServer) -> None:
    with pytest.raises(Unavailable, match="did not become ready"):
        own.start(seconds=0.0)
    assert not own.is_running()
