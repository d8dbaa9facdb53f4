"""What is in a SQLite file: tables and views, columns with their kinds and sample values, declared keys."""

import re
import sqlite3
from collections.abc import Iterable

from services.retrieval.sql.port import Column, ForeignKey, Kind, Schema, Table

MOST_TABLES = 200
MOST_VALUES = 2_000
"""A text column with more distinct values than this is not looked through for the words of a question."""
LONGEST_VALUE = 120
MOST_ROWS = 100_000
"""Of a larger table, this many rows say what its columns hold: reading a schema must not take a minute."""
_LOOKED_AT = 50
_NUMERIC = re.compile(r"INT|REAL|FLOA|DOUB|NUM|DEC|MONEY", re.IGNORECASE)
_TEMPORAL = re.compile(r"DATE|TIME", re.IGNORECASE)
_DATE = re.compile(r"\d{4}-\d{2}(-\d{2}([ T]\d{2}:\d{2}.*)?)?")
_DIGITS = re.compile(r"-?\d+(\.\d+)?")


def read_schema(connection: sqlite3.Connection) -> Schema:
    """Everything that may be asked about. Raises sqlite3.Error."""
    names = [
        row[0]
        for row in connection.execute(
            "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite^_%' ESCAPE '^' "
            "ORDER BY name LIMIT ?",
            (MOST_TABLES,),
        )
    ]
    return Schema(
        tuple(_table(connection, name) for name in names),
        tuple(key for name in names for key in _keys(connection, name)),
    )


def _table(connection: sqlite3.Connection, name: str) -> Table:
    count = connection.execute(f"SELECT count(*) FROM (SELECT 1 FROM {_quoted(name)} LIMIT {MOST_ROWS})").fetchone()[0]
    infos = connection.execute(f"PRAGMA table_info({_quoted(name)})").fetchall()
    return Table(name, tuple(_column(connection, name, info, rows=count) for info in infos), count)


def _column(
    connection: sqlite3.Connection, table: str, info: tuple[int, str, str, int, str, int], *, rows: int
) -> Column:
    name, declared, primary = info[1], info[2] or "", bool(info[5])
    looked = f"FROM (SELECT {_quoted(name)} AS value FROM {_quoted(table)} LIMIT {MOST_ROWS})"
    distinct = connection.execute(f"SELECT count(DISTINCT value) {looked}").fetchone()[0]
    found = connection.execute(f"SELECT DISTINCT value {looked} WHERE value IS NOT NULL LIMIT {MOST_VALUES + 1}")
    values = [row[0] for row in found]
    kind = _kind(declared, values)
    texts = tuple(str(value) for value in values if isinstance(value, str) and 0 < len(value) <= LONGEST_VALUE)
    shown = texts if kind is Kind.TEXT and len(values) <= MOST_VALUES else ()
    return Column(name, kind, unique=rows > 0 and distinct == rows, primary=primary, values=shown)


def _kind(declared: str, values: Iterable[object]) -> Kind:
    """By the declared type; texts that all look like dates, or like numbers, are those."""
    looked = [value for value, _ in zip(values, range(_LOOKED_AT), strict=False)]
    texts = [value for value in looked if isinstance(value, str)]
    if texts and all(_DATE.fullmatch(value) for value in texts):
        return Kind.DATE
    if _TEMPORAL.search(declared):
        return Kind.DATE
    if _NUMERIC.search(declared) and not texts:
        return Kind.NUMBER
    if looked and all(not isinstance(value, str) or _DIGITS.fullmatch(value) for value in looked):
        return Kind.NUMBER
    return Kind.TEXT


def _keys(connection: sqlite3.Connection, table: str) -> list[ForeignKey]:
    found = []
    for row in connection.execute(f"PRAGMA foreign_key_list({_quoted(table)})").fetchall():
        to_table, column, to_column = row[2], row[3], row[4]
        if to_column is None:  # it means the other table's primary key
            infos = connection.execute(f"PRAGMA table_info({_quoted(to_table)})").fetchall()
            to_column = next((info[1] for info in infos if info[5]), None)
        if to_column is not None:
            found.append(ForeignKey(table, column, to_table, to_column))
    return found


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
