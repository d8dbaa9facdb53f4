"""Which revision a document store has, without Alembic: almost every process that opens one finds it up to date."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

MIGRATIONS = Path(__file__).parent / "migrations"


def head() -> str:
    """The newest revision that this version knows: the names of migrations begin with it, in order."""
    return max(path.stem.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def is_current(connection: Connection) -> bool:
    """Whether the tables are those of the newest revision."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    return list(connection.scalars(text("SELECT version_num FROM alembic_version"))) == [head()]
