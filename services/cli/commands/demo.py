"""`sextant demo`: a company made from a seed, its documents ingested, seven questions asked and judged."""

import asyncio
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.live import Live

from services.cli import asking
from services.cli.client import Gateway
from services.cli.commands.ingest import ingest_files
from services.cli.exits import WRONG
from services.cli.output import table
from services.cli.show.answer import show_answer
from services.cli.show.progress import Progress
from services.core.settings import SharedSettings
from services.documents.status import DocumentStatus

if TYPE_CHECKING:
    from services.cli.demo import DemoQuestion, DemoSet, Judgement

Json = Any  # dict, list, str, int, float, bool or None


def demo(
    *,
    seed: Annotated[int, typer.Option(min=0, help="Another seed makes another company with other answers.")] = 7,
    keep: Annotated[bool, typer.Option(help="Go on with what an earlier demo of this seed has ingested.")] = False,
) -> None:
    """Show the whole way on a small company made for it. Exit code 9 when an answer is wrong."""
    raise typer.Exit(asyncio.run(_demo(seed, keep=keep)))


async def _demo(seed: int, *, keep: bool) -> int:
    # Imported here: writing PDF and Word files, models and engines are what no other command needs to load.
    from services.cli.demo import build
    from services.cli.embedded import embedded_stack

    console = Console()
    settings = SharedSettings()
    home = settings.data_dir / "demo" / str(seed)
    if home.exists() and not keep:
        shutil.rmtree(home)
    demo_set = build(seed, home / "documents")
    files = sorted(path for path in (home / "documents").rglob("*") if path.is_file())
    own = SharedSettings(data_dir=home, model_dir=settings.model_dir)
    began = time.perf_counter()
    async with embedded_stack(own) as url, Gateway(url, "demo") as gateway:
        started = time.perf_counter()
        await _ingest(console, gateway, files)
        ingested = time.perf_counter()
        wrong = await _ask_all(console, gateway, demo_set)
    console.print(
        f"\nStart {started - began:.1f} s · ingest {ingested - started:.1f} s · "
        f"questions {time.perf_counter() - ingested:.1f} s · seed {seed}"
    )
    return WRONG if wrong else 0


async def _ingest(console: Console, gateway: Gateway, files: list[Path]) -> None:
    rows = await ingest_files(gateway, files, {}, quiet=False)
    for row in rows:
        if row["status"] != DocumentStatus.INDEXED:
            console.print(f"[red]{row['name']}: {row['status']} {row['reason']}[/]")
    console.print(f"{len(rows)} documents, {sum(row['passages'] for row in rows)} passages\n")


async def _ask_all(console: Console, gateway: Gateway, demo_set: "DemoSet") -> int:
    from services.cli.demo import judge

    shown = table("", "", "kind", "question", "seconds", "why wrong")
    wrong = 0
    for question in demo_set.questions:
        for turn in question.history:
            console.print(f"[dim]{turn.role}: {turn.text}[/]")
        console.print(f"[bold]{question.text}[/]")
        began = time.perf_counter()
        answer = await _asked(console, gateway, _body(demo_set, question))
        seconds = time.perf_counter() - began
        judgement: Judgement = judge(question, answer)
        wrong += not judgement.right
        show_answer(console, answer)
        mark = "[green]✓[/]" if judgement.right else "[red]✗[/]"
        shown.add_row(mark, question.kind, question.text, f"{seconds:.1f}", "; ".join(judgement.reasons))
    console.print(shown)
    return wrong


def _body(demo_set: "DemoSet", question: "DemoQuestion") -> Json:
    return {
        "question": question.text,
        "history": [{"role": turn.role, "text": turn.text} for turn in question.history],
        "now": demo_set.now.isoformat(),
        "time_zone": demo_set.calendar.time_zone,
        "fiscal_year_start_month": demo_set.calendar.fiscal_year_start_month,
    }


async def _asked(console: Console, gateway: Gateway, body: Json) -> Json:
    progress = Progress()
    with Live(progress, console=console, refresh_per_second=10, transient=True):
        answer = await asking.ask(gateway, body, progress.take)
    for line in progress.lines:
        console.print(line)
    return answer
