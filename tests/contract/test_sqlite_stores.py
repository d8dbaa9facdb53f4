"""How stores in SQLite open and what they leave behind: many open a new file at once, and a lock is given back."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text

from services.documents.database import Database as DocumentDatabase
from services.ledger.database import Database as LedgerDatabase
from tests.contract.sql_store import SqlStoreSuite


class TestSqlite(SqlStoreSuite):
    @pytest.fixture
    def url(self, tmp_path: Path) -> str:
        return f"sqlite+aiosqlite:///{tmp_path / 'some.db'}"


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
