"""PostgreSQL under a store: an engine on which nothing waits for ever, and what its faults mean.

A connection that was lost is replaced at its next use, with all that are as old; who used it then is told Unavailable.
"""

from importlib.util import find_spec

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from services.core.errors import BadInput, SextantError, StorageFull, Unavailable

CONNECT_S = 5.0
STATEMENT_S = 30.0
# Longest first: the server answers before the client gives the connection up.
CLIENT_S = STATEMENT_S + 5.0
LOCK_S = 10.0
IDLE_IN_TRANSACTION_S = 60.0
POOL_S = 10.0
POOL_SIZE = 5
POOL_OVERFLOW = 5
RECYCLE_S = 1800

# https://www.postgresql.org/docs/16/errcodes-appendix.html
_DISK_FULL = "53100"
_BAD_VALUE = "22"
_PASSING = (
    "08",  # connection
    "25P03", "25006",  # idle in a transaction; a replica that was promoted or not yet
    "28", "3D",  # password, database: whoever runs it must act, and the store was not touched
    "40",  # serialisation, deadlock
    "53",  # too many connections, out of memory
    "55P03", "57",  # lock not available; cancelled by a time limit, shut down, starting
    "58",  # input or output
)  # fmt: skip


def is_postgresql(url: URL) -> bool:
    """Whether a store's URL names a PostgreSQL."""
    return url.get_backend_name() in ("postgresql", "postgres")


def engine(url: URL, *, patient: bool = False) -> AsyncEngine:
    """An engine that has no connection yet; a patient one, for changes of tables, lets a statement take its time.

    Raises BadInput for another driver, Unavailable without ours.
    """
    if url.drivername not in ("postgresql+asyncpg", "postgresql", "postgres"):
        raise BadInput(
            f"The driver {url.drivername} is not known. Write the URL as postgresql://user:password@host/name."
        )
    if find_spec("asyncpg") is None:
        raise Unavailable("There is no driver of PostgreSQL. Install sextant[servers].")
    return create_async_engine(
        url.set(drivername="postgresql+asyncpg"),
        pool_pre_ping=True,
        pool_size=POOL_SIZE,
        max_overflow=POOL_OVERFLOW,
        pool_timeout=POOL_S,
        pool_recycle=RECYCLE_S,
        connect_args={
            "timeout": CONNECT_S,
            "command_timeout": None if patient else CLIENT_S,
            "server_settings": {"application_name": "sextant"} | ({} if patient else _limits()),
        },
    )


def checked(url: str) -> URL:
    """A store's URL. Raises BadInput when it is none, or of a database that is neither SQLite nor PostgreSQL."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise BadInput(
            "The URL of a store cannot be read. Write it as postgresql://user:password@host/name."
        ) from error
    if parsed.get_backend_name() != "sqlite" and not is_postgresql(parsed):
        raise BadInput(f"{parsed.render_as_string(hide_password=True)}: a store is kept in SQLite or PostgreSQL.")
    return parsed


def meaning(error: BaseException, store: str) -> SextantError | None:
    """Our error for a fault of PostgreSQL or of the way to it; None for a fault of ours, such as a broken constraint.

    `store` is its name for a person.
    """
    if isinstance(error, OSError | TimeoutError):
        return Unavailable(f"The {store} does not answer: {_words(error)}.", store=store)
    if not isinstance(error, DBAPIError) or isinstance(error, IntegrityError):
        return None
    state = getattr(error.orig, "sqlstate", None) or ""
    if state == _DISK_FULL or "No space left" in str(error.orig):
        return StorageFull(f"The {store}'s disk is full. Free some space; nothing stored was lost.", path=store)
    if state.startswith(_BAD_VALUE):
        return BadInput(f"The {store} cannot hold a value that was given: {error.orig}.", store=store)
    if state.startswith(_PASSING) or error.connection_invalidated:
        return Unavailable(f"The {store} does not answer: {error.orig}.", store=store)
    return None


async def lock(connection: AsyncConnection, name: str, *, shared: bool = False) -> None:
    """Hold a name until the transaction ends, alone or together with others that share it.

    On SQLite, which has one writer, a writing transaction holds all names.
    """
    if connection.dialect.name == "postgresql":
        kind = "pg_advisory_xact_lock_shared" if shared else "pg_advisory_xact_lock"
        await connection.execute(text(f"SELECT {kind}(hashtextextended(:name, 0))"), {"name": name})


def take_turn(connection: Connection, name: str) -> None:
    """Let one process at a time change the tables of a store; on SQLite a writing transaction sees to that."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"), {"name": name})


def _limits() -> dict[str, str]:
    seconds = {
        "statement_timeout": STATEMENT_S,
        "lock_timeout": LOCK_S,
        "idle_in_transaction_session_timeout": IDLE_IN_TRANSACTION_S,
    }
    return {name: f"{value * 1000:.0f}" for name, value in seconds.items()}


def _words(error: BaseException) -> str:
    return str(error) or type(error).__name__
