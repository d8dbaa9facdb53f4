"""How stores open and what they leave behind.

Many open a new file at once; what goes on is ended before one closes; no cancelled transaction keeps its lock.
"""

import asyncio
import random
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text

from services.core.errors import Unavailable
from services.documents.database import Database as DocumentDatabase
from services.ledger.database import Database as LedgerDatabase


@pytest.mark.parametrize("kind", [DocumentDatabase, LedgerDatabase])
async def test_closing_waits_for_what_goes_on_and_refuses_what_comes(
    kind: type[DocumentDatabase] | type[LedgerDatabase], tmp_path: Path
) -> None:
    database = kind(f"sqlite+aiosqlite:///{tmp_path / 'some.db'}")
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


@pytest.mark.parametrize("kind", [DocumentDatabase, LedgerDatabase])
async def test_a_transaction_that_is_cancelled_in_the_middle_of_a_statement_keeps_no_lock(
    kind: type[DocumentDatabase] | type[LedgerDatabase], tmp_path: Path
) -> None:
    path, dice = tmp_path / "some.db", random.Random(7)
    database = kind(f"sqlite+aiosqlite:///{path}")
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
        other = sqlite3.connect(path, timeout=0, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
        other.close()
    assert any(isinstance(each, asyncio.CancelledError) for each in kept)
    await database.close()


@pytest.mark.parametrize("kind", [DocumentDatabase, LedgerDatabase])
async def test_a_new_file_that_is_busy_for_a_moment_is_opened_a_moment_later(
    kind: type[DocumentDatabase] | type[LedgerDatabase], tmp_path: Path
) -> None:
    path = tmp_path / "some.db"
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    database = kind(f"sqlite+aiosqlite:///{path}")

    async def first() -> None:
        async with database.write() as connection:
            await connection.execute(text("CREATE TABLE numbers (n INTEGER)"))

    opening = asyncio.create_task(first())
    await asyncio.sleep(0.2)
    assert not opening.done()
    holder.execute("COMMIT")
    holder.close()
    await opening
    await database.close()
