"""A supervisor over a process that dies, hangs, or is only slow to start."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from services.cli.stack import liveness, state, supervisor
from services.cli.stack.liveness import Patience, until_hung
from services.cli.stack.processes import Process
from services.cli.stack.state import ProcessState
from services.cli.stack.supervisor import Supervisor

QUICK = Patience(every_s=0.2, answer_s=0.5, misses=3, start_misses=100)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def server(folder: Path, port: int) -> Process:
    """A process that answers `/readyz` and `/healthz` as the gateway does."""
    for name in ("readyz", "healthz"):
        (folder / name).write_text("ok")
    words = (sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder))
    return Process("gateway", words, port)


@asynccontextmanager
async def supervised(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Path]:
    data_dir, port = folder / "data", free_port()
    data_dir.mkdir()
    monkeypatch.setattr(supervisor, "levels", lambda *_: [[server(folder, port)]])
    monkeypatch.setattr(supervisor, "BACKOFF_SECONDS", (0.05,))
    running = asyncio.create_task(Supervisor(data_dir, {"gateway": port, "broker": 0}, QUICK).run())
    try:
        yield data_dir
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def gateway_when_ready(data_dir: Path, restarts: int) -> ProcessState:
    async with asyncio.timeout(60):
        while (found := _ready(data_dir, restarts)) is None:  # noqa: ASYNC110 -- another process's state
            await asyncio.sleep(0.05)
    return found


def _ready(data_dir: Path, restarts: int) -> ProcessState | None:
    known = state.last(data_dir)
    if known is None or not known.ready:
        return None
    (only,) = known.processes
    return only if only.restarts == restarts and only.state == "ready" else None


async def test_a_process_that_hangs_is_restarted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with supervised(tmp_path, monkeypatch) as data_dir:
        before = await gateway_when_ready(data_dir, 0)
        os.kill(before.pid, signal.SIGSTOP)
        after = await gateway_when_ready(data_dir, 1)
        assert after.pid != before.pid
        with pytest.raises(ProcessLookupError):
            os.kill(before.pid, 0)


async def test_a_process_that_dies_is_restarted_and_one_that_answers_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with supervised(tmp_path, monkeypatch) as data_dir:
        before = await gateway_when_ready(data_dir, 0)
        await asyncio.sleep(1.5)  # several looks
        assert (await gateway_when_ready(data_dir, 0)).pid == before.pid
        os.kill(before.pid, signal.SIGKILL)
        assert (await gateway_when_ready(data_dir, 1)).pid != before.pid


async def test_a_process_may_take_its_time_to_start_and_answer_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    said = iter([False] * 5 + [True] + [False, False, True] * 3 + [False] * 3)
    looks = 0

    async def look(_process: Process, _seconds: float) -> bool:
        nonlocal looks
        looks += 1
        return next(said)

    monkeypatch.setattr(liveness, "answers", look)
    await until_hung(Process("relay", (), 0, 1), Patience(every_s=0.0, misses=3, start_misses=6))
    assert looks == 18
    assert next(said, None) is None


async def test_a_process_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    await until_hung(Process("retrieval", (), free_port()), Patience(every_s=0.0, answer_s=0.5, misses=2))
    await until_hung(Process("relay", (), 0, free_port()), Patience(every_s=0.0, answer_s=0.5, start_misses=2))


async def test_a_process_that_cannot_be_asked_is_left_alone() -> None:
    assert await liveness.answers(Process("relay", ()), 0.1)
