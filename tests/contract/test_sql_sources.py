"""What every database behind `SqlSource` must do. SQLite runs it."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from services.retrieval.sql.adapters.sqlite import SqliteSource
from services.retrieval.sql.errors import QueryRefused, QueryTooSlow, SourceUnavailable
from services.retrieval.sql.port import Kind, QueryLimits, SqlSource
from tests.fakes.databases import CLINIC, write

Open = Callable[[str, QueryLimits], SqlSource]


@pytest.fixture
def opened(tmp_path: Path) -> Open:
    """A source over a fresh database made of a script."""

    def make(script: str, limits: QueryLimits) -> SqlSource:
        return SqliteSource(write(tmp_path / "clinic.sqlite", script), limits)

    return make


async def test_the_schema_tells_tables_keys_kinds_and_values(opened: Open) -> None:
    source = opened(CLINIC, QueryLimits())
    schema = await source.schema()
    assert source.name == "clinic"
    assert [table.name for table in schema.tables] == ["doctor", "patient", "visit", "ward"]
    visit, doctor = schema.table("VISIT"), schema.table("doctor")
    assert visit is not None
    assert doctor is not None
    assert visit.rows == 8
    kinds = {column.name: column.kind for column in visit.columns}
    assert kinds == {
        "visit_id": Kind.NUMBER,
        "doctor_id": Kind.NUMBER,
        "patient_id": Kind.NUMBER,
        "visit_date": Kind.DATE,
        "fee": Kind.NUMBER,
        "diagnosis": Kind.TEXT,
    }
    specialty = doctor.column("specialty")
    assert specialty is not None
    assert set(specialty.values) == {"Heart", "Skin", "Sleep"}
    assert not specialty.unique
    assert {(key.table, key.column, key.to_table) for key in schema.keys} == {
        ("doctor", "ward_id", "ward"),
        ("visit", "doctor_id", "doctor"),
        ("visit", "patient_id", "patient"),
    }


async def test_rows_come_with_their_columns(opened: Open) -> None:
    found = await opened(CLINIC, QueryLimits()).run("SELECT full_name, salary FROM doctor ORDER BY salary LIMIT 2")
    assert found.columns == ("full_name", "salary")
    assert found.rows == (("Nadia Brisk", 7900.0), ("Vera Tamm", 8300.0))
    assert not found.truncated


async def test_rows_and_cells_beyond_the_limits_are_cut_and_said_to_be(opened: Open) -> None:
    source = opened(CLINIC, QueryLimits(rows=3, cell_characters=4))
    found = await source.run("SELECT diagnosis FROM visit")
    assert len(found.rows) == 3
    assert found.truncated
    assert found.rows[0] == ("Arr…",)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM visit",
        "INSERT INTO ward VALUES (9, 'x', 1)",
        "DROP TABLE visit",
        "CREATE TABLE x (a)",
        "CREATE TEMP TABLE x (a)",
        "PRAGMA query_only = 0",
        "PRAGMA table_info(visit)",
        "ATTACH ':memory:' AS other",
        "SELECT sql FROM sqlite_master",
        "SELECT load_extension('x') FROM visit",
        "SELECT randomblob(10) FROM visit",
        "SELECT 1; DROP TABLE visit",
        "SELECT name FROM pragma_table_info('visit')",
    ],
)
async def test_the_engine_itself_refuses_what_the_guard_should_have(opened: Open, sql: str) -> None:
    source = opened(CLINIC, QueryLimits())
    with pytest.raises((QueryRefused, SourceUnavailable)):
        await source.run(sql)
    assert (await source.run("SELECT COUNT(*) FROM visit")).rows == ((8,),)


async def test_a_query_that_never_ends_is_stopped(opened: Open) -> None:
    rows = ",".join(f"({n})" for n in range(1_500))
    source = opened(f"CREATE TABLE big (n INTEGER); INSERT INTO big VALUES {rows};", QueryLimits(seconds=0.2))
    began = time.monotonic()
    with pytest.raises(QueryTooSlow):
        await source.run("SELECT COUNT(*) FROM big a, big b, big c")
    assert time.monotonic() - began < 5


async def test_what_changes_in_the_file_is_seen(opened: Open, tmp_path: Path) -> None:
    source = opened(CLINIC, QueryLimits())
    await source.schema()
    with closing(sqlite3.connect(tmp_path / "clinic.sqlite")) as connection:
        connection.execute("CREATE TABLE bed (bed_id INTEGER)")
    assert (await source.schema()).table("bed") is not None


async def test_a_file_that_is_none_or_gone_is_unavailable(tmp_path: Path) -> None:
    path = tmp_path / "notes.sqlite"
    path.write_text("no database at all, but long enough to be looked into for the header of one")
    for source in (SqliteSource(path, QueryLimits()), SqliteSource(tmp_path / "gone.sqlite", QueryLimits())):
        with pytest.raises(SourceUnavailable):
            await source.schema()
