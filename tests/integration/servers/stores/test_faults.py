"""What goes wrong on the way to PostgreSQL: told as ours, within a time, and over when the fault is over."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from services.cli.stack.servers import postgres as program
from services.cli.stack.servers.postgres import POSTGRES
from services.cli.stack.servers.running import RunningServer
from services.core.errors import BadInput, Unavailable
from services.database import postgresql
from services.documents.database import Database as DocumentDatabase
from services.documents.store import DocumentStore
from services.ledger.database import Database as LedgerDatabase
from services.ledger.ledger import Ledger
from services.ledger.run import RunStatus
from tests.fakes.runs import TENANT, new_run
from tests.servers import placed
from tests.unit.documents.arrivals import ACME, arrival

BOTH = pytest.mark.parametrize("kind", [DocumentDatabase, LedgerDatabase])
Kind = type[DocumentDatabase] | type[LedgerDatabase]


@pytest.fixture(scope="module")
def frail(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that is stopped and killed here."""
    server = placed(POSTGRES, tmp_path_factory.mktemp("frail"))
    try:
        server.start()
        yield server
    finally:
        server.stop()


async def test_both_stores_come_back_when_a_killed_server_does(frail: RunningServer) -> None:
    ledger = await Ledger.open(program.url(frail.place, "ledger"))
    store = await DocumentStore.open(program.url(frail.place, "documents"))
    run, row = await ledger.accept(new_run()), await store.receive(arrival())
    await asyncio.to_thread(frail.kill)
    for attempt in (ledger.accept(new_run()), store.receive(arrival("more"))):
        began = time.monotonic()
        with pytest.raises(Unavailable):
            await attempt
        assert time.monotonic() - began < postgresql.Limits().connect_s + 1
    await asyncio.to_thread(frail.start)
    assert (await ledger.get(run.id, TENANT)).status is RunStatus.QUEUED
    assert (await store.get(ACME, row.id)).id == row.id
    assert await ledger.claim(run.id, "w") is not None
    await ledger.close()
    await store.close()


@BOTH
async def test_a_connection_lost_in_the_middle_loses_only_its_transaction(kind: Kind, url: str) -> None:
    database, other = kind(url), kind(url)
    async with database.write() as connection:
        await connection.execute(text("CREATE TABLE numbers (n INTEGER)"))

    async def cut_off() -> None:
        async with database.write() as connection:
            await connection.execute(text("INSERT INTO numbers VALUES (1)"))
            own = await connection.scalar(text("SELECT pg_backend_pid()"))
            async with other.write() as killer:
                await killer.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": own})
            await connection.execute(text("INSERT INTO numbers VALUES (2)"))

    with pytest.raises(Unavailable):
        await cut_off()
    async with database.read() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM numbers")) == 0
    await database.close()
    await other.close()


@BOTH
async def test_a_statement_has_a_time_limit(kind: Kind, url: str) -> None:
    database = kind(f"{url}?statement_s=0.2")
    with pytest.raises(Unavailable, match="timeout"):
        async with database.write() as connection:
            await connection.execute(text("SELECT pg_sleep(30)"))
    async with database.read() as connection:
        assert await connection.scalar(text("SELECT 1")) == 1
    await database.close()


@BOTH
async def test_another_s_lock_is_not_waited_for_for_ever(kind: Kind, url: str) -> None:
    database, other = kind(f"{url}?lock_s=0.2"), kind(url)
    async with database.write() as connection:
        await connection.execute(text("CREATE TABLE numbers (n INTEGER)"))
    async with other.write() as holder:
        await holder.execute(text("LOCK TABLE numbers IN EXCLUSIVE MODE"))
        with pytest.raises(Unavailable, match="lock timeout"):
            async with database.write() as connection:
                await connection.execute(text("INSERT INTO numbers VALUES (1)"))
    await database.close()
    await other.close()


@BOTH
async def test_a_server_that_says_nothing_is_given_up(kind: Kind, url: str) -> None:
    database = kind(f"{url}?statement_s=0.1")
    hung: list[int] = []

    async def hang() -> None:
        async with database.write() as connection:
            hung.append(int(str(await connection.scalar(text("SELECT pg_backend_pid()")))))
            os.kill(hung[0], signal.SIGSTOP)
            await connection.execute(text("SELECT 1"))

    began = time.monotonic()
    try:
        with pytest.raises(Unavailable):
            await hang()
        assert time.monotonic() - began < postgresql.MARGIN_S + 5
        async with database.read() as connection:
            assert await connection.scalar(text("SELECT 1")) == 1
    finally:
        os.kill(hung[0], signal.SIGCONT)
    await database.close()


@BOTH
async def test_an_exhausted_pool_is_said_and_over_when_one_comes_back(kind: Kind, url: str) -> None:
    database = kind(f"{url}?pool_size=1&pool_overflow=0&pool_s=0.2")
    async with database.read():
        with pytest.raises(Unavailable, match="no free connection"):
            async with database.read():
                pass
    async with database.read() as connection:
        assert await connection.scalar(text("SELECT 1")) == 1
    await database.close()


@BOTH
async def test_two_that_wait_for_each_other_are_told_apart(kind: Kind, url: str) -> None:
    database = kind(url)
    async with database.write() as connection:
        await connection.execute(text("CREATE TABLE numbers (n INTEGER PRIMARY KEY)"))
        await connection.execute(text("INSERT INTO numbers VALUES (1), (2)"))
    met = asyncio.Barrier(2)

    async def both(first: int, then: int) -> None:
        async with database.write() as connection:
            await connection.execute(text("SELECT n FROM numbers WHERE n = :n FOR UPDATE"), {"n": first})
            await met.wait()
            await connection.execute(text("SELECT n FROM numbers WHERE n = :n FOR UPDATE"), {"n": then})

    ends = await asyncio.gather(both(1, 2), both(2, 1), return_exceptions=True)
    assert sorted(type(each).__name__ for each in ends) == ["NoneType", "Unavailable"]
    await database.close()


@BOTH
async def test_a_value_that_does_not_fit_is_the_caller_s(kind: Kind, url: str) -> None:
    database = kind(url)
    async with database.write() as connection:
        await connection.execute(text("CREATE TABLE short (word VARCHAR(3))"))

    async def put(value: str) -> None:
        async with database.write() as connection:
            await connection.execute(text("INSERT INTO short VALUES (:value)"), {"value": value})

    for value in ("too long", "\0"):
        with pytest.raises(BadInput, match="cannot hold"):
            await put(value)
    await database.close()


@BOTH
async def test_a_wrong_password_is_said_without_it(kind: Kind, url: str) -> None:
    database = kind(url.replace("sextant:", "sextant:wrong-", 1))
    with pytest.raises(Unavailable, match="password authentication failed") as refused:
        async with database.read():
            pass
    assert "wrong-" not in str(refused.value)
    await database.close()


@BOTH
async def test_nobody_listening_is_unavailable_at_once(kind: Kind, tmp_path: Path) -> None:
    nowhere = placed(POSTGRES, tmp_path).address()
    database = kind(f"postgresql://someone:secret@{nowhere}/nothing")
    with pytest.raises(Unavailable, match="does not answer") as refused:
        async with database.read():
            pass
    assert "secret" not in str(refused.value)
    await database.close()
