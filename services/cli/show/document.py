"""All that is known of a document, for people: one fact a line, what is empty left out."""

from collections.abc import Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from services.cli.output import shown_time

_FIRST = ("id", "name", "title", "status", "reason")
_TIMES = frozenset({"created", "updated", "indexed"})


def facts(row: Mapping[str, Any]) -> Table:
    """A table of two columns; `row` is the document as the API gives it."""
    shown = Table.grid(padding=(0, 2))
    shown.add_column(style="bold")
    shown.add_column(overflow="fold")
    for name in (*_FIRST, *(key for key in row if key not in _FIRST)):
        text = _written(name, row.get(name))
        if text:
            shown.add_row(name.replace("_", " "), Text(text))
    return shown


def _written(name: str, value: object) -> str:
    if name in _TIMES:
        return shown_time(str(value)) if value else ""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {each}" for key, each in value.items())
    return "" if value is None or value is False else str(value)
