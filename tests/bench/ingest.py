"""Speed and memory of ingestion in embedded mode: `make bench-ingest`, or `make bench-ingest CORPUS=C.jsonl`.

Without a corpus, 500 made-up passages of both languages, about 120 tokens each. A fresh data directory, one process, as
`sextant ingest` without a stack; the parser's own process has a limit of its own and is not counted.
"""

import asyncio
import random
import resource
import sys
import tempfile
import time
from pathlib import Path

import orjson

from services.cli.client import Gateway
from services.cli.commands.ingest import ingest_files
from services.cli.embedded import embedded_stack
from services.core.settings import SharedSettings
from tests.models import built_models
from tests.unit.inference.bilingual import TEXTS

_PASSAGES, _SENTENCES = 500, 6


def made_up(folder: Path) -> Path:
    """A corpus of the tests' texts in random order, one passage a line."""
    rng, path = random.Random(7), folder / "corpus.jsonl"
    rows = [
        {"id": f"made-{number}", "title": f"Note {number}", "text": " ".join(rng.choices(TEXTS, k=_SENTENCES))}
        for number in range(_PASSAGES)
    ]
    path.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
    return path


async def main(corpus: Path | None) -> None:
    """Ingest once and print the figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        chosen = corpus or made_up(folder)
        settings = SharedSettings(data_dir=folder / "data", model_dir=built_models())
        async with embedded_stack(settings) as url, Gateway(url, "bench") as gateway:
            began = time.perf_counter()
            (row,) = await ingest_files(gateway, [chosen.absolute()], {}, quiet=True)
            seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(
        f"{row['status']}: {row['passages']} passages in {seconds:.1f} s, {row['passages'] / seconds:.1f} a second; "
        f"peak memory {peak:.0f} MB\n"
    )


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
