"""`sextant ingest`."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from services.cli.client import Gateway
from services.cli.exits import PARTIAL
from services.cli.options import DEFAULT_TENANT, AsJson, Tenant, Url
from services.cli.output import console, print_json, table
from services.cli.session import talk
from services.core.errors import NotFound, SextantError
from services.documents.status import DocumentStatus

Json = Any  # dict, list, str, int, float, bool or None
POLL_SECONDS = 0.3
# Uploads that wait for the gateway at the same time.
UPLOADS = 4


def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders.")],
    *,
    tag: Annotated[list[str] | None, typer.Option(help="A tag for all of them; may be given again.")] = None,
    profile: Annotated[str, typer.Option(help="Retrieval profile of the documents.")] = "general",
    as_json: AsJson = False,
    tenant: Tenant = DEFAULT_TENANT,
    url: Url = "",
) -> None:
    """Take documents in, and wait until they can be asked about. Exit code 8 when some could not be."""
    files = [path.absolute() for path in found(paths)]
    if not files:
        raise NotFound(f"There are no files in {', '.join(map(str, paths))}.")
    fields = {"tags": tag or [], "profile": profile}
    rows = talk(lambda gateway: ingest_files(gateway, files, fields, quiet=as_json), tenant, url)
    if as_json:
        print_json(rows)
    else:
        _report(rows)
    if any(row["status"] != DocumentStatus.INDEXED for row in rows):
        raise typer.Exit(PARTIAL)


def found(paths: Iterable[Path]) -> Iterable[Path]:
    """Files under the paths, by name; hidden ones and links are left out, but for those named. Raises NotFound."""
    for path in paths:
        if path.is_dir():
            yield from (each for each in sorted(path.rglob("*")) if _is_plain(each) and not _is_hidden(each, path))
        elif path.exists():
            yield path
        else:
            raise NotFound(f"There is no file or folder {path}.", path=path)


def _is_plain(file: Path) -> bool:
    """A link would take in what lies elsewhere (a key, another's report), or the same file twice."""
    return file.is_file() and not file.is_symlink()


def _is_hidden(file: Path, root: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(root).parts)


async def ingest_files(gateway: Gateway, files: list[Path], fields: Json, *, quiet: bool) -> list[Json]:
    """Send files (absolute paths) and wait until each has reached its state; one row a file, in their order."""
    limit = asyncio.Semaphore(UPLOADS)
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        console=console(stderr=True),
        disable=quiet,
    )
    with bar:
        task = bar.add_task("Ingesting", total=len(files), rate="")

        async def one(file: Path) -> Json:
            async with limit:
                row = await _sent(gateway, file, {**fields, "external_id": file.as_posix()})
            row = await _settled(gateway, row)
            bar.advance(task)
            elapsed = bar.tasks[0].elapsed or 0
            bar.update(task, description=f"Ingesting {file.name[:40]}", rate=_rate(bar.tasks[0].completed, elapsed))
            return row

        return list(await asyncio.gather(*(one(file) for file in files)))


def _rate(done: float, seconds: float) -> str:
    return f"{done / seconds:.1f} files/s" if seconds else ""


async def _sent(gateway: Gateway, file: Path, fields: Json) -> Json:
    """The document's row; a file that is refused gets a row with its reason, so that the batch goes on."""
    try:
        return await gateway.upload(file, fields)
    except SextantError as error:
        return {"id": "", "name": file.name, "status": "rejected", "reason": error.wire_code, "detail": error.message}


async def _settled(gateway: Gateway, row: Json) -> Json:
    while not DocumentStatus(row["status"]).terminal:
        await asyncio.sleep(POLL_SECONDS)
        row = await gateway.get(f"/v1/documents/{row['id']}")
    return row


def _report(rows: list[Json]) -> None:
    screen = console()
    bad = [row for row in rows if row["status"] != DocumentStatus.INDEXED]
    if bad:
        shown = table("Not indexed", "file", "state", "reason", "what to do")
        for row in bad:
            shown.add_row(row["name"], row["status"], row.get("reason", ""), row.get("detail", ""))
        screen.print(shown)
    counts = Counter(row["status"] for row in rows)
    passages = sum(row.get("passages", 0) for row in rows)
    screen.print(", ".join(f"{count} {status}" for status, count in counts.items()) + f" · {passages} passages")
