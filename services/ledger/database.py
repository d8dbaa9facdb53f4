"""Transactions on the ledger's engine: short, immediate on SQLite, and with foreign errors translated once, here."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Self, cast

from sqlalchemy import event
from sqlalchemy.engine import Connection
from sqlalchemy.engine.interfaces import AdaptedConnection, DBAPIConnection, DBAPICursor
from sqlalchemy.exc import DBAPIError, InterfaceError, MissingGreenlet, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import QueuePool

from services.core.errors import SextantError, StorageFull, Unavailable, WrongDataVersion
from services.database import postgresql

BUSY_TIMEOUT_MS = 10_000
_CLOSING_S = 5.0
_AGAIN_S = 0.02
# https://www.sqlite.org/rescode.html
_SQLITE_FULL = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE})
_SQLITE_FOREIGN = frozenset({sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT})


class Database:
    """The engine, and its two kinds of transaction. Make it on the event loop that uses it."""

    def __init__(self, url: str, *, patient: bool = False) -> None:
        self._url = postgresql.checked(url)
        self._closed = False
        self._sqlite = self._url.get_backend_name() == "sqlite"
        if self._sqlite and self._url.database:
            Path(self._url.database).parent.mkdir(parents=True, exist_ok=True)
        self.engine = create_async_engine(self._url) if self._sqlite else postgresql.engine(self._url, patient=patient)
        # A transaction of SQLite is a snapshot anyhow; PostgreSQL must be told.
        snapshot = {} if self._sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reader = self.engine.execution_options(sextant_begin="BEGIN", **snapshot)
        # SQLite has one writer. Waiting here is fair and cheap; its busy timeout polls and can starve.
        self._turn: AbstractAsyncContextManager[Any] = asyncio.Lock() if self._sqlite else nullcontext()
        if self._sqlite:
            event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)
            event.listen(self.engine.sync_engine, "begin", _begin_sqlite)
            event.listen(self.engine.sync_engine, "invalidate", _give_back_lock)

    @property
    def name(self) -> str:
        """The URL without its password, for messages."""
        return self._url.render_as_string(hide_password=True)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may write: all of it or nothing. Raises StorageFull, Unavailable."""
        async with self._turn, self._transaction(self.engine) as connection:
            yield connection

    def patient(self) -> Self:
        """Another database at the same place, for changes of tables, which take their time."""
        return type(self)(self._url.render_as_string(hide_password=False), patient=True)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads, one snapshot. Raises Unavailable."""
        async with self._transaction(self._reader) as connection:
            yield connection

    async def close(self) -> None:
        """Close every connection, those in use when their transaction ends: none may outlive its pool."""
        self._closed = True
        pool = self.engine.pool
        until = time.monotonic() + _CLOSING_S
        while isinstance(pool, QueuePool) and pool.checkedout() and time.monotonic() < until:  # noqa: ASYNC110 -- no event
            await asyncio.sleep(0.01)
        await self.engine.dispose()

    @asynccontextmanager
    async def _transaction(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        if self._closed:
            raise Unavailable("The ledger is closed.")
        try:
            async with engine.begin() as connection:
                yield connection
        except (DBAPIError, PoolTimeout, OSError, TimeoutError) as error:
            translated = self._translate(error)
            if translated is None:
                raise
            raise translated from error

    def _translate(self, error: DBAPIError | PoolTimeout | OSError) -> SextantError | None:
        """Our error for a fault of the store; None for a fault of ours, such as a broken constraint."""
        if isinstance(error, PoolTimeout):
            return Unavailable("The ledger has no free connection. Try again.")
        if not self._sqlite or not isinstance(error, DBAPIError):
            return postgresql.meaning(error, "ledger")
        code = getattr(error.orig, "sqlite_errorcode", None)
        if code in _SQLITE_FULL:
            return StorageFull("The ledger's disk is full. Free some space; nothing stored was lost.", path=self.name)
        if code in _SQLITE_FOREIGN:
            return WrongDataVersion("ledger", "a file that is no SQLite database, or a damaged one", "its own")
        if isinstance(error, OperationalError | InterfaceError) or error.connection_invalidated:
            return Unavailable(f"The ledger does not answer: {error.orig}.", store="ledger")
        return None


def _prepare_sqlite(connection: DBAPIConnection, _record: object) -> None:
    # The driver must not begin transactions by itself; `_begin_sqlite` does.
    # https://docs.sqlalchemy.org/en/21/dialects/sqlite.html#sqlite-transactions
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
    _write_ahead(connection, cursor)
    # An accepted run survives a power cut, not only a killed process: one fsync a commit.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def _write_ahead(connection: DBAPIConnection, cursor: DBAPICursor) -> None:
    """Switch a new file to its write-ahead log. SQLite does not wait for its turn here, so that of several processes
    that open the file at once some must try again: https://www.sqlite.org/wal.html
    """
    until = time.monotonic() + BUSY_TIMEOUT_MS / 1_000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            cast(AdaptedConnection, connection).run_async(lambda _: asyncio.sleep(_AGAIN_S))
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and then writes can find its snapshot stale and fail at once with SQLITE_BUSY;
    # taking the write lock first waits instead.
    connection.exec_driver_sql(connection.get_execution_options().get("sextant_begin", "BEGIN IMMEDIATE"))


def _give_back_lock(connection: AdaptedConnection, _record: object, _error: BaseException | None) -> None:
    """Roll back before a connection is thrown away, as it is when its task is cancelled in the middle of a statement.

    SQLite keeps a closed connection, with its write lock, until its last cursor is gone, and the traceback of the
    cancellation holds one: https://www.sqlite.org/c3ref/close.html
    """
    with suppress(ValueError, MissingGreenlet):  # closed already, or nobody waits for it any more
        connection.run_async(lambda driver: driver.rollback())
