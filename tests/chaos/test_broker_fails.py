"""The broker forgets, freezes, or is gone: it only wakes workers, so no run is lost."""

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest
import redis

from services.ledger.run import RunStatus
from tests.chaos.effects import repeats
from tests.chaos.stack import Stack, broker, stack
from tests.chaos.worker_main import Plan
from tests.chaos.world import DEEP, QUICK
from tests.fakes.runs import TENANT

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(180)]

SEED = int(os.environ.get("SEED", "7"))


async def until_a_worker_works(running: Stack) -> None:
    """A first run has been through: the workers listen."""
    await running.ask(QUICK, "first")
    await running.settled(["first"], within_s=40)


def assert_nothing_was_done_twice(running: Stack) -> None:
    assert not repeats(running.plan.effects.read())


async def test_flushall_in_the_middle_of_fifty_runs_loses_none(tmp_path: Path) -> None:
    dice = random.Random(SEED)
    # No worker dies here, so a second attempt can only come from a message worked on twice, not from a slow machine.
    async with stack(Plan(str(tmp_path)), workers=2, lease_s=120) as running:
        client = redis.Redis(port=running.broker.port)
        await until_a_worker_works(running)
        ids = [f"run-{n}" for n in range(50)]
        moments = set(dice.sample(range(50), 5))
        for n, run_id in enumerate(ids):
            await running.ask(QUICK, run_id)
            if n in moments:
                await asyncio.sleep(dice.uniform(0, 0.2))
                assert client.flushall()
        client.flushall()
        client.close()
        rows = await running.settled(ids, within_s=90)
        assert_nothing_was_done_twice(running)
    assert {row.status for row in rows} == {RunStatus.DONE}
    assert {row.attempt for row in rows} == {1}


async def test_a_message_swallowed_by_a_frozen_worker_is_rung_again(tmp_path: Path) -> None:
    async with stack(Plan(str(tmp_path)), workers=1) as running:
        await until_a_worker_works(running)
        [frozen] = running.workers
        os.kill(frozen.pid or 0, signal.SIGSTOP)
        ids = [f"run-{n}" for n in range(6)]
        for run_id in ids:
            await running.ask(QUICK, run_id)
        await asyncio.sleep(1.0)  # The relay publishes; the broker hands messages to the frozen worker's socket.
        frozen.kill()
        frozen.join()
        rows = await running.settled(ids, within_s=60)
        assert_nothing_was_done_twice(running)
    assert {row.status for row in rows} == {RunStatus.DONE}


async def test_runs_accepted_while_the_broker_is_gone_are_worked_on_when_it_is_back(tmp_path: Path) -> None:
    async with stack(Plan(str(tmp_path)), workers=1) as running:
        await until_a_worker_works(running)
        port = running.broker.port
        running.broker.stop()
        ids = [f"run-{n}" for n in range(5)]
        for run_id in ids:
            assert (await running.ask(QUICK, run_id)).status is RunStatus.QUEUED
        await asyncio.sleep(1.5)
        with broker(port):
            rows = await running.settled(ids, within_s=60)
            assert running.restarts == 0, running.log_tail()
    assert {row.status for row in rows} == {RunStatus.DONE}


async def test_a_worker_told_to_stop_gives_its_run_back_and_another_goes_on_at_once(tmp_path: Path) -> None:
    # Slow enough to be told midway.
    async with stack(Plan(str(tmp_path), pace_s=0.15), workers=1) as running:
        await until_a_worker_works(running)
        [worker] = running.workers
        await running.ask(DEEP, "run-1")
        async with asyncio.timeout(40):
            while (await running.ledger.get("run-1", TENANT)).step != "plan":  # noqa: ASYNC110  # no event for it
                await asyncio.sleep(0.02)
        worker.terminate()
        running.workers.remove(worker)
        running.start_worker()
        [row] = await running.settled(["run-1"], within_s=40)
        worker.join(10)
        assert worker.exitcode == 0
    assert (row.status, row.losses) == (RunStatus.DONE, 0)
    assert row.attempt >= 2
