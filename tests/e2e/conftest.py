"""The whole of Sextant over a few small documents of our own."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from services.cli.client import Gateway
from services.cli.commands.ingest import ingest_files
from services.cli.embedded import embedded_stack
from services.core.settings import SharedSettings
from tests.e2e.running import QUICK, TENANT, RunningStack, started

DOCUMENTS = {
    "harbour.md": (
        "# Harbour report 2023\n\n"
        "The port of Velmora handled 412,000 containers in 2023. Its director is Ines Okafor.\n"
    ),
    "people.txt": (
        "Staff list, May 2024.\n\nInes Okafor was born in Tarrow and studied engineering. Her deputy is Jon Reyes.\n"
    ),
    "码头.md": "# 码头概况\n\n维尔莫拉港共有四座码头，2023年员工人数为1250人。\n",
    "ferry.html": "<html><body><h1>Ferries</h1><p>The ferry to Ostrel leaves at 7:40 and costs 12 euros.</p></body>",
}
PORTS = {
    "ostrel.md": "# Ostrel harbour 2023\n\nThe port of Ostrel handled 98,000 containers in 2023.\n",
    "kessin.md": "# Kessin harbour 2023\n\nThe port of Kessin handled 251,000 containers in 2023.\n",
}


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> SharedSettings:
    """A data directory of its own over the models that set-up has built."""
    return SharedSettings(data_dir=tmp_path_factory.mktemp("data"), model_dir=SharedSettings().model_dir)


@pytest.fixture(scope="session")
def documents(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The documents as files."""
    folder = tmp_path_factory.mktemp("documents")
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return sorted(folder.iterdir())


@pytest.fixture
async def gateway(settings: SharedSettings, documents: list[Path]) -> AsyncIterator[Gateway]:
    """A gateway of an embedded stack in which the documents are indexed."""
    async with embedded_stack(settings) as url, Gateway(url, "e2e") as client:
        rows = await ingest_files(client, documents, {}, quiet=True)
        assert {row["status"] for row in rows} == {"indexed"}
        yield client


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStack]:
    """A running stack in which the documents, and those about two more ports, are indexed."""
    folder = tmp_path_factory.mktemp("stack-documents")
    for name, text in (DOCUMENTS | PORTS).items():
        (folder / name).write_text(text, encoding="utf-8")
    environment = QUICK | {
        "SEXTANT_DATA_DIR": str(tmp_path_factory.mktemp("stack")),
        "SEXTANT_MODEL_DIR": str(SharedSettings().model_dir.absolute()),
    }
    for running in started(environment):
        ingested = running.run("ingest", str(folder), "--tenant", TENANT, "--json")
        assert {row["status"] for row in ingested.json} == {"indexed"}, ingested.err
        yield running
