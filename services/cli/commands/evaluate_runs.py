"""The parts of `sextant eval`: taking the corpus in, asking the product, and what is measured in this process."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from services.cli import asking
from services.cli.client import Gateway
from services.cli.commands.ingest import ingest_files
from services.cli.session import talk
from services.cli.stack import state
from services.core.errors import BadInput, NotFound
from services.core.settings import SharedSettings
from services.evaluation.questions import EvaluationQuestion
from services.evaluation.run import Answerer, answer_all, evaluate

Json = Any  # dict, list, str, int, float, bool or None
OnLine = Callable[[Json], None]
BASELINES = ("naive", "hybrid")


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked, for which tenant and how, and where the lines go."""

    questions: Sequence[EvaluationQuestion]
    out: Path
    tenant: str
    profile: str
    flow: str = "auto"

    def beside(self, name: str) -> Path:
        """Where a baseline's lines go: "p.jsonl" → "p.naive.jsonl"."""
        return self.out.with_name(f"{self.out.stem}.{name}{self.out.suffix}")


def ingested(corpus: Path, tenant: str, url: str) -> None:
    """Take the corpus in, once: the same bytes again cost nothing. Raises BadInput when it cannot be indexed."""
    rows = talk(lambda gateway: ingest_files(gateway, [corpus.absolute()], {}, quiet=False), tenant, url)
    if rows[0]["status"] != "indexed":
        raise BadInput(f"{corpus} is {rows[0]['status']}: {rows[0]['reason']}.", corpus=corpus)


def registered(folder: Path, tenant: str) -> tuple[str, ...]:
    """Copy a folder's SQLite files to where retrieval looks for a tenant's; their names. Raises NotFound, BadInput."""
    from services.retrieval.settings import Settings  # late: `sextant --help` needs none of it

    if not folder.is_dir():
        raise NotFound(f"--sql: there is no folder {folder}.", path=folder)
    files = sorted(path for path in folder.iterdir() if path.suffix in (".sqlite", ".sqlite3", ".db"))
    if not files:
        raise BadInput(f"--sql: {folder} holds no .sqlite, .sqlite3 or .db file.", path=folder)
    home = Settings().retrieval_sql_dir / tenant
    home.mkdir(parents=True, exist_ok=True)
    for path in files:
        shutil.copyfile(path, home / path.name)
    return tuple(path.stem for path in files)


def hinted(questions: Sequence[EvaluationQuestion], databases: Sequence[str]) -> list[EvaluationQuestion]:
    """The questions, each with the database that it names where that one is there."""
    return [each if each.database in databases else replace(each, database="") for each in questions]


def answered(task: Task, url: str) -> list[Json]:
    """Ask the product; the lines that were made."""
    more = {"flow": task.flow, "profile": task.profile}

    async def ask(gateway: Gateway) -> list[Json]:
        async def work(told: OnLine) -> None:
            await evaluate(task.questions, lambda body: asking.ask(gateway, body | more), task.out, on_line=told)

        return await _shown("Asking", task, work)

    return talk(ask, task.tenant, url)


def measured_here(
    task: Task, baselines: Sequence[str], *, retrieval_only: bool, rewrite: bool
) -> dict[str, list[Json]]:
    """Search, and ask the baselines, over the same indexes. Raises Conflict while a stack runs over them."""
    with state.owned(SharedSettings().data_dir):
        return asyncio.run(_measured_here(task, baselines, retrieval_only=retrieval_only, rewrite=rewrite))


async def _measured_here(
    task: Task, names: Sequence[str], *, retrieval_only: bool, rewrite: bool
) -> dict[str, list[Json]]:
    # Late: they load models and engines, which `sextant --help` never needs.
    from services.evaluation import baselines
    from services.evaluation.searching import Searcher
    from services.evaluation.workbench import opened

    made: dict[str, list[Json]] = {}
    async with opened(SharedSettings(), task.tenant, task.profile) as bench:
        if retrieval_only:
            made["retrieval"] = await _lines("Searching", task, Searcher(bench, rewrite=rewrite).line, out=task.out)
        for name in names:
            made[name] = await _lines(
                f"Asking {name}", task, partial(baselines.line, name, bench), out=task.beside(name)
            )
    return made


async def _lines(title: str, task: Task, line: Answerer, *, out: Path) -> list[Json]:
    return await _shown(title, task, lambda told: answer_all(task.questions, line, out, on_line=told))


async def _shown(title: str, task: Task, work: Callable[[OnLine], Awaitable[None]]) -> list[Json]:
    """Do the work under a progress bar; the lines that it told of."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    lines: list[Json] = []
    with Progress(*columns, console=Console(stderr=True)) as bar:
        row = bar.add_task(title, total=len(task.questions))

        def told(line: Json) -> None:
            lines.append(line)
            bar.advance(row)

        await work(told)
    return lines
