"""Bringing a ledger to this version's schema, and refusing one that this version does not know."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect
from sqlalchemy.engine import Connection

from services.core.errors import WrongDataVersion
from services.database.postgresql import take_turn
from services.ledger.database import Database
from services.ledger.revisions import MIGRATIONS, head


async def upgrade(database: Database) -> None:
    """Make or upgrade the ledger of an open database. Safe to call from several processes at once.

    Raises WrongDataVersion when it was written by a version that this one does not know, or by something else; then
    nothing is changed. Raises StorageFull, Unavailable.
    """
    patient = database.patient()
    try:
        async with patient.write() as connection:
            await connection.run_sync(_upgrade)
    finally:
        await patient.close()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _upgrade(connection: Connection) -> None:
    take_turn(connection, "ledger")
    _refuse_foreign(connection)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _refuse_foreign(connection: Connection) -> None:
    revision = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in _scripts().walk_revisions()}
    if revision is None and inspect(connection).get_table_names():
        raise WrongDataVersion("ledger", "tables without a revision", head())
    if revision is not None and revision not in known:
        raise WrongDataVersion("ledger", revision, head())
