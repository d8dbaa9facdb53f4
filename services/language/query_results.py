"""The rows of a database query as the text of a passage: written where it was run, read where it is told and checked.

    Imre Solt: 2; Vera Tamm: 1

    Query over the database clinic (doctor, visit):
    SELECT …

    | full_name | number_of_visit |
    | --- | --- |
    | Imre Solt | 2 |

The first line is the answer in short form. Columns of first and last names are told together.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from services.language.instructions import visible

Cell = str | int | float | None
NOTHING = "–"
"""How a cell without a value, and an answer without a row, is told."""
_HEAD = re.compile(
    r"^Query over the database (?P<database>.+?) \((?P<tables>[^)]*)\):\n(?P<sql>.+?)\n\n", re.MULTILINE | re.DOTALL
)
_CUT = "(further rows were cut)"
_FIRST, _LAST = (
    re.compile(r"first_?name|fname|given_?name", re.IGNORECASE),
    re.compile(r"last_?name|lname|surname|family_?name", re.IGNORECASE),
)
_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class QueryResult:
    """A query and its rows, cells as they are told. `cut`: there were more rows than are here."""

    database: str
    tables: tuple[str, ...]
    sql: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    cut: bool = False

    @property
    def told(self) -> tuple[str, ...]:
        """Each row in short form: its value, "name: value", or "name (value, value)"."""
        return tuple(_told(row) for row in self.rows)

    @property
    def short(self) -> str:
        """All rows in short form."""
        if not self.rows:
            return NOTHING
        return (", " if len(self.columns) == 1 else "; ").join(self.told)


def result_of(
    database: str,
    tables_read: Sequence[str],
    sql: str,
    *,
    columns: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    cut: bool,
) -> QueryResult:  # budget: the parts of a result
    """A result of raw cells: figures rounded to four decimals, first and last names in one column."""
    texts = [tuple(_text(cell) for cell in row) for row in rows]
    place = next(
        (at for at in range(len(columns) - 1) if _FIRST.fullmatch(columns[at]) and _LAST.fullmatch(columns[at + 1])),
        None,
    )
    names = tuple(columns)
    if place is not None:
        names = (*names[:place], "name", *names[place + 2 :])
        texts = [(*row[:place], " ".join(row[place : place + 2]), *row[place + 2 :]) for row in texts]
    return QueryResult(database, tuple(tables_read), sql, names, tuple(texts), cut)


def written(result: QueryResult) -> str:
    """The text of the passage."""
    lines = [
        result.short,
        "",
        f"Query over the database {result.database} ({', '.join(result.tables)}):",
        result.sql,
        "",
    ]
    lines += [_row(result.columns), _row(["---"] * len(result.columns)), *(_row(row) for row in result.rows)]
    return "\n".join([*lines, *(["", _CUT] if result.cut else [])])


@lru_cache(maxsize=256)
def read(text: str) -> QueryResult | None:
    """The result that a passage's text holds; None for any other text."""
    head = _HEAD.search(text)
    if head is None:
        return None
    # Not by language.tables: there a row of dashes is a rule, here it is a row without values.
    grid = text[head.end() :].partition("\n\n")[0]
    lines = [line for line in grid.split("\n") if line.startswith("| ")]
    if len(lines) < 2:
        return None
    header, _, *rows = (tuple(line[2:-2].split(" | ")) for line in lines)
    return QueryResult(
        head["database"], tuple(head["tables"].split(", ")), head["sql"], header, tuple(rows), text.endswith(_CUT)
    )


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _text(cell: Cell) -> str:
    """A cell in one line, without what would end it."""
    if cell is None or cell == "":
        return NOTHING
    if isinstance(cell, float):
        return f"{cell:.{_DECIMALS}f}".rstrip("0").rstrip(".")
    return " ".join(visible(str(cell)).replace("|", "/").split()) or NOTHING


def _told(row: Sequence[str]) -> str:
    if len(row) < 2:
        return "".join(row)
    return f"{row[0]}: {row[1]}" if len(row) == 2 else f"{row[0]} ({', '.join(row[1:])})"
