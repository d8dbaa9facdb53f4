"""Every test here needs a real server, and all that use the same one run in one worker. One of each a session."""

from pathlib import Path

import pytest

from services.cli.stack.servers.catalogue import SERVERS
from tests.servers import server

HERE = Path(__file__).parent

redis = server("redis")
postgres = server("postgres")
milvus = server("milvus")
elasticsearch = server("elasticsearch")
triton = server("triton")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE not in item.path.parents:
            continue
        item.add_marker("servers")
        names = getattr(item, "fixturenames", ())
        for used in (each.name for each in SERVERS if each.name in names):
            item.add_marker(pytest.mark.xdist_group(used))
