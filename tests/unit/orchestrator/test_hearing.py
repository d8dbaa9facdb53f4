"""A worker that is connected but deaf ends itself; one that is busy, or whose broker is down, does not."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from services.core.errors import Unavailable
from services.orchestrator.hearing import Hearing
from services.orchestrator.liveness import alive

DEAF_S = 0.25


class Canary:
    """Comes back at once (`hears` is set), never, or is not taken by the broker."""

    def __init__(self, *, broken: bool = False) -> None:
        self.sent = 0
        self.hears: Callable[[], None] = lambda: None
        self._broken = broken

    async def ring_canary(self, queue: str, *, expires_s: float) -> None:
        self.sent += 1
        if self._broken:
            raise Unavailable("The broker does not answer.")
        self.hears()


@pytest.fixture
def told_to_stop() -> Iterator[list[int]]:
    told: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: told.append(number))
    yield told
    signal.signal(signal.SIGTERM, before)


async def watched(canary: Canary, file: Path, *, busy: bool = False, hears: bool = False) -> None:
    hearing = Hearing(canary, "own", file, busy=lambda: busy, every_s=0.05, deaf_s=DEAF_S)
    if hears:
        canary.hears = hearing.heard
    watching = asyncio.create_task(hearing.run())
    await asyncio.sleep(DEAF_S * 2.5)
    watching.cancel()
    await asyncio.wait([watching])


async def test_a_worker_that_hears_its_canary_lives(tmp_path: Path, told_to_stop: list[int]) -> None:
    canary = Canary()
    await watched(canary, tmp_path / "run" / "alive", hears=True)
    assert told_to_stop == []
    assert canary.sent > 3
    assert alive(tmp_path / "run" / "alive", max_age_s=1)


async def test_a_deaf_worker_ends_itself_and_is_no_longer_well(tmp_path: Path, told_to_stop: list[int]) -> None:
    file = tmp_path / "alive"
    await watched(Canary(), file)
    assert told_to_stop == [signal.SIGTERM]
    assert not alive(file, max_age_s=DEAF_S / 2)


async def test_a_worker_without_a_free_place_is_not_deaf(tmp_path: Path, told_to_stop: list[int]) -> None:
    await watched(Canary(), tmp_path / "alive", busy=True)
    assert told_to_stop == []


async def test_a_broker_that_is_down_makes_no_worker_deaf(tmp_path: Path, told_to_stop: list[int]) -> None:
    await watched(Canary(broken=True), tmp_path / "alive")
    assert told_to_stop == []


@pytest.mark.parametrize(("age_s", "well"), [(0, True), (31, False), (100_000, False)])
def test_a_worker_is_well_as_long_as_its_file_is_fresh(tmp_path: Path, age_s: float, well: bool) -> None:
    file = tmp_path / "alive"
    file.touch()
    os.utime(file, (time.time() - age_s, time.time() - age_s))
    assert alive(file) is well


def test_a_worker_that_never_started_is_not_well(tmp_path: Path) -> None:
    assert not alive(tmp_path / "nothing")
