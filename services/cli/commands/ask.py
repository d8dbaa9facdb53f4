"""`sextant ask`."""

import sys
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
from services.core.errors import BadInput

Json = Any  # dict, list, str, int, float, bool or None


def ask(  # budget: each is an option of the command line
    question: Annotated[str, typer.Argument(help="What you want to know; - reads it from standard input.")],
    *,
    as_json: AsJson = False,
    trace: Annotated[bool, typer.Option(help="Keep the steps on the screen, above the answer.")] = False,
    profile: Annotated[str, typer.Option(help="Retrieval profile: general, finance, medical, news.")] = "general",
    flow: Annotated[str, typer.Option(help="auto, fast or deep.")] = "auto",
    history: Annotated[Path | None, typer.Option(help='Earlier turns: JSON [{"role": …, "text": …}].')] = None,
    now: Annotated[str, typer.Option(help="Ask as if it were this time (ISO 8601).")] = "",
    tenant: Tenant = DEFAULT_TENANT,
    url: Url = "",
) -> None:
    """Ask a question. Shows how it thinks, then the answer with its evidence."""
    text = read_text(sys.stdin.buffer) if question == "-" else whole(question)
    body = {
        "question": text,
        "profile": profile,
        "flow": flow,
        "history": _turns(history),
        "now": now,
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


def _turns(path: Path | None) -> Json:
    if path is None:
        return []
    try:
        turns = orjson.loads(path.read_bytes())
    except (OSError, orjson.JSONDecodeError) as error:
        raise BadInput(f"{path} holds no JSON list of turns: {error}.", path=path) from error
    if not isinstance(turns, list):
        raise BadInput(f'{path} holds no list of turns. Write [{{"role": "user", "text": …}}, …].', path=path)
    return turns
