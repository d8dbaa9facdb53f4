"""The engine under the document store: SQLite in a laptop, PostgreSQL in production, the same SQL on both.

SQLite: write-ahead log, one writer at a time by `BEGIN IMMEDIATE` (a transaction that upgrades from reading to writing
could fail half way), short transactions.
"""

import asyncio
import errno
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from sqlite3 import SQLITE_BUSY, OperationalError
from typing import Any, Self

from sqlalchemy import Connection, Float, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import AdaptedConnection
from sqlalchemy.exc import DBAPIError, MissingGreenlet
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.pool import QueuePool
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.schema import Table

from services.core.errors import Internal, SextantError, StorageFull, Unavailable, WrongDataVersion
from services.database.postgresql import checked, is_postgresql, meaning
from services.database.postgresql import engine as postgresql_engine

_BUSY_S = 15.0
_CLOSING_S = 5.0
_AGAIN_S = 0.02
_WRITE = "sextant_write"


class now(FunctionElement[float]):
    """The database's clock, in seconds since 1970: leases of several machines are compared by one clock."""

    type = Float()
    inherit_cache = True
    name = "now_epoch"


@compiles(now, "sqlite")
def _now_sqlite(element: now, compiler: SQLCompiler, **_: object) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


@compiles(now, "postgresql")
def _now_postgresql(element: now, compiler: SQLCompiler, **_: object) -> str:
    return "EXTRACT(EPOCH FROM clock_timestamp())::double precision"


class Database:
    """An engine with two kinds of transactions. Errors of the driver leave as SextantError."""

    def __init__(self, url: str, *, patient: bool = False) -> None:
        self._url = checked(url)
        self.engine = _engine(self._url, patient=patient)
        # A transaction of SQLite is a snapshot anyhow; PostgreSQL must be told.
        snapshot = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reader = self.engine.execution_options(**({} if _is_sqlite(self.engine) else snapshot))
        self._closed = False

    def patient(self) -> Self:
        """Another database at the same place, for changes of tables, which take their time."""
        return type(self)(self._url.render_as_string(hide_password=False), patient=True)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads, one snapshot; it never waits for a writer."""
        self._refuse_when_closed()
        with_errors = _translated(self.engine)
        async with with_errors, self._reader.connect() as connection, connection.begin():
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes: all of it or nothing. Raises StorageFull, Unavailable."""
        self._refuse_when_closed()
        with_errors = _translated(self.engine)
        async with with_errors, self.engine.connect() as connection:
            await connection.execution_options(**{_WRITE: True})
            async with connection.begin():
                yield connection

    async def upsert(
        self,
        connection: AsyncConnection,
        table: Table,
        rows: Sequence[Mapping[str, Any]],  # SQL values
        *,
        replace: Sequence[str] = (),
    ) -> None:
        """Insert rows; one whose primary key is there keeps its place, with the columns in `replace` overwritten."""
        if not rows:
            return
        dialect = sqlite if _is_sqlite(self.engine) else postgresql
        statement = dialect.insert(table)
        keys = [column.name for column in table.primary_key]
        if replace:
            statement = statement.on_conflict_do_update(
                index_elements=keys, set_={name: statement.excluded[name] for name in replace}
            )
        else:
            statement = statement.on_conflict_do_nothing(index_elements=keys)
        await connection.execute(statement, list(rows))

    async def close(self) -> None:
        """Close every connection, those in use when their transaction ends: none may outlive its pool."""
        self._closed = True
        pool = self.engine.pool
        until = time.monotonic() + _CLOSING_S
        while isinstance(pool, QueuePool) and pool.checkedout() and time.monotonic() < until:  # noqa: ASYNC110 -- no event
            await asyncio.sleep(0.01)
        await self.engine.dispose()

    def _refuse_when_closed(self) -> None:
        if self._closed:
            raise Unavailable("The document store is closed.")


def _is_sqlite(engine: AsyncEngine) -> bool:
    return engine.dialect.name == "sqlite"


def _engine(url: URL, *, patient: bool) -> AsyncEngine:
    if is_postgresql(url):
        return postgresql_engine(url, patient=patient)
    engine = create_async_engine(url, connect_args={"timeout": _BUSY_S})
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    event.listen(engine.sync_engine, "invalidate", _give_back_lock)
    return engine


def _prepare_sqlite(dbapi: Any, _record: object) -> None:  # noqa: ANN401 -- the driver's connection has no public type
    # The driver must not open transactions by itself:
    # https://docs.sqlalchemy.org/en/21/dialects/sqlite.html#transactions
    dbapi.isolation_level = None
    cursor = dbapi.cursor()
    _write_ahead(dbapi, cursor)
    for pragma in ("synchronous=NORMAL", "foreign_keys=ON", "temp_store=MEMORY"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _write_ahead(dbapi: Any, cursor: Any) -> None:  # noqa: ANN401 -- as above
    """Switch a new file to its write-ahead log. SQLite does not wait for its turn here, so that of several processes
    that open the file at once some must try again: https://www.sqlite.org/wal.html
    """
    until = time.monotonic() + _BUSY_S
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except OperationalError as error:
            if error.sqlite_errorcode != SQLITE_BUSY or time.monotonic() > until:
                raise
            dbapi.run_async(lambda _: asyncio.sleep(_AGAIN_S))
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITE, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _give_back_lock(connection: AdaptedConnection, _record: object, _error: BaseException | None) -> None:
    """Roll back before a connection is thrown away, as it is when its task is cancelled in the middle of a statement.

    SQLite keeps a closed connection, with its write lock, until its last cursor is gone, and the traceback of the
    cancellation holds one: https://www.sqlite.org/c3ref/close.html
    """
    with suppress(ValueError, MissingGreenlet):  # closed already, or nobody waits for it any more
        connection.run_async(lambda driver: driver.rollback())


@asynccontextmanager
async def _translated(engine: AsyncEngine) -> AsyncIterator[None]:
    try:
        yield
    except PoolTimeout as error:
        raise Unavailable("The document store has no free connection. Try again.") from error
    except (DBAPIError, OSError, TimeoutError) as error:
        meant = None if _is_sqlite(engine) else meaning(error, "document store")
        if meant is None:
            if not isinstance(error, DBAPIError):
                raise
            meant = translate(error, engine.url.database or engine.dialect.name)
        raise meant from error


def translate(error: DBAPIError, place: str) -> SextantError:
    """What a driver's error means to a user."""
    text = str(error.orig)
    cause = error.orig
    if (
        "disk is full" in text
        or (isinstance(cause, OSError) and cause.errno == errno.ENOSPC)
        or "No space left" in text
    ):
        return StorageFull(
            f"The disk is full: nothing was stored in {place}. Free some space and try again.", path=place
        )
    if "not a database" in text or "malformed" in text:
        return WrongDataVersion(f"document store {place}", "no SQLite database, or a damaged one", "its own")
    if error.connection_invalidated or "locked" in text or "unable to open" in text:
        return Unavailable(f"The document store does not answer: {text}.", path=place)
    return Internal(f"The document store failed: {text}.", path=place)
