"""Readers over the made-up databases."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from services.retrieval.sql.adapters.sqlite import SqliteSource
from services.retrieval.sql.guard import guarded
from services.retrieval.sql.port import Cell, QueryLimits
from services.retrieval.sql.reading.reader import Reader, Reading
from tests.fakes.databases import CHINESE, CLINIC, SHIPPING, write

Rows = list[tuple[Cell, ...]]
Ask = Callable[[str, str], Awaitable[Rows | str]]
_SCRIPTS = {"clinic": CLINIC, "shipping": SHIPPING, "stock": CHINESE}


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Reads a question over a database and runs it through the guard: its rows, or why it cannot be answered."""

    async def asked(name: str, question: str) -> Rows | str:
        source = SqliteSource(write(tmp_path / f"{name}.sqlite", _SCRIPTS[name]), QueryLimits())
        schema = await source.schema()
        found = Reader(schema).read(question)
        if not isinstance(found, Reading):
            return found.reason
        return list((await source.run(guarded(found.sql, schema, rows=50))).rows)

    return asked
