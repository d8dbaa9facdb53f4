"""The vector index suite on a Milvus server, in both tiers, and what only a server can do: hang, die, come back."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from uuid import uuid4

import numpy as np
import pytest
from pymilvus import MilvusClient

from services.cli.stack.servers.milvus import MILVUS
from services.cli.stack.servers.running import RunningServer
from services.core.errors import IndexUnavailable
from services.indexes.adapters.milvus import MilvusEngine
from services.indexes.adapters.milvus_connection import Timeouts
from services.indexes.port import Hit, Tier, VectorEngine, VectorIndex, VectorRow
from tests.contract.index_cases import entry
from tests.contract.vector_index import ASKER, VectorIndexSuite, rows, unit
from tests.servers import placed

pytestmark = pytest.mark.timeout(600)


def url_of(server: RunningServer) -> str:
    """Where clients find it."""
    return f"http://{server.address()}"


class OfTier(MilvusEngine):
    """An engine whose indexes are all of one tier, with names of their own: the server outlives a test."""

    def __init__(self, url: str, tier: Tier, prefix: str = "") -> None:
        super().__init__(url, precision="fp16")  # refused by this server: it must be asked for fp32 only
        self._tier, self._prefix = tier, prefix

    def index(self, name: str, tier: Tier = Tier.HOT) -> VectorIndex:
        return super().index(self._prefix + name, self._tier)


class TestHotTier(VectorIndexSuite):
    tier, index_type = Tier.HOT, "HNSW"

    @pytest.fixture(scope="class")
    @classmethod
    def engine(cls, milvus: RunningServer) -> Iterator[VectorEngine]:
        engine = OfTier(url_of(milvus), cls.tier)
        yield engine
        asyncio.run(engine.close())

    @pytest.fixture
    def reopen(self, milvus: RunningServer) -> Callable[[], VectorEngine]:
        return partial(OfTier, url_of(milvus), self.tier, f"r_{uuid4().hex}_")

    async def test_old_servers_get_fp32_and_say_so(self, engine: VectorEngine) -> None:
        assert await engine.capabilities() == (
            "milvus 2.3.5-lite", "precision: fp32", "vector index: HNSW (hot), IVF_FLAT (cold)"
        )  # fmt: skip

    async def test_a_sealed_index_of_the_tier_finds_nearly_all_that_is_nearest(
        self, engine: VectorEngine, milvus: RunningServer
    ) -> None:
        name = f"t_{uuid4().hex}"
        index = engine.index(name)
        rng = np.random.default_rng(5)
        numbers = rng.normal(size=(6_000, 64)).astype(np.float32)
        numbers /= np.linalg.norm(numbers, axis=1, keepdims=True)
        await index.upsert([VectorRow(entry(f"p{place:05}"), vector) for place, vector in enumerate(numbers)])
        assert not await index.exact()
        described = await asyncio.to_thread(_sealed, url_of(milvus), name)
        assert described == self.index_type
        recalls = []
        for query in numbers[:50]:
            exact = {f"p{place:05}" for place in np.argsort(-(numbers @ query))[:10]}
            recalls.append(len(exact & {hit.passage_id for hit in await index.nearest(query, 10, ASKER)}) / 10)
        assert np.mean(recalls) >= 0.9


class TestColdTier(TestHotTier):
    tier, index_type = Tier.COLD, "IVF_FLAT"


def _sealed(url: str, name: str) -> str:
    """Write a collection's segments and wait until they are indexed and loaded; the type of the index."""
    client = MilvusClient(url, timeout=60, dedicated=True)
    try:
        client.flush(name)
        end = time.monotonic() + 60
        while True:
            described = client.describe_index(name, "vector")
            if described["state"] == "Finished" and not described["pending_index_rows"]:
                client.refresh_load(name)
                return str(described["index_type"])
            assert time.monotonic() < end, described
            time.sleep(0.5)
    finally:
        client.close()


@pytest.fixture
async def engine(own: RunningServer) -> AsyncIterator[MilvusEngine]:
    opened = MilvusEngine(url_of(own), timeouts=Timeouts(3.0, 5.0))
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that these tests may kill."""
    started = placed(MILVUS, tmp_path_factory.mktemp("own") / "milvus")
    started.start()
    yield started
    started.stop()


async def test_a_server_that_was_killed_is_unavailable_and_comes_back_with_its_rows(
    own: RunningServer, engine: MilvusEngine
) -> None:
    index = engine.index("survivors")
    await index.upsert(rows([entry("p"), entry("q")]))
    await asyncio.to_thread(own.kill)
    began = time.monotonic()
    with pytest.raises(IndexUnavailable):
        await index.nearest(unit(1.0), 5, ASKER)
    assert time.monotonic() - began < 8
    await asyncio.to_thread(own.start)
    assert [hit.passage_id for hit in await _patiently(index)] == ["p", "q"]
    assert await index.count("acme") == 2


async def test_a_server_that_hangs_is_given_up_in_time_and_what_waited_too_long_is_not_sent(
    own: RunningServer, engine: MilvusEngine
) -> None:
    index = engine.index("frozen")
    await index.upsert(rows([entry("p")]))
    await asyncio.to_thread(own.freeze)
    try:
        began = time.monotonic()
        asked = [index.nearest(unit(1.0), 5, ASKER) for _ in range(12)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert all(isinstance(each, IndexUnavailable) for each in answers), answers
        # Four threads, twelve calls of three seconds: those that waited were not sent after their time.
        assert time.monotonic() - began < 7
    finally:
        await asyncio.to_thread(own.thaw)
    assert [hit.passage_id for hit in await _patiently(index)] == ["p"]


async def _patiently(index: VectorIndex) -> list[Hit]:
    end = time.monotonic() + 60
    while True:
        try:
            return await index.nearest(unit(1.0), 5, ASKER)
        except IndexUnavailable:
            assert time.monotonic() < end
            await asyncio.sleep(0.5)
