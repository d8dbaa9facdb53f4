"""The vector index suite on the fake and on Milvus Lite."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from services.core.errors import IndexUnavailable
from services.indexes.adapters.milvus import MilvusEngine
from services.indexes.adapters.milvus_connection import Timeouts
from services.indexes.port import VectorEngine
from services.indexes.tiers import TieredEngine
from tests.contract.index_cases import entry
from tests.contract.vector_index import ASKER, VectorIndexSuite, rows, unit
from tests.fakes.indexes import InMemoryVectorEngine


class TestInMemory(VectorIndexSuite):
    @pytest.fixture
    def engine(self) -> VectorEngine:
        return InMemoryVectorEngine()

    @pytest.fixture
    def reopen(self) -> Callable[[], VectorEngine]:
        engine = InMemoryVectorEngine()
        return lambda: engine


class TestMilvusLite(VectorIndexSuite):
    precision = "fp32"

    @pytest.fixture(scope="class")
    @classmethod
    def engine(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[VectorEngine]:
        # One for all tests of the class: Milvus Lite takes a second to start.
        engine = MilvusEngine(str(tmp_path_factory.mktemp("milvus") / "index.db"), precision=cls.precision)
        yield engine
        asyncio.run(engine.close())

    @pytest.fixture
    def reopen(self, tmp_path: Path) -> Callable[[], VectorEngine]:
        return lambda: MilvusEngine(str(tmp_path / "index.db"), precision=self.precision)


class TestTiers(VectorIndexSuite):
    """Both tiers as one index."""

    @pytest.fixture
    def engine(self) -> VectorEngine:
        return TieredEngine(InMemoryVectorEngine())

    @pytest.fixture
    def reopen(self) -> Callable[[], VectorEngine]:
        engine = TieredEngine(InMemoryVectorEngine())
        return lambda: engine


class TestTiersOnMilvusLite(TestMilvusLite):
    @pytest.fixture(scope="class")
    @classmethod
    def engine(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[VectorEngine]:
        engine = TieredEngine(MilvusEngine(str(tmp_path_factory.mktemp("milvus") / "index.db")))
        yield engine
        asyncio.run(engine.close())


class TestMilvusLiteHalfFloats(TestMilvusLite):
    precision = "fp16"


async def test_a_second_process_or_engine_on_the_same_file_is_told_so(tmp_path: Path) -> None:
    folder = tmp_path / "taken.db"
    folder.mkdir()
    engine = MilvusEngine(str(folder))
    try:
        with pytest.raises(IndexUnavailable):
            await engine.index("p").nearest(unit(1.0), 1, ASKER)
    finally:
        await engine.close()


async def test_milvus_lite_is_started_again_after_its_process_died(tmp_path: Path) -> None:
    from milvus_lite.server_manager import server_manager_instance

    path = tmp_path / "index.db"
    engine = MilvusEngine(str(path), timeouts=Timeouts(2.0, 2.0))
    try:
        index = engine.index("p")
        await index.upsert(rows([entry("p")]))
        server = server_manager_instance._servers[str(path.resolve())]
        server._p.kill()
        server._p.wait()
        with pytest.raises(IndexUnavailable):
            await index.nearest(unit(1.0), 1, ASKER)
        assert [hit.passage_id for hit in await index.nearest(unit(1.0), 1, ASKER)] == ["p"]
    finally:
        await engine.close()


async def test_a_closed_engine_is_unavailable_and_not_a_crash(tmp_path: Path) -> None:
    engine = MilvusEngine(str(tmp_path / "index.db"))
    await engine.close()
    with pytest.raises(IndexUnavailable):
        await engine.index("p").count("acme")
