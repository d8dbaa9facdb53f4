"""What the SQL tool needs of a database: what is in it, and the rows of one query."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

Cell = str | int | float | None


class Kind(StrEnum):
    """What the values of a column are, by its declared type and by the values themselves."""

    NUMBER = "number"
    TEXT = "text"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Column:
    """A column. `unique`: no value stands twice. `values` are its distinct texts, none when there are too many."""

    name: str
    kind: Kind
    unique: bool = False
    primary: bool = False
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table or view, and how many rows it has, as far as they were counted."""

    name: str
    columns: tuple[Column, ...]
    rows: int = 0

    def column(self, name: str) -> Column | None:
        """A column by its name, in any case."""
        return next((each for each in self.columns if each.name.casefold() == name.casefold()), None)


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """A declared reference from one column to another."""

    table: str
    column: str
    to_table: str
    to_column: str


@dataclass(frozen=True, slots=True)
class Schema:
    """What can be asked of a database."""

    tables: tuple[Table, ...]
    keys: tuple[ForeignKey, ...] = ()

    def table(self, name: str) -> Table | None:
        """A table by its name, in any case."""
        return next((each for each in self.tables if each.name.casefold() == name.casefold()), None)


@dataclass(frozen=True, slots=True)
class Rows:
    """What a query gave. `truncated`: there were more rows than the limit, or a cell was cut."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class QueryLimits:
    """What one query may cost. Cells are cut at `cell_characters`."""

    rows: int = 200
    seconds: float = 2.0
    cell_characters: int = 500


class SqlSource(Protocol):
    """One database, read only. tests/contract/test_sql_sources.py says what an adapter must do."""

    @property
    def name(self) -> str:
        """How people call it."""
        ...

    async def schema(self) -> Schema:
        """Tables, columns, keys and sample values. Raises SourceUnavailable when it cannot be read."""
        ...

    async def run(self, sql: str) -> Rows:
        """The rows of one SELECT, within the limits.

        Raises QueryRefused for anything that would write or reach elsewhere, QueryTooSlow, SourceUnavailable.
        """
        ...
