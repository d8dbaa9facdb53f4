"""A store that is closed: what goes on is ended first, and nothing begins after it."""

import asyncio
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
