"""Files of folders, for ingestion: each once, in a stable order."""

import os
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path

from services.core.errors import NotFound


def walk(paths: Iterable[Path], include: Sequence[str] = (), exclude: Sequence[str] = ()) -> Iterator[Path]:
    """Files under these paths, sorted within each folder.

    Hidden files and folders are skipped; a path that was named itself never is. Globs match the name or the path
    relative to the named folder; `include` without globs takes everything. Links are followed, each real folder is
    entered once, so loops end; a dangling link and a folder that may not be read are skipped. Raises NotFound for a
    named path that is not there.
    """
    entered: set[tuple[int, int]] = set()
    given: set[Path] = set()
    for path in paths:
        if not path.exists():
            raise NotFound(f"There is no file or folder {path}.", path=path)
        for file in _files(path, entered):
            wanted = path.is_file() or _wanted(file, path, (include, exclude))
            real = file.resolve()
            if wanted and real not in given:
                given.add(real)
                yield file


def _files(path: Path, entered: set[tuple[int, int]]) -> Iterator[Path]:
    if path.is_file():
        yield path
        return
    folders = [path]
    while folders:
        folder = folders.pop(0)
        try:
            stat = folder.stat()
            if (stat.st_dev, stat.st_ino) in entered:
                continue
            entered.add((stat.st_dev, stat.st_ino))
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            continue
        shown = [entry for entry in entries if not entry.name.startswith(".")]
        folders.extend(Path(entry.path) for entry in shown if entry.is_dir())
        yield from (Path(entry.path) for entry in shown if entry.is_file())


def _wanted(file: Path, root: Path, globs: tuple[Sequence[str], Sequence[str]]) -> bool:
    include, exclude = globs
    names = (file.name, str(file.relative_to(root)))
    if any(fnmatch(name, glob) for glob in exclude for name in names):
        return False
    return not include or any(fnmatch(name, glob) for glob in include for name in names)
