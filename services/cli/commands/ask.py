"""`sextant ask`."""

import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer
from rich.console import Console
from rich.live import Live

from services.cli import asking
from services.cli.client import Gateway
from services.cli.options import DEFAULT_TENANT, AsJson, Tenant, Url
from services.cli.output import print_json
from services.cli.reading import read_text, whole
from services.cli.session import talk
from services.cli.show.answer import show_answer
from services.cli.show.progress import Progress
from services.core.errors import BadInput, NotFound

_TURNS = 'Write JSON: [{"role": "user", "text": "…"}, {"role": "assistant", "text": "…"}].'
Json = Any  # dict, list, str, int, float, bool or None


def ask(  # budget: each is an option of the command line
    question: Annotated[str, typer.Argument(help="What you want to know; - reads it from standard input.")],
    *,
    as_json: AsJson = False,
    trace: Annotated[bool, typer.Option(help="Keep the steps on the screen, above the answer.")] = False,
    profile: Annotated[str, typer.Option(help="Retrieval profile: general, finance, medical, news.")] = "general",
    flow: Annotated[str, typer.Option(help="auto, fast or deep.")] = "auto",
    history: Annotated[Path | None, typer.Option(help='Earlier turns: JSON [{"role": …, "text": …}].')] = None,
    database: Annotated[str, typer.Option(help="Ask this database of the tenant, by name; any without it.")] = "",
    now: Annotated[str, typer.Option(help="Ask as if it were this time (ISO 8601).")] = "",
    tenant: Tenant = DEFAULT_TENANT,
    url: Url = "",
) -> None:
    """Ask a question. Shows how it thinks, then the answer with its evidence."""
    body = {
        "history": turns(history),
        "now": moment(now),
        "question": read_text(sys.stdin.buffer) if question == "-" else whole(question),
        "profile": profile,
        "flow": flow,
        "database": database,
    }
    if as_json:
        print_json(talk(lambda gateway: asking.ask(gateway, body), tenant, url))
        return
    show_answer(Console(), talk(lambda gateway: _shown(gateway, body, keep=trace), tenant, url))


async def _shown(gateway: Gateway, body: Json, *, keep: bool) -> Json:
    progress = Progress()
    console = Console()
    with Live(progress, console=console, refresh_per_second=10, transient=True):
        answer = await asking.ask(gateway, body, progress.take)
    if keep:
        for line in progress.lines:
            console.print(line)
    return answer


def turns(path: Path | None) -> Json:
    """Earlier turns from a file. Raises NotFound, and BadInput for a file that holds no list of turns."""
    if path is None:
        return []
    try:
        said = orjson.loads(path.read_bytes())
    except FileNotFoundError as error:
        raise NotFound(f"--history: there is no file {path}. {_TURNS}", path=path) from error
    except (OSError, orjson.JSONDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"--history: {path} holds no JSON list of turns: {why}. {_TURNS}", path=path) from error
    if not isinstance(said, list):
        raise BadInput(f"--history: {path} holds no list of turns. {_TURNS}", path=path)
    return said


def moment(said: str) -> str:
    """A clock as it was given. Raises BadInput for what is no time."""
    try:
        if said:
            datetime.fromisoformat(said)
    except ValueError as error:
        raise BadInput(
            f"--now: {said!r} is no time. Write a day (2024-05-04) or a time (2024-05-04T09:30+02:00).", field="now"
        ) from error
    return said
