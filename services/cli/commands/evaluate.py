"""`sextant eval`."""

import statistics
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from services.cli.commands.evaluate_runs import BASELINES, Task, answered, hinted, ingested, measured_here, registered
from services.cli.options import Tenant, Url
from services.core.errors import BadInput

Json = Any  # dict, list, str, int, float, bool or None
EVALUATION_TENANT = "evaluation"


def evaluation(  # budget: each is an option of the command line
    *,
    corpus: Annotated[Path, typer.Option(help="Passages, one a line (JSONL).")],
    questions: Annotated[Path, typer.Option(help="Questions, one a line (JSONL): id, question, history.")],
    sql: Annotated[Path | None, typer.Option(help="Folder of SQLite files that questions may be asked of.")] = None,
    out: Annotated[Path, typer.Option(help="Predictions, one a line; lines that are there are not asked again.")],
    baseline: Annotated[
        list[str] | None, typer.Option(help="naive or hybrid, asked too; its lines go beside, as OUT.naive.jsonl.")
    ] = None,
    retrieval_only: Annotated[bool, typer.Option(help="Only search; nothing is read or written.")] = False,
    rewrite: Annotated[bool, typer.Option(help="With --retrieval-only: also by rewritings and sub-questions.")] = False,
    only: Annotated[int, typer.Option(min=0, help="Ask every n-th question only.")] = 1,
    flow: Annotated[str, typer.Option(help="auto, fast or deep.")] = "auto",
    profile: Annotated[str, typer.Option(help="Retrieval profile.")] = "general",
    tenant: Tenant = EVALUATION_TENANT,
    url: Url = "",
) -> None:
    """Ask a whole set of questions over a corpus, and write what a scorer needs."""
    from services.evaluation.questions import read_questions

    names = tuple(dict.fromkeys(baseline or ()))
    if unknown := [name for name in names if name not in BASELINES]:
        raise BadInput(f"There is no baseline {', '.join(unknown)}; there are {' and '.join(BASELINES)}.")
    if url and (names or retrieval_only):
        raise BadInput("Baselines and --retrieval-only open the indexes themselves, so they cannot use --url.")
    task = Task(read_questions(questions)[:: max(1, only)], out, tenant, profile, flow)
    if url and sql:
        raise BadInput("--sql puts the files where the stack looks for them, so it cannot use --url.")
    databases = registered(sql, tenant) if sql else ()
    task = replace(task, questions=hinted(task.questions, databases))
    ingested(corpus, tenant, url)
    lines = {} if retrieval_only else {"sextant": answered(task, url)}
    if retrieval_only or names:
        lines |= measured_here(task, names, retrieval_only=retrieval_only, rewrite=rewrite)
    for name, made in lines.items():
        _report(name, made)


def _report(name: str, lines: list[Json]) -> None:
    if not lines:
        Console().print(f"{name}: nothing was left to ask.")
        return
    seconds = sorted(line["seconds"] for line in lines if "seconds" in line)
    p95 = seconds[min(len(seconds) - 1, round(0.95 * len(seconds)))]
    abstained, failed = sum(line.get("abstained", False) for line in lines), sum("error" in line for line in lines)
    Console().print(
        f"{name}: {len(lines)} asked · {abstained} abstained · {failed} failed · "
        f"p50 {statistics.median(seconds):.2f} s · p95 {p95:.2f} s"
    )
