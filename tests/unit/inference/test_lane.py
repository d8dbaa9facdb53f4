"""Questions go first, nothing is lost, nothing blocks the loop."""

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest

from services.core.errors import InferenceUnavailable
from services.inference.lane import Lane
from services.inference.port import Priority


@pytest.fixture
async def lane() -> AsyncIterator[Lane]:
    lane = Lane("test", limit=8)
    yield lane
    await lane.close()


async def started(*calls: "asyncio.Task[object]") -> None:
    """Let the tasks run until they wait."""
    for _ in range(3):
        await asyncio.sleep(0)


async def test_questions_go_before_bulk_work_that_came_earlier(lane: Lane) -> None:
    gate, order = threading.Event(), []
    first = asyncio.create_task(lane.run(gate.wait))
    await started()
    bulk = asyncio.create_task(lane.run(lambda: order.append("bulk"), Priority.BULK))
    await started()
    asked = asyncio.create_task(lane.run(lambda: order.append("question")))
    await started()
    gate.set()
    await asyncio.gather(first, bulk, asked)
    assert order == ["question", "bulk"]


async def test_the_loop_goes_on_while_work_is_done(lane: Lane) -> None:
    gate = threading.Event()
    working = asyncio.create_task(lane.run(gate.wait))
    await asyncio.sleep(0)
    gate.set()
    assert await working is True


async def test_one_call_at_a_time(lane: Lane) -> None:
    busy, most, lock = 0, 0, threading.Lock()

    def work() -> None:
        nonlocal busy, most
        with lock:
            busy += 1
            most = max(most, busy)
        threading.Event().wait(0.005)
        with lock:
            busy -= 1

    await asyncio.gather(*(lane.run(work) for _ in range(6)))
    assert most == 1


async def test_more_than_the_limit_is_refused(lane: Lane) -> None:
    gate = threading.Event()
    running = asyncio.create_task(lane.run(gate.wait))
    await started()
    waiting = [asyncio.create_task(lane.run(int)) for _ in range(8)]
    await started()
    with pytest.raises(InferenceUnavailable, match="8 calls"):
        await lane.run(int)
    gate.set()
    assert await asyncio.gather(running, *waiting) == [True, *[0] * 8]


async def test_cancelled_work_that_waited_is_not_done(lane: Lane) -> None:
    gate, done = threading.Event(), []
    running = asyncio.create_task(lane.run(gate.wait))
    await started()
    dropped = asyncio.create_task(lane.run(lambda: done.append("dropped")))
    kept = asyncio.create_task(lane.run(lambda: done.append("kept")))
    await started()
    dropped.cancel()
    await started()
    gate.set()
    await asyncio.gather(running, kept)
    assert done == ["kept"]


async def test_a_caller_cancelled_in_the_tick_of_its_turn_passes_it_on(lane: Lane) -> None:
    gate = threading.Event()
    running = asyncio.create_task(lane.run(gate.wait))
    await started()
    dropped = asyncio.create_task(lane.run(int))
    after = asyncio.create_task(lane.run(lambda: "after"))
    await started()
    running.add_done_callback(lambda _: dropped.cancel())
    gate.set()
    await running
    assert await asyncio.wait_for(after, 5) == "after"


async def test_an_error_reaches_its_caller_and_no_other(lane: Lane) -> None:
    with pytest.raises(ZeroDivisionError):
        await lane.run(lambda: 1 // 0)
    assert await lane.run(lambda: 7) == 7


async def test_closing_finishes_what_runs_and_refuses_what_waits() -> None:
    lane, gate = Lane("test", limit=8), threading.Event()
    running = asyncio.create_task(lane.run(gate.wait))
    await started()
    waiting = asyncio.create_task(lane.run(int))
    await started()
    closing = asyncio.create_task(lane.close())
    await started()
    gate.set()
    await closing
    assert await running is True
    with pytest.raises(InferenceUnavailable):
        await waiting
