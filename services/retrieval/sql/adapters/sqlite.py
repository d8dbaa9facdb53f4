"""A SQLite file as a source, opened so that nothing can be written and nothing else can be reached.

Four locks, each enough alone: the file is opened read-only (`mode=ro`), `PRAGMA query_only`, an authorizer that allows
reading the tables it knows and the functions on its list and nothing else, and no database may be attached.
https://www.sqlite.org/security.html.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from services.language.lexicon.wordlist import words
from services.retrieval.sql.adapters.sqlite_schema import read_schema
from services.retrieval.sql.errors import QueryRefused, QueryTooSlow, SourceUnavailable
from services.retrieval.sql.port import Cell, QueryLimits, Rows, Schema

T = TypeVar("T")

# How many steps of SQLite's machine pass between two looks at the clock.
_STEPS = 2_000
_LONGEST_SQL = 20_000
_FUNCTIONS = words(
    "count sum total avg min max lower upper substr substring length abs round coalesce ifnull nullif iif like"
)


class SqliteSource:
    """One file. A connection lives for one query: no state is left for the next."""

    def __init__(self, path: Path, limits: QueryLimits) -> None:
        self._path, self._limits = path, limits
        self._schema: tuple[tuple[int, int], Schema] | None = None

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self._path.stem

    async def schema(self) -> Schema:
        """See `SqlSource.schema`. It is read again when the file has changed."""
        return await asyncio.to_thread(self._known_schema)

    async def run(self, sql: str) -> Rows:
        """See `SqlSource.run`."""
        return await asyncio.to_thread(self._run, sql)

    def _known_schema(self) -> Schema:
        mark = self._mark()
        if self._schema is None or self._schema[0] != mark:
            with self._opened() as connection:
                self._schema = (mark, self._within(lambda: read_schema(connection)))
        return self._schema[1]

    def _run(self, sql: str) -> Rows:
        tables = frozenset(table.name.casefold() for table in self._known_schema().tables)
        with self._opened() as connection:
            connection.set_authorizer(_authorizer(tables))
            end = time.monotonic() + self._limits.seconds
            connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
            return self._within(lambda: self._fetched(connection, sql))

    def _fetched(self, connection: sqlite3.Connection, sql: str) -> Rows:
        with closing(connection.execute(sql)) as cursor:
            columns = tuple(each[0] for each in cursor.description or ())
            found = cursor.fetchmany(self._limits.rows + 1)
        cut = [tuple(self._cell(value) for value in row) for row in found[: self._limits.rows]]
        shortened = any(isinstance(value, str) and value.endswith("…") for row in cut for value in row)
        return Rows(columns, tuple(cut), len(found) > self._limits.rows or shortened)

    def _cell(self, value: object) -> Cell:
        if value is None or isinstance(value, int | float):
            return value
        text = f"({len(value)} bytes)" if isinstance(value, bytes) else str(value)
        most = self._limits.cell_characters
        return text if len(text) <= most else text[: most - 1] + "…"

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            connection = sqlite3.connect(
                f"file:{quote(str(self._path))}?mode=ro",
                uri=True,
                timeout=self._limits.seconds,
                check_same_thread=False,
            )
        except sqlite3.Error as error:
            raise SourceUnavailable(self.name, str(error)) from error
        with closing(connection):
            connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
            connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, _LONGEST_SQL)
            self._within(lambda: connection.execute("PRAGMA query_only = 1"))
            self._within(lambda: connection.execute("PRAGMA trusted_schema = 0"))
            connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
            yield connection

    def _within(self, work: Callable[[], T]) -> T:
        """Do it; what SQLite raises is told as ours."""
        try:
            return work()
        except sqlite3.OperationalError as error:
            if "interrupted" in str(error):
                raise QueryTooSlow(self._limits.seconds) from error
            raise SourceUnavailable(self.name, str(error)) from error
        except sqlite3.DatabaseError as error:
            if "prohibited" in str(error) or "not authorized" in str(error):
                raise QueryRefused("engine", str(error)) from error
            raise SourceUnavailable(self.name, str(error)) from error
        except sqlite3.Warning as error:  # more than one statement
            raise QueryRefused("statements", str(error)) from error

    def _mark(self) -> tuple[int, int]:
        try:
            seen = self._path.stat()
        except OSError as error:
            raise SourceUnavailable(self.name, error.strerror or "it is gone") from error
        return seen.st_mtime_ns, seen.st_size


def _authorizer(tables: frozenset[str]) -> Callable[..., int]:
    """SQLite asks it for every table, column and function that a statement touches, while it compiles.

    Its arguments are an action and two names that depend on it: https://www.sqlite.org/c3ref/c_alter_table.html.
    """

    def allow(action: int, *names: str | None) -> int:
        if action == sqlite3.SQLITE_SELECT:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_READ and (names[0] or "").casefold() in tables:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_FUNCTION and (names[1] or "").casefold() in _FUNCTIONS:
            return sqlite3.SQLITE_OK
        return sqlite3.SQLITE_DENY

    return allow
