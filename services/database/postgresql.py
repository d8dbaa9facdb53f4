"""PostgreSQL under a store: an engine on which nothing waits for ever, and what its faults mean.

A connection that was lost is replaced at its next use, with all that are as old; who used it then is told Unavailable.
"""

from dataclasses import dataclass, fields
from importlib.util import find_spec
from typing import Any, Self

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from services.core.errors import BadInput, SextantError, StorageFull, Unavailable

RECYCLE_S = 1800
# How much longer than the server's own limits the client waits before it gives a connection up.
MARGIN_S = 5.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a store waits for what, in seconds, and how many connections a process has.

    A store's URL may say other numbers: `postgresql://…/ledger?statement_s=60&pool_size=20`.
    """

    connect_s: float = 5.0
    statement_s: float = 30.0
    lock_s: float = 10.0
    idle_in_transaction_s: float = 60.0
    pool_s: float = 10.0
    pool_size: int = 5
    pool_overflow: int = 5

    @classmethod
    def of(cls, url: URL) -> Self:
        """What a URL says. Raises BadInput for what is no number, or below the least."""
        said = {field.name: url.query[field.name] for field in fields(cls) if field.name in url.query}
        return cls(**{name: _number(name, str(text)) for name, text in said.items()})

    def of_server(self) -> dict[str, str]:
        """Settings of a session, in milliseconds."""
        seconds = {
            "statement_timeout": self.statement_s,
            "lock_timeout": self.lock_s,
            "idle_in_transaction_session_timeout": self.idle_in_transaction_s,
        }
        return {name: f"{value * 1000:.0f}" for name, value in seconds.items()}


def _number(name: str, text: str) -> Any:  # noqa: ANN401 -- a whole number for a field that counts
    kind, least = (int, 0) if name == "pool_overflow" else (int, 1) if name == "pool_size" else (float, 0.001)
    try:
        value = kind(text)
    except ValueError as error:
        raise BadInput(f"The URL of a store says {name}={text}; it takes a number.") from error
    if value < least:
        raise BadInput(f"The URL of a store says {name}={text}; the least is {least}.")
    return value


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
    limits = Limits.of(url)
    return create_async_engine(
        url.set(drivername="postgresql+asyncpg").difference_update_query([field.name for field in fields(limits)]),
        pool_pre_ping=True,
        pool_size=limits.pool_size,
        max_overflow=limits.pool_overflow,
        pool_timeout=limits.pool_s,
        pool_recycle=RECYCLE_S,
        connect_args={
            "timeout": limits.connect_s,
            "command_timeout": None if patient else limits.statement_s + MARGIN_S,
            "server_settings": {"application_name": "sextant"} | ({} if patient else limits.of_server()),
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


def _words(error: BaseException) -> str:
    return str(error) or type(error).__name__
