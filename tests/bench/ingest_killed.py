"""Is a killed ingestion, resumed, the same as one let alone? `make bench-ingest-killed [CORPUS=C.jsonl SEED=7]`.

The product's own command ingests the corpus into one data directory, and into another where its processes are killed at
three random moments (drawn between a tenth and nine tenths of what the first took). Then both directories must hold the
same passages and vectors, bit by bit, and answer the same searches with the same passages and scores. Exits 1 if not.
"""

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from services.cli.client import Gateway
from services.cli.embedded import embedded_stack
from services.core.domain.question import Scope
from services.core.settings import SharedSettings
from services.documents.store import DocumentStore
from tests.bench.ingest import made_up
from tests.models import built_models
from tests.unit.inference.bilingual import TEXTS

Json = Any  # dict, list, str, int, float, bool or None
_TENANT, _KILLS, _SEARCHES = "bench", 3, 30
_COMMAND = [sys.executable, "-W", "ignore", "-m", "services.cli", "ingest", "--tenant", _TENANT, "--json"]


def start(corpus: Path, data: Path) -> subprocess.Popen[bytes]:
    """The command, in a process group of its own."""
    environment = os.environ | {"SEXTANT_DATA_DIR": str(data), "SEXTANT_MODEL_DIR": str(built_models())}
    return subprocess.Popen(
        [*_COMMAND, str(corpus)], env=environment, stdout=subprocess.DEVNULL, start_new_session=True
    )


def let_alone(corpus: Path, data: Path) -> float:
    """Ingest to the end; seconds. Raises CalledProcessError."""
    began = time.perf_counter()
    process = start(corpus, data)
    if code := process.wait():
        raise subprocess.CalledProcessError(code, _COMMAND)
    return time.perf_counter() - began


def killed(corpus: Path, data: Path, after: float) -> bool:
    """Ingest for so many seconds, then SIGKILL the whole group; False when it had ended before."""
    process = start(corpus, data)
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return True
    return False


async def contents(data: Path) -> list[tuple[str, str, bytes]]:
    """Id, text and vector of every passage."""
    store = await DocumentStore.open(SharedSettings(data_dir=data).documents_url)
    try:
        documents = (await store.list_documents(Scope(_TENANT))).rows
        rows = [row for one in documents async for row in store.index_rows(one.id, one.version)]
        return sorted((row.passage.id, row.passage.text, row.vector.tobytes()) for row in rows)
    finally:
        await store.close()


async def answers(data: Path) -> list[Json]:
    """What the indexes find: ids and scores of the same searches."""
    queries = random.Random(1).sample(TEXTS, min(_SEARCHES, len(TEXTS)))
    settings = SharedSettings(data_dir=data, model_dir=built_models())
    async with embedded_stack(settings) as url, Gateway(url, _TENANT) as gateway:
        found = [await gateway.post("/v1/search", {"query": query, "limit": 10}) for query in queries]
    return [[(row["passage"]["id"], round(row["relevance"], 6)) for row in one["evidence"]] for one in found]


def _verdict(same: bool) -> str:
    return "identical" if same else "DIFFER"


def main(corpus: Path | None, seed: int) -> int:
    """Ingest twice and compare."""
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        chosen = (corpus or made_up(folder)).absolute()
        whole, cut = folder / "whole", folder / "cut"
        seconds = let_alone(chosen, whole)
        kills = sum(killed(chosen, cut, seconds * dice.uniform(0.1, 0.9)) for _ in range(_KILLS))
        rest = let_alone(chosen, cut)
        first, second = asyncio.run(contents(whole)), asyncio.run(contents(cut))
        same, same_found = first == second, asyncio.run(answers(whole)) == asyncio.run(answers(cut))
    sys.stdout.write(
        f"let alone: {len(first)} passages in {seconds:.1f} s; killed {kills} times, then {rest:.1f} s to the end; "
        f"passages and vectors {_verdict(same)}; searches {_verdict(same_found)}\n"
    )
    return 0 if first and kills and same and same_found else 1


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(Path(given[1]) if len(given) > 1 else None, int(given[0])))
