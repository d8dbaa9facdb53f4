"""The tests of the stores once more, each on a new database of a real PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from itertools import count

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from services.cli.stack.servers import postgres as program
from services.cli.stack.servers.running import RunningServer
from services.documents.store import DocumentStore
from services.ledger.ledger import Ledger

_numbers = count(1)


@pytest.fixture
def url(postgres: RunningServer) -> Iterator[str]:
    """SQLAlchemy's URL of a database without tables."""
    name = f"one_test_{next(_numbers)}"
    asyncio.run(_say(postgres, f"CREATE DATABASE {name}"))
    yield program.url(postgres.place, name)
    asyncio.run(_say(postgres, f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture
async def ledger(url: str) -> AsyncIterator[Ledger]:
    opened = await Ledger.open(url)
    yield opened
    await opened.close()


@pytest.fixture
async def store(url: str) -> AsyncIterator[DocumentStore]:
    opened = await DocumentStore.open(url)
    yield opened
    await opened.close()


async def _say(server: RunningServer, sql: str) -> None:
    engine = create_async_engine(program.url(server.place, "postgres"), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(sql))
    await engine.dispose()
