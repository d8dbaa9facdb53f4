"""The inference suite on a real Triton with our model repository, and what the adapter makes of its faults."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from services.cli.stack.servers.running import RunningServer
from services.cli.stack.servers.triton import TRITON
from services.core.errors import InferenceUnavailable
from services.inference.adapters.fallback import FallbackInference
from services.inference.adapters.inprocess import InProcessInference
from services.inference.adapters.triton import Limits, TritonInference
from services.inference.breaker import CircuitBreaker
from services.inference.port import Inference, Priority, TextKind
from tests.contract.inference_suite import PASSAGES, InferenceSuite
from tests.models import built_models
from tests.servers import placed

pytestmark = pytest.mark.timeout(300)


class TestTriton(InferenceSuite):
    @pytest.fixture
    async def inference(self, triton: RunningServer) -> AsyncIterator[Inference]:
        inference = TritonInference(f"triton://{triton.address()}")
        yield inference
        await inference.close()


@pytest.fixture
def model_dir() -> Path:
    return built_models()


async def test_it_says_the_same_as_the_models_in_this_process(triton: RunningServer, model_dir: Path) -> None:
    remote, local = TritonInference(f"triton://{triton.address()}"), InProcessInference.load(model_dir)
    try:
        assert await remote.capabilities() == await local.capabilities()
        texts = ["pump", "a longer text about valves and pumps " * 8, "阀门和水泵"]
        for kind in TextKind:
            vectors = await remote.embed(texts, kind)
            assert np.allclose((vectors * await local.embed(texts, kind)).sum(1), 1, atol=0.01)
        question = "Who founded Acme?"
        scores = await local.rerank(question, PASSAGES)
        assert await remote.rerank(question, PASSAGES) == pytest.approx(scores, abs=0.02)
        here, there = await local.read(question, PASSAGES), await remote.read(question, PASSAGES)
        assert (there.spans[0].start, there.spans[0].end) == (here.spans[0].start, here.spans[0].end)
    finally:
        await remote.close()
        await local.close()


async def test_more_than_may_wait_is_refused_at_once_and_the_rest_is_answered(triton: RunningServer) -> None:
    inference = TritonInference(f"triton://{triton.address()}", Limits(in_flight=16, bulk=2_000, texts=1, queue=100))
    try:
        await inference.capabilities()
        texts = [f"valve number {number} of the northern plant" for number in range(1_000)]
        calls = (inference.embed([text], TextKind.PASSAGE, Priority.INTERACTIVE) for text in texts)
        answers = await asyncio.gather(*calls, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, BaseException)]
        assert all(isinstance(error, InferenceUnavailable) for error in refused)
        assert all("waiting already" in str(error) for error in refused)
        assert 0 < len(refused) <= 900
        assert (await inference.embed(["after"], TextKind.QUERY)).shape == (1, 384)
    finally:
        await inference.close()


async def test_killed_it_is_unavailable_at_once_and_the_reserve_answers_until_it_is_back(
    tmp_path: Path, model_dir: Path
) -> None:
    server = placed(TRITON, tmp_path / "own")
    await asyncio.to_thread(server.start)
    breaker = CircuitBreaker(most=3, rest_s=1.0)
    triton = TritonInference(f"triton://{server.address()}", Limits(timeout_s=5.0), breaker)
    inference = FallbackInference(triton, lambda: InProcessInference.load(model_dir))
    try:
        before = await inference.embed(["pump"], TextKind.QUERY)
        await asyncio.to_thread(server.kill)
        for _ in range(4):
            with pytest.raises(InferenceUnavailable):
                await triton.embed(["pump"], TextKind.QUERY)
        assert not breaker.allows()
        after = await inference.embed(["pump"], TextKind.QUERY)
        assert float((before @ after.T)[0, 0]) > 0.99
        assert (await inference.read("Who founded Acme?", PASSAGES)).spans
        await asyncio.to_thread(server.start)
        await asyncio.sleep(1.5)  # the rest of the breaker, and of the channel
        assert (await triton.embed(["pump"], TextKind.QUERY)).shape == (1, 384)
    finally:
        await inference.close()
        await asyncio.to_thread(server.stop)


async def test_one_that_hangs_is_given_up_at_the_deadline(tmp_path: Path) -> None:
    server = placed(TRITON, tmp_path / "own")
    await asyncio.to_thread(server.start)
    inference = TritonInference(f"triton://{server.address()}", Limits(timeout_s=1.0))
    try:
        await inference.capabilities()
        server.freeze()
        began = time.monotonic()
        with pytest.raises(InferenceUnavailable):
            await inference.embed(["pump"], TextKind.QUERY)
        assert time.monotonic() - began < 3
        server.thaw()
        assert (await inference.embed(["pump"], TextKind.QUERY)).shape == (1, 384)
    finally:
        server.thaw()
        await inference.close()
        await asyncio.to_thread(server.stop)
