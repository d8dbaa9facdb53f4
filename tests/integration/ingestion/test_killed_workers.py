"""Workers killed for real, and the product's own worker process behind a real broker."""

import asyncio
import random
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import redis.asyncio

from services.cli.stack.broker import find_binary
from services.documents.blobs import Blobs
from services.documents.intake import Arrival, Intake, NoBell
from services.documents.status import DocumentStatus
from services.documents.store import DocumentStore
from services.gateway.adapters.broker import BrokerDoorbell
from tests.integration.ingestion.conftest import ACME
from tests.unit.ingestion.files import pdf

LONG = "\n\n".join(f"Paragraph {n} speaks of matter number {n}. 第{n}段讲第{n}件事。" for n in range(300))
FILES = {"a.txt": LONG.encode(), "b.pdf": pdf("# 报告", "营业收入为1,200万元。"), "c.md": f"# C\n\n{LONG}x".encode()}
Process = asyncio.subprocess.Process


async def started(*arguments: str) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.integration.ingestion.doomed_worker", *arguments,
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip


async def filled(folder: Path) -> DocumentStore:
    store = await DocumentStore.open(f"sqlite+aiosqlite:///{folder / 'documents.db'}")
    intake = Intake(store, Blobs(folder / "blobs"), NoBell())
    for name, data in FILES.items():
        await intake.receive("acme", data, Arrival(name=name))
    return store


async def result(store: DocumentStore) -> list[tuple[str, str, bytes]]:
    """Everything that the indexes are made from."""
    rows = (await store.list_documents(ACME)).rows
    assert {row.status for row in rows} == {DocumentStatus.INDEXED}
    return sorted(
        [
            (one.passage.id, one.passage.text, one.vector.tobytes())
            for row in rows
            async for one in store.index_rows(row.id, 1)
        ]
    )


@pytest.mark.slow
async def test_an_ingestion_killed_at_random_moments_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    moments = random.Random(11)
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    calm = await filled(whole)
    assert await (await started(str(whole))).wait() == 0
    store = await filled(cut)
    for _ in range(3):
        doomed = await started(str(cut))
        await asyncio.sleep(1.2 + moments.random() * 1.5)
        if doomed.returncode is None:
            doomed.send_signal(signal.SIGKILL)
        await doomed.wait()
    assert await (await started(str(cut))).wait() == 0
    assert await result(store) == await result(calm)
    await store.close()
    await calm.close()


@pytest.fixture
async def broker(tmp_path: Path) -> AsyncIterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = await asyncio.create_subprocess_exec(
        str(find_binary()), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path),
        stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    await asyncio.sleep(0.5)
    yield f"redis://127.0.0.1:{port}/0"
    server.terminate()
    await server.wait()


async def listening(broker: str) -> None:
    """Wait until a worker is blocked on its queue."""
    async with redis.asyncio.from_url(broker) as client:
        for _ in range(300):
            if any(one["cmd"] == "brpop" for one in await client.client_list()):
                return
            await asyncio.sleep(0.1)
    raise TimeoutError


@pytest.mark.slow
async def test_the_worker_process_answers_the_gateways_doorbell_and_leaves_in_peace(
    tmp_path: Path, broker: str
) -> None:
    bell = BrokerDoorbell(broker)
    store = await DocumentStore.open(f"sqlite+aiosqlite:///{tmp_path / 'documents.db'}")
    process = await started(str(tmp_path), broker)
    await listening(broker)  # its first look is over: from here only the bell wakes it
    row = await Intake(store, Blobs(tmp_path / "blobs"), bell).receive("acme", b"Some words.", Arrival(name="a.txt"))
    for _ in range(300):
        row = await store.get(ACME, row.id)
        if row.status is DocumentStatus.INDEXED:
            break
        await asyncio.sleep(0.1)
    assert row.status is DocumentStatus.INDEXED
    process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(process.wait(), 30) == 0
    bell.close()
    await store.close()
