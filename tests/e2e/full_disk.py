"""Run by test_bad_input.py in a namespace of its own: Sextant over a small disk that fills up and is freed again.

`python -m tests.e2e.full_disk FOLDER`, where FOLDER is the root of a small file system. Prints one JSON object.
"""

import asyncio
import errno
import json
import sys
from pathlib import Path
from typing import Any

from services.cli import asking
from services.cli.client import Gateway
from services.cli.commands.ingest import ingest_files
from services.cli.embedded import embedded_stack
from services.core.errors import SextantError
from services.core.settings import SharedSettings

QUESTION = {"question": "How high is the lighthouse of Gorm?"}


async def main(disk: Path) -> dict[str, Any]:
    """What happened before, while and after the disk was full."""
    told: dict[str, Any] = {}
    before, after = disk / "before.md", disk / "after.md"
    before.write_text("# Gorm\n\nThe lighthouse of Gorm is 41 m high.\n")
    after.write_text("# Hald\n\nThe lighthouse of Hald is 17 m high.\n\n" + "The sea was calm that day. " * 300)
    settings = SharedSettings(data_dir=disk / "data", model_dir=SharedSettings().model_dir)
    async with embedded_stack(settings) as url, Gateway(url, "e2e") as gateway:
        told["before"] = await ingest_files(gateway, [before], {}, quiet=True)
        _fill(disk / "filler")
        told["while"] = await ingest_files(gateway, [after], {}, quiet=True)
        told["asked"] = await _asked(gateway)
        told["read"] = (await gateway.get("/v1/documents"))["documents"][0]["name"]
        (disk / "filler").unlink()
        told["after"] = await ingest_files(gateway, [after], {}, quiet=True)
        told["answer"] = await _asked(gateway)
    return told


async def _asked(gateway: Gateway) -> str:
    try:
        return str((await asking.ask(gateway, QUESTION))["short_answer"])
    except SextantError as error:
        return f"{error.wire_code}: {error.message}"


def _fill(filler: Path) -> None:
    """Leave no byte free."""
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 10, 1):
            _append(file, size)


def _append(file: Any, size: int) -> None:
    try:
        while file.write(bytes(size)) == size:
            pass
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(main(Path(sys.argv[1])))))
