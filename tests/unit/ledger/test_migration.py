"""A ledger is made, kept, upgraded, or refused."""

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Connection
from sqlalchemy.schema import CreateTable

from services.core.errors import WrongDataVersion
from services.ledger import migration, revisions
from services.ledger.database import Database
from services.ledger.ledger import Ledger
from services.ledger.schema import database_now, metadata
from tests.fakes.runs import TENANT, new_run


async def migrated(url: str) -> None:
    await (await Ledger.open(url)).close()


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
    database = Database(url)
    async with database.write() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = 'ledger_9999'"))
    with pytest.raises(WrongDataVersion, match="ledger_9999.*SEXTANT_DATA_DIR"):
        await Ledger.open(url)
    async with database.read() as connection:
        assert (await connection.scalars(text("SELECT version_num FROM alembic_version"))).all() == ["ledger_9999"]
    await database.close()


async def test_a_database_of_something_else_is_refused(url: str) -> None:
    database = Database(url)
    async with database.write() as connection:
        await connection.execute(text("CREATE TABLE recipes (id INTEGER)"))
    with pytest.raises(WrongDataVersion, match="without a revision"):
        await Ledger.open(url)
    async with database.read() as connection:
        assert await connection.run_sync(lambda on: inspect(on).get_table_names()) == ["recipes"]
    await database.close()


def test_the_schema_and_the_clock_are_said_in_postgresql_too() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it untyped
    made = [str(CreateTable(table).compile(dialect=dialect)) for table in metadata.sorted_tables]
    assert any("BYTEA" in sql for sql in made)
    assert "clock_timestamp()" in str(database_now().compile(dialect=dialect))


def test_the_newest_revision_by_name_is_the_newest_by_alembic() -> None:
    assert revisions.head() == migration._scripts().get_current_head()
