"""Printing: rich for people, one JSON document for machines."""

from datetime import datetime
from typing import Any

import orjson
from rich.console import Console
from rich.table import Table

Json = Any  # dict, list, str, int, float, bool or None


def console(*, stderr: bool = False) -> Console:
    """A console on which text is text: file names, questions and errors may hold what rich would take for markup."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def print_json(value: Json) -> None:
    """JSON on stdout, indented, in UTF-8."""
    console().out(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode())


def table(title: str, *columns: str) -> Table:
    """A plain table."""
    made = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for column in columns:
        # Half an id cannot be pasted.
        made.add_column(column, overflow="fold", no_wrap=column == "id")
    return made


def counted(number: int, thing: str, plural: str = "") -> str:
    """A number with its noun: "1 passage", "2 passages"."""
    return f"{number} {thing if number == 1 else plural or f'{thing}s'}"


def shown_time(value: str | None) -> str:
    """An ISO time as people read it, in the machine's zone."""
    if not value:
        return ""
    return datetime.fromisoformat(value).astimezone().strftime("%Y-%m-%d %H:%M:%S")
