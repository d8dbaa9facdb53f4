"""What `sextant doctor` looks at. Each check says what it found and, when that is wrong, what to do."""

import os
import shutil
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path

import httpx

from services.cli.stack import state
from services.cli.stack.broker import find_binary
from services.cli.stack.local import as_running
from services.core.errors import SextantError
from services.core.settings import SharedSettings

FREE_BYTES = 1 << 30
ASK_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Check:
    """A check: whether all is right, what was found, what to do."""

    name: str
    right: bool
    found: str
    advice: str = ""


async def diagnose(settings: SharedSettings) -> list[Check]:
    """All checks, in the order in which to mend what they find. What is right needs no advice."""
    settings = as_running(settings)
    checks = [
        _python(),
        _data_dir(settings.data_dir),
        _space(settings.data_dir),
        _models(settings.model_dir),
        _broker(),
        await _opens("ledger", lambda: _open_ledger(settings)),
        await _opens("document store", lambda: _open_documents(settings)),
        await _opens("vector index", lambda: _ask_vectors(settings.milvus_url)),
        await _stack(settings.data_dir),
    ]
    return [replace(check, advice="") if check.right else check for check in checks]


def _python() -> Check:
    found = ".".join(map(str, sys.version_info[:3]))
    return Check("python", (3, 11) <= sys.version_info < (3, 13), found, "Sextant runs on Python 3.11 and 3.12.")


def _data_dir(folder: Path) -> Check:
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if os.access(nearest, os.W_OK):
        where = f"{folder.absolute()} can be written"
        if not folder.is_absolute():
            # The commonest surprise: documents seem gone from another folder.
            where += "; it belongs to the folder that a command runs in, set SEXTANT_DATA_DIR to have one for all"
        return Check("data directory", right=True, found=where)
    return Check("data directory", right=False, found=f"{nearest} cannot be written", advice="Set SEXTANT_DATA_DIR.")


def _space(folder: Path) -> Check:
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    free = shutil.disk_usage(nearest).free
    return Check("disk", free >= FREE_BYTES, f"{free / 1e9:.1f} GB free", "Free 1 GB.")


def _models(folder: Path) -> Check:
    from services.inference.build import models_are_built

    built = models_are_built(folder)
    found = f"{'built' if built else 'not built'} in {folder}"
    return Check("models", built, found, "Run `sextant models pull`.")


def _broker() -> Check:
    try:
        return Check("broker", right=True, found=Path(find_binary()).name)
    except SextantError as error:
        return Check("broker", right=False, found="no server", advice=error.message)


async def _opens(name: str, open_store: Callable[[], Awaitable[str]]) -> Check:
    try:
        return Check(name, right=True, found=await open_store())
    except SextantError as error:
        return Check(name, right=False, found=error.wire_code, advice=error.message)


def _is_no_file_yet(url: str) -> bool:
    return url.startswith("sqlite") and not Path(url.partition("///")[2]).exists()


async def _open_ledger(settings: SharedSettings) -> str:
    from services.ledger.ledger import Ledger

    if _is_no_file_yet(settings.database_url):
        return "none yet"
    ledger = await Ledger.open(settings.database_url)
    try:
        counts = await ledger.counts()
        return ", ".join(f"{count} {status}" for status, count in counts.items()) or "no runs"
    finally:
        await ledger.close()


async def _open_documents(settings: SharedSettings) -> str:
    from services.documents.store import DocumentStore

    if _is_no_file_yet(settings.documents_url):
        return "none yet"
    store = await DocumentStore.open(settings.documents_url)
    await store.close()
    return "opens"


async def _ask_vectors(url: str) -> str:
    """What the vector index is and its precision. Milvus Lite is not opened: a running stack holds its file."""
    from importlib.metadata import version

    from services.indexes.adapters.milvus import MilvusEngine
    from services.indexes.adapters.milvus_connection import Timeouts
    from services.indexes.adapters.milvus_schema import Abilities
    from services.retrieval.settings import Settings

    precision = Settings().retrieval_precision
    if url.endswith(".db"):
        return " · ".join(Abilities.of_lite(version("milvus-lite")).words(precision))
    engine = MilvusEngine(url, precision=precision, timeouts=Timeouts(ASK_SECONDS, ASK_SECONDS))
    try:
        return " · ".join(await engine.capabilities())
    finally:
        await engine.close()


async def _stack(data_dir: Path) -> Check:
    known = state.read(data_dir)
    if known is None:
        return Check("stack", right=True, found="not running; `sextant ask` starts what it needs")
    bad = [process.name for process in known.processes if process.state != "ready"]
    try:
        async with httpx.AsyncClient(timeout=5) as http:
            ready = (await http.get(f"{known.gateway_url}/readyz")).is_success
    except httpx.TransportError:
        ready = False
    found = f"{known.gateway_url} {'is ready' if ready else 'does not answer'}"
    return Check("stack", ready and not bad, found, f"See `sextant logs {bad[0] if bad else 'gateway'}`.")
