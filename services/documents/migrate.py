"""Bringing the tables up to date, by Alembic, run from code."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect
from sqlalchemy.engine import make_url

from services.core.errors import WrongDataVersion
from services.documents.database import Database

_VERSION_TABLE = "alembic_version"


async def migrate(url: str) -> None:
    """Make or update the tables behind an async SQLAlchemy URL; nothing is done when they are up to date.

    Raises WrongDataVersion when a newer release, or another program, wrote the database; it is left as it is.
    """
    location = make_url(url)
    if location.drivername.startswith("sqlite") and location.database:
        Path(location.database).parent.mkdir(parents=True, exist_ok=True)
    database = Database(url)
    try:
        async with database.write() as connection:
            await connection.run_sync(_upgrade, location.database or url)
    finally:
        await database.close()


def _upgrade(connection: Connection, place: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    present = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in scripts.walk_revisions()}
    if present is not None and present not in known:
        raise WrongDataVersion(f"document store {place}", repr(present), f"up to {scripts.get_current_head()!r}")
    if present is None and set(inspect(connection).get_table_names()) - {_VERSION_TABLE}:
        raise WrongDataVersion(f"document store {place}", "tables that are not Sextant's", "its own")
    if present != scripts.get_current_head():
        command.upgrade(config, "head")
