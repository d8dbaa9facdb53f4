"""What both stores owe whoever opens them, on every engine. An adapter is a subclass with `url`, and nothing else."""

import asyncio
import random

import pytest
from sqlalchemy import text

from services.core.errors import Unavailable
from services.documents.database import Database as DocumentDatabase
from services.ledger.database import Database as LedgerDatabase

Kind = type[DocumentDatabase] | type[LedgerDatabase]


@pytest.mark.parametrize("kind", [DocumentDatabase, LedgerDatabase])
class SqlStoreSuite:
    """The contract of the two classes `Database`."""

    async def test_closing_waits_for_what_goes_on_and_refuses_what_comes(self, kind: Kind, url: str) -> None:
        database = kind(url)
        begun, may_end, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def reading() -> None:
            async with database.read() as connection:
                begun.set()
                await may_end.wait()
                await connection.execute(text("SELECT 1"))
            ended.set()

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(reading())
            await begun.wait()
            closing = tasks.create_task(database.close())
            await asyncio.sleep(0.05)
            assert not closing.done()
            may_end.set()
        assert ended.is_set()
        with pytest.raises(Unavailable, match="closed"):
            async with database.read():
                pass
        with pytest.raises(Unavailable, match="closed"):
            async with database.write():
                pass

    async def test_a_transaction_that_is_cancelled_in_the_middle_of_a_statement_keeps_no_lock(
        self, kind: Kind, url: str
    ) -> None:
        dice, database, other = random.Random(7), kind(url), kind(url)
        async with database.write() as connection:
            await connection.execute(text("CREATE TABLE numbers (n INTEGER)"))
            await connection.execute(text("INSERT INTO numbers VALUES (1), (2), (3)"))

        async def write() -> None:
            async with database.write() as connection:
                for n in range(8):
                    await connection.execute(text("SELECT n FROM numbers ORDER BY n"))
                    await connection.execute(text("UPDATE numbers SET n = :n"), {"n": n})

        kept: list[object] = []  # with their tracebacks, which hold what the cancelled statements were about
        for _ in range(40):
            task = asyncio.create_task(write())
            await asyncio.sleep(dice.uniform(0.0, 0.01))
            task.cancel()
            kept += await asyncio.gather(task, return_exceptions=True)
            # SQLite waits 10 s and longer for another's lock, PostgreSQL as long as it is told.
            async with asyncio.timeout(5), other.write() as connection:
                await connection.execute(text("UPDATE numbers SET n = n + 1"))
        assert any(isinstance(each, asyncio.CancelledError) for each in kept)
        await database.close()
        await other.close()

    async def test_what_fails_in_the_middle_leaves_nothing(self, kind: Kind, url: str) -> None:
        database = kind(url)
        async with database.write() as connection:
            await connection.execute(text("CREATE TABLE numbers (n INTEGER)"))

        async def half() -> None:
            async with database.write() as connection:
                await connection.execute(text("INSERT INTO numbers VALUES (1)"))
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await half()
        async with database.read() as connection:
            assert await connection.scalar(text("SELECT count(*) FROM numbers")) == 0
        await database.close()

    async def test_a_reading_transaction_sees_one_state(self, kind: Kind, url: str) -> None:
        reader, writer = kind(url), kind(url)
        async with writer.write() as connection:
            await connection.execute(text("CREATE TABLE numbers (n INTEGER)"))
        async with reader.read() as reading:
            assert await reading.scalar(text("SELECT count(*) FROM numbers")) == 0
            async with writer.write() as connection:
                await connection.execute(text("INSERT INTO numbers VALUES (1)"))
            assert await reading.scalar(text("SELECT count(*) FROM numbers")) == 0
        async with reader.read() as reading:
            assert await reading.scalar(text("SELECT count(*) FROM numbers")) == 1
        await reader.close()
        await writer.close()
