"""Ten thousand random askers with injected values at the ports of all engines, real servers and embedded ones."""

from pathlib import Path

import pytest

from services.cli.stack.servers.running import RunningServer
from services.indexes.adapters.elasticsearch import ElasticsearchEngine
from services.indexes.adapters.elasticsearch_connection import Cluster
from services.indexes.adapters.milvus import MilvusEngine
from services.indexes.adapters.tantivy import TantivyEngine
from tests.contract.foreign_hits import filters
from tests.contract.test_foreign_hits import keywords_keep_apart, vectors_keep_apart

pytestmark = pytest.mark.timeout(1200)
MANY = 10_000


async def test_tantivy_keeps_apart(tmp_path: Path) -> None:
    engine = TantivyEngine(tmp_path, str.split)
    try:
        await keywords_keep_apart(engine, filters(MANY))
    finally:
        await engine.close()


async def test_elasticsearch_keeps_apart(elasticsearch: RunningServer) -> None:
    cluster = Cluster(f"http://{elasticsearch.address()}", prefix="foreign")
    engine = ElasticsearchEngine(cluster, str.split)
    try:
        await keywords_keep_apart(engine, filters(MANY))
    finally:
        await engine.drop("foreign")
        await engine.close()


@pytest.mark.parametrize("precision", ["fp32", "fp16"])
async def test_milvus_lite_keeps_apart(tmp_path: Path, precision: str) -> None:
    engine = MilvusEngine(str(tmp_path / "index.db"), precision=precision)
    try:
        await vectors_keep_apart(engine, filters(MANY))
    finally:
        await engine.close()


async def test_a_milvus_server_keeps_apart(milvus: RunningServer) -> None:
    engine = MilvusEngine(f"http://{milvus.address()}")
    try:
        await vectors_keep_apart(engine, filters(MANY))
    finally:
        await engine.drop("foreign")
        await engine.close()
