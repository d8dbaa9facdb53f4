"""`sextant doctor`."""

import asyncio
from dataclasses import asdict

import typer
from rich.text import Text

from services.cli.diagnosis import diagnose
from services.cli.exits import WRONG
from services.cli.options import AsJson
from services.cli.output import console, print_json, table
from services.core.settings import SharedSettings


def doctor(*, as_json: AsJson = False) -> None:
    """Check this machine, the data directory, the models and the stack. Exit code 9 when something is wrong."""
    checks = asyncio.run(diagnose(SharedSettings()))
    if as_json:
        print_json([asdict(check) for check in checks])
    else:
        shown = table("", "", "check", "found", "what to do")
        for check in checks:
            mark = Text("✓", style="green") if check.right else Text("✗", style="red")
            shown.add_row(mark, check.name, check.found, check.advice)
        console().print(shown)
    if not all(check.right for check in checks):
        raise typer.Exit(WRONG)
