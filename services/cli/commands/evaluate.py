"""`sextant eval`."""

import statistics
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from services.cli import asking
from services.cli.client import Gateway
from services.cli.commands.ingest import ingest_files
from services.cli.options import Tenant, Url
from services.cli.session import talk
from services.core.errors import BadInput
from services.evaluation.questions import EvaluationQuestion, read_questions
from services.evaluation.run import evaluate

Json = Any  # dict, list, str, int, float, bool or None
EVALUATION_TENANT = "evaluation"


def evaluation(  # budget: each is an option of the command line
    *,
    corpus: Annotated[Path, typer.Option(help="Passages, one a line (JSONL).")],
    questions: Annotated[Path, typer.Option(help="Questions, one a line (JSONL): id, question, history.")],
    out: Annotated[Path, typer.Option(help="Predictions, one a line; lines that are there are not asked again.")],
    only: Annotated[int, typer.Option(min=0, help="Ask every n-th question only.")] = 1,
    flow: Annotated[str, typer.Option(help="auto, fast or deep.")] = "auto",
    tenant: Tenant = EVALUATION_TENANT,
    url: Url = "",
) -> None:
    """Ask a whole set of questions over a corpus, and write what a scorer needs."""
    asked = read_questions(questions)[:: max(1, only)]

    async def measure(gateway: Gateway) -> list[Json]:
        rows = await ingest_files(gateway, [corpus.absolute()], {}, quiet=False)
        if rows[0]["status"] != "indexed":
            raise BadInput(f"{corpus} is {rows[0]['status']}: {rows[0]['reason']}.", corpus=corpus)
        return await _evaluated(gateway, asked, out, flow=flow)

    _report(talk(measure, tenant, url))


async def _evaluated(gateway: Gateway, asked: list[EvaluationQuestion], out: Path, *, flow: str) -> list[Json]:
    bar = Progress(
        TextColumn("Asking"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=Console(stderr=True)
    )
    lines: list[Json] = []
    with bar:
        task = bar.add_task("Asking", total=len(asked))

        def told(line: Json) -> None:
            lines.append(line)
            bar.advance(task)

        await evaluate(asked, lambda body: asking.ask(gateway, body | {"flow": flow}), out, on_line=told)
    return lines


def _report(lines: list[Json]) -> None:
    if not lines:
        Console().print("Nothing was left to ask.")
        return
    seconds = sorted(line["seconds"] for line in lines)
    p95 = seconds[min(len(seconds) - 1, round(0.95 * len(seconds)))]
    abstained, failed = sum(line["abstained"] for line in lines), sum("error" in line for line in lines)
    Console().print(
        f"{len(lines)} asked · {abstained} abstained · {failed} failed · "
        f"p50 {statistics.median(seconds):.1f} s · p95 {p95:.1f} s"
    )
