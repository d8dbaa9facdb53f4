"""What an answer costs: rounds of retrieval, calls to the models, and what is done at the same time."""

from collections.abc import AsyncIterator
from itertools import combinations

import httpx
import pytest

from tests.e2e.running import TERMINAL, RunningStack, asked, events, run_when

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

FAST = "How many containers did the port of Velmora handle in 2023?"
DEEP = "Where was the director of the port of Velmora born?"
THREE = "Compare the containers that the ports of Velmora, Ostrel and Kessin handled in 2023."


@pytest.fixture
async def http(stack: RunningStack) -> AsyncIterator[httpx.AsyncClient]:
    async with stack.http() as client:
        yield client


async def test_the_fast_path_makes_one_round_of_retrieval_and_at_most_two_embeddings(
    stack: RunningStack, http: httpx.AsyncClient
) -> None:
    before, searched = await stack.calls("inference"), await stack.calls("retrieval")
    run = await run_when(http, await asked(http, FAST), TERMINAL)
    made, searches = _more(await stack.calls("inference"), before), _more(await stack.calls("retrieval"), searched)
    assert run["answer"]["route"]["path"] == "fast"
    assert searches["Retrieve"] == 1
    assert made.get("Embed", 0) <= 2, made


async def test_a_deep_run_embeds_in_batches(stack: RunningStack, http: httpx.AsyncClient) -> None:
    before = await stack.calls("inference")
    run_id = await asked(http, DEEP)
    rounds = [data async for _, kind, data in events(http, run_id) if kind == "search.done"]
    made = _more(await stack.calls("inference"), before)
    # Its queries, passages and sentences are many more than its calls: two a round and one for writing and checking.
    assert made["Embed"] <= 2 * len(rounds) + 2, made


async def test_the_branches_of_a_comparison_run_at_the_same_time(stack: RunningStack, http: httpx.AsyncClient) -> None:
    run_id = await asked(http, THREE)
    run = await run_when(http, run_id, TERMINAL)
    assert all(number in run["answer"]["answer"] for number in ("412,000", "98,000", "251,000")), run["answer"]
    steps = stack.steps(run_id)
    branches = sorted({name.split("/")[0] for name in steps if name.startswith("sub-")})
    assert len(branches) >= 3, steps
    spans = [steps[f"{branch}/round-1/retrieve"] for branch in branches]
    assert all(max(a[0], b[0]) < min(a[1], b[1]) for a, b in combinations(spans, 2)), spans


def _more(after: dict[str, int], before: dict[str, int]) -> dict[str, int]:
    return {name: count - before.get(name, 0) for name, count in after.items()}
