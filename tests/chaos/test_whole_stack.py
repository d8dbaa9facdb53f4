"""The real stack, the real pipeline: its worker dies in the middle of deep runs, at moments drawn from a seed."""

import os
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from services.core.settings import SharedSettings
from tests.e2e.conftest import DOCUMENTS
from tests.e2e.running import QUICK, TENANT, TERMINAL, Json, RunningStack, asked, events, run_when, started

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(900)]

SEED = int(os.environ.get("SEED", "7"))
RUNS = 5
DEEP = "Where was the director of the port of Velmora born?"


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[RunningStack]:
    folder = tmp_path / "documents"
    folder.mkdir()
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    models = {"SEXTANT_MODEL_DIR": str(SharedSettings().model_dir.absolute())}
    for running in started(QUICK | models | {"SEXTANT_DATA_DIR": str(tmp_path / "data")}):
        assert running.run("ingest", str(folder), "--tenant", TENANT).code == 0
        yield running


async def test_a_worker_that_dies_in_five_deep_runs_loses_none_of_them(stack: RunningStack) -> None:
    chance = random.Random(SEED)
    interrupted = 0
    async with stack.http() as http:
        for _ in range(RUNS):
            run_id = await asked(http, DEEP)
            # A deep run of these documents has about twenty events: die after one of the first fifteen.
            restarts = await _killed_after(stack, events(http, run_id), chance.randint(2, 15))
            run = await run_when(http, run_id, TERMINAL, within=180)
            assert run["status"] == "done", run
            interrupted += run["attempt"] > 1
            assert "Tarrow" in run["answer"]["short_answer"]
            seen = [(number, kind) async for number, kind, _ in events(http, run_id)]
            assert [number for number, _ in seen] == list(range(1, len(seen) + 1))
            assert [kind for _, kind in seen].count("answer.final") == 1
            assert seen[-1][1] == "run.ended"
            await stack.restarted("orchestrator", since=restarts)
    assert interrupted >= RUNS - 1, "the worker died too late to interrupt anything"


async def _killed_after(stack: RunningStack, coming: AsyncIterator[tuple[int, str, Json]], event: int) -> int:
    """Kill the worker when its run has come to an event; how often it had been restarted before."""
    async for number, _, _ in coming:
        if number == event:
            return stack.kill("orchestrator")
    raise AssertionError(f"the run had fewer than {event} events")
