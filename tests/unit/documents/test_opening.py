"""Opening, upgrading and filling up the store; blobs; the intake."""

import asyncio
import errno
import os
from pathlib import Path
from typing import NoReturn

import pytest
from sqlalchemy import text

from services.core.errors import BadInput, NotFound, StorageFull, TooLarge, Unavailable, WrongDataVersion
from services.documents.blobs import Blobs
from services.documents.database import Database
from services.documents.intake import Arrival, Intake, NoBell
from services.documents.status import DocumentStatus
from services.documents.store import DocumentStore
from tests.unit.documents.arrivals import ACME, arrival, indexed


async def test_what_was_stored_is_there_after_opening_again(url: str) -> None:
    first = await DocumentStore.open(url)
    row, ids = await indexed(first, arrival(), "text")
    await first.close()
    second = await DocumentStore.open(url)
    assert [passage.id for passage in await second.passages(ACME, ids)] == ids
    assert (await second.get(ACME, row.id)).status is DocumentStatus.INDEXED
    await second.close()


async def test_several_processes_may_migrate_at_once(url: str) -> None:
    for opened in await asyncio.gather(*(DocumentStore.open(url) for _ in range(4))):
        await opened.close()
    database = Database(url)
    async with database.read() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM alembic_version")) == 1
    await database.close()


async def test_a_store_of_a_newer_release_is_refused_and_left_alone(url: str, store: DocumentStore) -> None:
    await store.close()
    database = Database(url)
    async with database.write() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(WrongDataVersion, match="another version") as refused:
        await DocumentStore.open(url)
    assert refused.value.facts["found"] == "'9999'"
    async with database.read() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM documents")) == 0
    await database.close()


async def test_a_database_of_another_program_is_refused(url: str) -> None:
    database = Database(url)
    async with database.write() as connection:
        await connection.execute(text("CREATE TABLE customers (id INTEGER)"))
    await database.close()
    with pytest.raises(WrongDataVersion, match="not Sextant's"):
        await DocumentStore.open(url)


async def test_a_blob_is_kept_once_and_found_by_its_content(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "blobs")
    first, second = await blobs.put("内容".encode()), await blobs.put("内容".encode())
    assert first == second
    assert blobs.path(first.sha256).read_bytes() == "内容".encode()
    assert len([path for path in (tmp_path / "blobs").rglob("*") if path.is_file()]) == 1


async def test_a_file_and_its_bytes_are_the_same_blob(tmp_path: Path) -> None:
    source = tmp_path / "a.txt"
    source.write_bytes(b"\x00" * 3_000_000)
    blobs = Blobs(tmp_path / "blobs")
    assert (await blobs.put_file(source)) == (await blobs.put(source.read_bytes()))


async def test_a_blob_beyond_the_limit_leaves_nothing_behind(tmp_path: Path) -> None:
    source = tmp_path / "a.bin"
    source.write_bytes(b"x" * 101)
    blobs = Blobs(tmp_path / "blobs", limit=100)
    with pytest.raises(TooLarge):
        await blobs.put_file(source)
    with pytest.raises(TooLarge):
        await blobs.put(b"x" * 101)
    assert [path for path in (tmp_path / "blobs").rglob("*") if path.is_file()] == []


async def test_a_full_disk_is_said_and_leaves_no_half_blob(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blobs = Blobs(tmp_path / "blobs")
    kept = await blobs.put(b"kept")

    def full(_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageFull):
        await blobs.put(b"new")
    assert [path for path in (tmp_path / "blobs").rglob("*") if path.is_file()] == [kept.path]


async def test_an_unknown_blob_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        Blobs(tmp_path).path("0" * 64)


class CountingBell:
    """A doorbell that counts, and may be broken."""

    def __init__(self, *, broken: bool = False) -> None:
        self.rung: list[str] = []
        self.broken = broken

    async def ring(self, document_id: str) -> None:
        if self.broken:
            raise Unavailable("no broker")
        self.rung.append(document_id)


def intake_of(store: DocumentStore, tmp_path: Path, bell: CountingBell) -> Intake:
    return Intake(store, Blobs(tmp_path / "blobs", limit=10_000), bell)


async def test_the_intake_keeps_bytes_registers_and_rings_once(store: DocumentStore, tmp_path: Path) -> None:
    bell = CountingBell()
    intake = intake_of(store, tmp_path, bell)
    row = await intake.receive("acme", b"hello", Arrival(name="报告.txt", tags=("t",)))
    assert bell.rung == [row.id]
    assert (row.name, row.size, row.tags) == ("报告.txt", 5, ("t",))


async def test_a_broken_doorbell_loses_no_document(store: DocumentStore, tmp_path: Path) -> None:
    row = await intake_of(store, tmp_path, CountingBell(broken=True)).receive("acme", b"x", Arrival(name="a.txt"))
    assert await store.next_unfinished() == [row.id]


async def test_what_cannot_be_taken_says_what_to_do(store: DocumentStore, tmp_path: Path) -> None:
    intake = intake_of(store, tmp_path, CountingBell())
    with pytest.raises(NotFound, match="no file"):
        await intake.receive("acme", tmp_path / "missing.txt")
    with pytest.raises(BadInput, match="folder"):
        await intake.receive("acme", tmp_path)
    with pytest.raises(BadInput, match="name"):
        await intake.receive("acme", b"x")
    with pytest.raises(TooLarge):
        await intake.receive("acme", b"x" * 10_001, Arrival(name="a.txt"))
    assert (await store.list_documents(ACME)).rows == ()


async def test_deleting_removes_the_blob_unless_another_document_has_it(store: DocumentStore, tmp_path: Path) -> None:
    intake = Intake(store, Blobs(tmp_path / "blobs"), NoBell())
    mine = await intake.receive("acme", b"same", Arrival(name="a.txt"))
    theirs = await intake.receive("other", b"same", Arrival(name="a.txt"))
    place = Blobs(tmp_path / "blobs").path(mine.blob_sha256)
    await intake.delete(ACME, mine.id)
    assert place.exists()
    from services.core.domain.question import Scope

    await intake.delete(Scope("other"), theirs.id)
    assert not place.exists()


async def test_the_migrations_make_exactly_the_tables_of_the_schema(store: DocumentStore) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext
    from sqlalchemy import Connection

    from services.documents.schema import metadata

    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with store._database.read() as connection:
        assert await connection.run_sync(differences) == []


def test_the_newest_revision_by_name_is_the_newest_by_alembic() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    from services.documents import revisions

    config = Config()
    config.set_main_option("script_location", str(revisions.MIGRATIONS))
    assert revisions.head() == ScriptDirectory.from_config(config).get_current_head()
