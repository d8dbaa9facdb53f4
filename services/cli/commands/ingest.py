"""`sextant ingest`."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from services.cli.client import Gateway
from services.cli.exits import PARTIAL
from services.cli.ingesting import cleared, sent_and_settled
from services.cli.options import DEFAULT_TENANT, AsJson, Tenant, Url
from services.cli.output import console, print_json
from services.cli.session import talk
from services.cli.show.ingested import is_bad, show_differences, show_ingested, show_not_indexed
from services.cli.syncing import Differences, differences
from services.core.errors import BadInput, NotFound
from services.core.settings import SharedSettings

Json = Any  # dict, list, str, int, float, bool or None


def ingest(  # budget: each is an option of the command line
    paths: Annotated[list[Path], typer.Argument(help="Files and folders.")],
    *,
    tag: Annotated[list[str] | None, typer.Option(help="A tag for all of them; may be given again.")] = None,
    profile: Annotated[str, typer.Option(help="Retrieval profile of the documents.")] = "general",
    sync: Annotated[
        bool, typer.Option("--sync", help="Follow one folder: also replace what changed, delete what left it.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="With --sync: only say what would be done.")] = False,
    as_json: AsJson = False,
    tenant: Tenant = DEFAULT_TENANT,
    url: Url = "",
) -> None:
    """Take documents in, and wait until they can be asked about. Exit code 8 when some could not be."""
    if dry_run and not sync:
        raise BadInput("--dry-run: it goes with --sync.")
    fields = {"tags": tag or [], "profile": profile}
    chosen = [_one_folder(paths)] if sync else paths
    files = [path.absolute() for path in found(chosen)]
    if not files and not sync:
        raise NotFound(f"There are no files in {', '.join(map(str, paths))}.")
    if not as_json and not url:
        console(stderr=True).print(f"Data directory: {SharedSettings().data_dir.absolute()}", soft_wrap=True)
    if sync:
        follow = Following(chosen[0], files, fields, quiet=as_json, dry_run=dry_run)
        rows = talk(follow.run, tenant, url)
    else:
        rows = talk(lambda gateway: ingest_files(gateway, files, fields, quiet=as_json), tenant, url)
        _tell(rows, as_json=as_json)
    if any(is_bad(row) for row in rows):
        raise typer.Exit(PARTIAL)


def _tell(rows: list[Json], *, as_json: bool) -> None:
    if as_json:
        print_json(rows)
    else:
        show_ingested(console(), rows)


def _one_folder(paths: Sequence[Path]) -> Path:
    given = ", ".join(map(str, paths))
    if len(paths) == 1 and not paths[0].exists():
        raise NotFound(f"There is no folder {given}.")
    if len(paths) != 1 or not paths[0].is_dir():
        raise BadInput(f"--sync follows one folder; given: {given}.")
    return paths[0].absolute()


class Following:
    """A folder that is followed once, by its files now (absolute paths)."""

    def __init__(self, folder: Path, files: list[Path], fields: Json, *, quiet: bool, dry_run: bool) -> None:
        self._folder, self._files, self._fields = folder, files, fields
        self._quiet, self._dry_run = quiet, dry_run

    async def run(self, gateway: Gateway) -> list[Json]:
        """Make the documents that came from the folder what it holds; a row for each file that was sent."""
        seen = await differences(gateway, self._folder, self._files, tags=self._fields["tags"])
        rows: list[Json] = []
        if not self._dry_run:
            rows = await ingest_files(gateway, list(seen.to_send), self._fields, quiet=self._quiet)
            gone = [await gateway.delete(f"/v1/documents/{row['id']}") for row in seen.gone]
            for row in gone[-1:]:
                await cleared(gateway, row)
        self._say(seen, rows)
        return rows

    def _say(self, seen: Differences, rows: list[Json]) -> None:
        if self._quiet:
            print_json({**seen.plain(), "dry_run": self._dry_run, "documents": rows})
            return
        show_not_indexed(console(), rows)
        show_differences(console(), seen, done=not self._dry_run)


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

        def finished(file: Path, _row: Json) -> None:
            bar.advance(task)
            elapsed = bar.tasks[0].elapsed or 0
            bar.update(task, description=f"Ingesting {file.name[:40]}", rate=_rate(bar.tasks[0].completed, elapsed))

        return await sent_and_settled(gateway, files, fields, finished=finished)


def _rate(done: float, seconds: float) -> str:
    return f"{done / seconds:.1f} files/s" if seconds else ""
