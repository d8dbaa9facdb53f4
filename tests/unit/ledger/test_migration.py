"""A ledger is made, kept, upgraded, or refused."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Connection
from sqlalchemy.schema import CreateTable

from services.core.errors import WrongDataVersion
from services.documents.store import DocumentStore
from services.ledger import migration, revisions
from services.ledger.database import Database
from services.ledger.ledger import Ledger
from services.ledger.schema import database_now, metadata
from tests.fakes.runs import TENANT, new_run


async def migrated(url: str) -> None:
    await (await Ledger.open(url)).close()


def file_of(url: str) -> Path:
    return Path(url.partition("///")[2])


async def test_the_migrations_make_the_schema_that_the_code_uses(url: str) -> None:
    await migrated(url)
    database = Database(url)

    def differences(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    async with database.read() as connection:
        assert await connection.run_sync(differences) == []
    await database.close()


async def test_migrating_twice_changes_nothing(url: str) -> None:
    ledger = await Ledger.open(url)
    run = await ledger.accept(new_run())
    await migrated(url)
    assert (await ledger.get(run.id, TENANT)).id == run.id
    await ledger.close()


async def test_many_processes_may_open_a_new_ledger_at_once(url: str) -> None:
    ledgers = await asyncio.gather(*(Ledger.open(url) for _ in range(5)))
    run = await ledgers[0].accept(new_run())
    assert (await ledgers[4].get(run.id, TENANT)).id == run.id
    for ledger in ledgers:
        await ledger.close()


async def test_a_ledger_of_a_version_we_do_not_know_is_refused_and_left_alone(url: str) -> None:
    await migrated(url)
    with sqlite3.connect(file_of(url)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'ledger_9999'")
    connection.close()
    with pytest.raises(WrongDataVersion, match="ledger_9999.*SEXTANT_DATA_DIR"):
        await Ledger.open(url)
    connection = sqlite3.connect(file_of(url))
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("ledger_9999",)]
    connection.close()


async def test_a_database_of_something_else_is_refused(url: str) -> None:
    connection = sqlite3.connect(file_of(url))
    connection.execute("CREATE TABLE recipes (id INTEGER)")
    connection.commit()
    with pytest.raises(WrongDataVersion, match="without a revision"):
        await Ledger.open(url)
    assert [row[0] for row in connection.execute("SELECT name FROM sqlite_master")] == ["recipes"]
    connection.close()


@pytest.mark.parametrize("content", [b"not a database at all, only text " * 100, "一些文字 🎉".encode() * 400])
async def test_a_file_that_is_no_database_is_refused_and_left_alone(url: str, content: bytes) -> None:
    file_of(url).write_bytes(content)
    with pytest.raises(WrongDataVersion):
        await Ledger.open(url)
    assert file_of(url).read_bytes() == content


async def test_an_empty_file_and_a_missing_folder_become_a_ledger(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    for file in (tmp_path / "empty.db", tmp_path / "a" / "b" / "ledger.db"):
        ledger = await Ledger.open(f"sqlite+aiosqlite:///{file}")
        await ledger.accept(new_run())
        await ledger.close()


def test_the_schema_and_the_clock_are_said_in_postgresql_too() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it untyped
    made = [str(CreateTable(table).compile(dialect=dialect)) for table in metadata.sorted_tables]
    assert any("BYTEA" in sql for sql in made)
    assert "clock_timestamp()" in str(database_now().compile(dialect=dialect))


def test_the_newest_revision_by_name_is_the_newest_by_alembic() -> None:
    assert revisions.head() == migration._scripts().get_current_head()


def test_a_process_that_opens_stores_that_are_up_to_date_does_not_load_alembic(tmp_path: Path) -> None:
    urls = [f"sqlite+aiosqlite:///{tmp_path / name}" for name in ("ledger.db", "documents.db")]

    async def make() -> None:
        await (await Ledger.open(urls[0])).close()
        await (await DocumentStore.open(urls[1])).close()

    asyncio.run(make())
    program = (
        "import asyncio, sys\n"
        "from services.documents.store import DocumentStore\n"
        "from services.ledger.ledger import Ledger\n"
        "async def main():\n"
        f"    await (await Ledger.open({urls[0]!r})).close()\n"
        f"    await (await DocumentStore.open({urls[1]!r})).close()\n"
        "asyncio.run(main())\n"
        "print('alembic' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "False"
