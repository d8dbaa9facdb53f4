"""Which revision a ledger has, without Alembic: almost every process that opens one finds it up to date."""

from pathlib import Path

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection

MIGRATIONS = Path(__file__).parent / "migrations"


def head() -> str:
    """The newest revision that this version knows: migrations are named by their revision, in order."""
    return max(path.stem for path in (MIGRATIONS / "versions").glob("ledger_*.py"))


def is_current(connection: Connection) -> bool:
    """Whether the tables are those of the newest revision."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    return list(connection.scalars(text("SELECT version_num FROM alembic_version"))) == [head()]
