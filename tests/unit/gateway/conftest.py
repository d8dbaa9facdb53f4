"""A gateway over real stores, without a socket."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from services.core.domain.route import Path as RunPath
from services.documents.blobs import Blobs
from services.documents.intake import Intake
from services.gateway.app import create_app
from services.gateway.wiring import Parts
from services.ledger.run import RunStatus
from tests.fakes.gateway import Bell, Searches, gateway_parts
from tests.fakes.orchestrator import Script, ScriptedOrchestrator

SCRIPTS = {
    "deep": Script(RunPath.DEEP),
    "slow": Script(waits=True),
    "slow and deep": Script(RunPath.DEEP, waits=True),
    "slow and escalated": Script(escalates=True, waits=True),
    "unsafe": Script(status=RunStatus.FAILED, reason="unsafe_question: We do not help with that."),
    "late": Script(status=RunStatus.FAILED, reason="deadline: the run's time was over before it was finished"),
    "broken": Script(status=RunStatus.FAILED, reason="index_unavailable: The vector index is not available: gone."),
    "fault": Script(status=RunStatus.FAILED, reason="internal: KeyError: 'x'"),
    "dead": Script(status=RunStatus.DEAD, reason="worker_lost: the worker was lost 3 times in step 'route'"),
    "nothing known": Script(status=RunStatus.ABSTAINED),
    "half known": Script(status=RunStatus.DEGRADED),
}


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def searches() -> Searches:
    return Searches()


@pytest.fixture(scope="session")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of empty stores with their tables: copying them is much quicker than making them."""
    folder = tmp_path_factory.mktemp("stores")

    async def make() -> None:
        async with gateway_parts(folder):
            pass

    asyncio.run(make())
    return folder


@pytest.fixture
async def parts(tmp_path: Path, stores: Path, bell: Bell, searches: Searches) -> AsyncIterator[Parts]:
    shutil.copytree(stores, tmp_path / "data")
    async with gateway_parts(tmp_path / "data", gateway_upload_limit=200_000, gateway_body_limit=100_000) as made:
        intake = Intake(made.documents, Blobs(made.settings.blob_dir, limit=100_000), bell)
        yield replace(made, intake=intake, searching=searches)


@pytest.fixture
async def orchestrator(parts: Parts) -> AsyncIterator[ScriptedOrchestrator]:
    async with ScriptedOrchestrator(parts.ledger, SCRIPTS).working() as working:
        yield working


@pytest.fixture
async def http(parts: Parts) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=create_app(parts), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=30.0) as client:
        yield client
