"""Bringing the tables up to date, by Alembic, run from code."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from services.core.errors import WrongDataVersion
from services.database.postgresql import take_turn
from services.documents.database import Database
from services.documents.revisions import MIGRATIONS

_VERSION_TABLE = "alembic_version"


async def upgrade(database: Database) -> None:
    """Make or update the tables of an open database; nothing is done when they are up to date.

    Raises WrongDataVersion when a newer release, or another program, wrote the database; it is left as it is.
    """
    place = database.engine.url.database or database.engine.url.render_as_string()
    patient = database.patient()
    try:
        async with patient.write() as connection:
            await connection.run_sync(_upgrade, place)
    finally:
        await patient.close()


def _upgrade(connection: Connection, place: str) -> None:
    take_turn(connection, "document store")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
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
