"""The file that an embedded document store is kept in: when it is full, and what its driver's words mean."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from services.core.errors import StorageFull, Unavailable, WrongDataVersion
from services.documents.database import translate
from services.documents.store import DocumentStore
from tests.unit.documents.arrivals import ACME, arrival, indexed


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("database or disk is full", StorageFull),
        ("database is locked", Unavailable),
        ("file is not a database", WrongDataVersion),
        ("unable to open database file", Unavailable),
    ],
)
def test_what_a_driver_says_becomes_what_a_user_can_act_on(said: str, meant: type[Exception]) -> None:
    assert isinstance(translate(OperationalError("x", {}, sqlite3.OperationalError(said)), "documents.db"), meant)


async def test_a_full_database_is_said_and_loses_nothing(url: str) -> None:
    store = await DocumentStore.open(url)
    _, ids = await indexed(store, arrival(), "kept")
    async with store._database.engine.connect() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
    await store.close()
    full = await DocumentStore.open(url)

    async def cap() -> None:
        from sqlalchemy import event

        event.listen(
            full._database.engine.sync_engine,
            "begin",
            lambda c: c.connection.cursor().execute(f"PRAGMA max_page_count={pages}"),
        )

    await cap()
    with pytest.raises(StorageFull, match="Free some space"):
        await indexed(full, arrival("2", name="big"), *["x" * 5000] * 500)
    assert [passage.text for passage in await full.passages(ACME, ids)] == ["kept"]
    await full.close()


async def test_missing_folders_are_made(tmp_path: Path) -> None:
    store = await DocumentStore.open(f"sqlite+aiosqlite:///{tmp_path / 'a' / 'b' / 'documents.db'}")
    assert (await store.list_documents(ACME)).rows == ()
    await store.close()
