"""A full disk, a locked file: what the store's faults look like, and that nothing stored is lost."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event as sql_event
from sqlalchemy.engine import Engine

from services.core.errors import StorageFull, Unavailable
from services.ledger import database
from services.ledger.ledger import Ledger
from services.ledger.run import Outcome, RunStatus
from tests.fakes.runs import TENANT, answer, event, new_run

PAGES = 60


@contextmanager
def quota(pages: int) -> Iterator[None]:
    """New connections may not let a database grow beyond so many pages."""

    def limit(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA max_page_count={pages}")
        cursor.close()

    sql_event.listen(Engine, "connect", limit)
    try:
        yield
    finally:
        sql_event.remove(Engine, "connect", limit)


@pytest.fixture
async def small(url: str) -> AsyncIterator[Ledger]:
    with quota(PAGES):
        ledger = await Ledger.open(url)
        yield ledger
        await ledger.close()


async def test_a_full_disk_is_said_and_keeps_what_was_accepted(small: Ledger) -> None:
    accepted: list[str] = []

    async def fill() -> None:
        for _ in range(500):
            accepted.append((await small.accept(new_run("长" * 2000))).id)

    with pytest.raises(StorageFull) as caught:
        await fill()
    assert caught.value.code == "storage_full"
    assert len(accepted) > 3
    for run_id in accepted:
        row = await small.get(run_id, TENANT)
        assert row.status is RunStatus.QUEUED
        assert [e.n for e in await small.events_after(run_id, TENANT)] == [1]
    assert sum((await small.counts()).values()) == len(accepted)


async def test_a_checkpoint_on_a_full_disk_is_all_or_nothing(small: Ledger) -> None:
    run = await small.accept(new_run())
    claim = await small.claim(run.id, "w1")
    assert claim is not None
    await small.record(claim, "route", b"kept", told=[event(n=1)])
    last = (await small.get(run.id, TENANT)).last_event
    with pytest.raises(StorageFull):
        await small.record(claim, "retrieve", b"x" * 4096 * PAGES, told=[event(n=2)])
    assert dict(await small.steps(run.id, TENANT)) == {"route": b"kept"}
    assert (await small.get(run.id, TENANT)).last_event == last


async def test_once_there_is_room_again_the_run_goes_on(url: str) -> None:
    with quota(PAGES):
        small = await Ledger.open(url)
    run = await small.accept(new_run())
    claim = await small.claim(run.id, "w1")
    assert claim is not None
    with pytest.raises(StorageFull):
        await small.record(claim, "retrieve", b"x" * 4096 * PAGES)
    await small.close()
    roomy = await Ledger.open(url)
    await roomy.record(claim, "retrieve", b"x" * 4096 * PAGES)
    await roomy.finish(claim, Outcome(RunStatus.DONE, answer(run.id)))
    assert (await roomy.get(run.id, TENANT)).status is RunStatus.DONE
    await roomy.close()


async def test_a_ledger_that_somebody_else_has_locked_is_unavailable_for_now(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 50)
    ledger = await Ledger.open(url)
    other = sqlite3.connect(Path(url.partition("///")[2]), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="locked"):
        await ledger.accept(new_run())
    other.execute("ROLLBACK")
    other.close()
    await ledger.accept(new_run())
    await ledger.close()
