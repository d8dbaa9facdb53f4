"""Leases: one worker a document, and a lost worker's document is taken up again."""

import asyncio
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from services.core.errors import LeaseLost
from services.documents import migrate
from services.documents.status import DocumentReason, DocumentStatus
from services.documents.store import DocumentStore
from tests.unit.documents.arrivals import ACME, arrival, indexed


async def test_only_one_of_many_claims_wins(store: DocumentStore) -> None:
    row = await store.receive(arrival())
    jobs = await asyncio.gather(*(store.claim_job(row.id, f"w{n}") for n in range(6)))
    assert sum(job is not None for job in jobs) == 1


async def test_a_finished_or_unknown_document_is_no_job(store: DocumentStore) -> None:
    row, _ = await indexed(store, arrival(), "text")
    assert await store.claim_job(row.id, "w") is None
    assert await store.claim_job("nope", "w") is None
    assert await store.next_unfinished() == []


async def test_an_expired_lease_is_taken_over_and_its_old_holder_may_write_no_more(store: DocumentStore) -> None:
    row = await store.receive(arrival())
    lost = await store.claim_job(row.id, "w1", lease_s=0.01)
    await asyncio.sleep(0.05)
    assert await store.next_unfinished() == [row.id]
    taken = await store.claim_job(row.id, "w2")
    assert lost is not None
    assert taken is not None
    assert taken.fence > lost.fence
    with pytest.raises(LeaseLost):
        await store.heartbeat(row.id, lost.fence)
    await store.heartbeat(row.id, taken.fence)


async def test_a_heartbeat_keeps_a_job(store: DocumentStore) -> None:
    row = await store.receive(arrival())
    job = await store.claim_job(row.id, "w1", lease_s=0.05)
    assert job is not None
    await store.heartbeat(row.id, job.fence, lease_s=30)
    await asyncio.sleep(0.1)
    assert await store.claim_job(row.id, "w2") is None


async def test_a_job_that_was_put_off_waits_for_its_delay(store: DocumentStore) -> None:
    row = await store.receive(arrival())
    job = await store.claim_job(row.id, "w1")
    assert job is not None
    await store.postpone_job(row.id, job.fence, delay_s=0.1)
    assert await store.next_unfinished() == []
    await asyncio.sleep(0.15)
    assert await store.next_unfinished() == [row.id]
    assert (await store.get(ACME, row.id)).waits == 1


async def test_the_third_loss_in_one_stage_fails_the_document(store: DocumentStore) -> None:
    row = await store.receive(arrival())
    for _ in range(3):
        assert await store.claim_job(row.id, "w", lease_s=0.01) is not None
        await asyncio.sleep(0.03)
    assert await store.claim_job(row.id, "w") is None
    ended = await store.get(ACME, row.id)
    assert (ended.status, ended.reason) == (DocumentStatus.FAILED, DocumentReason.PARSER_CRASHED)


async def test_progress_forgives_earlier_losses(store: DocumentStore) -> None:
    row = await store.receive(arrival())
    for status in (DocumentStatus.PARSING, DocumentStatus.INDEXING, DocumentStatus.INDEXING):
        job = await store.claim_job(row.id, "w", lease_s=0.01)
        assert job is not None
        await store.set_status(row.id, status, fence=job.fence)
        await asyncio.sleep(0.03)
    assert await store.claim_job(row.id, "w") is not None


async def test_a_deleted_document_is_a_job_until_the_indexes_have_let_it_go(store: DocumentStore) -> None:
    row, _ = await indexed(store, arrival(), "text")
    await store.delete(ACME, row.id)
    assert await store.next_unfinished() == [row.id]
    job = await store.claim_job(row.id, "w")
    assert job is not None
    assert job.document.status is DocumentStatus.DELETED
    await store.cleaned(row.id, fence=job.fence)
    assert await store.next_unfinished() == []


@pytest.mark.parametrize("change", ["deleted", "replaced"])
async def test_a_document_that_changes_under_a_worker_is_a_job_when_that_one_has_left(
    store: DocumentStore, change: str
) -> None:
    row = await store.receive(arrival("old"))
    job = await store.claim_job(row.id, "w1", lease_s=3.0)
    assert job is not None
    await store.set_status(row.id, DocumentStatus.PARSING, fence=job.fence)
    await store.set_status(row.id, DocumentStatus.INDEXING, fence=job.fence)
    await (store.delete(ACME, row.id) if change == "deleted" else store.receive(arrival("new")))
    with pytest.raises(LeaseLost):
        await store.heartbeat(row.id, job.fence)
    assert await store.claim_job(row.id, "w2") is None
    await asyncio.sleep(3.1)
    after = await store.claim_job(row.id, "w2")
    assert after is not None
    assert after.document.version == (1 if change == "deleted" else 2)


async def test_a_document_deleted_before_it_was_indexed_is_no_job(store: DocumentStore) -> None:
    row = await store.receive(arrival())
    job = await store.claim_job(row.id, "w")
    await store.delete(ACME, row.id)
    assert job is not None
    with pytest.raises(LeaseLost):
        await store.heartbeat(row.id, job.fence)
    assert await store.next_unfinished() == []


@pytest.mark.parametrize("end", [DocumentStatus.REJECTED, DocumentStatus.EMPTY, DocumentStatus.FAILED])
async def test_a_version_that_came_to_nothing_after_it_may_have_been_indexed_is_cleaned_up_after(
    store: DocumentStore, end: DocumentStatus
) -> None:
    await indexed(store, arrival("old"), "old text")
    row = await store.receive(arrival("new"))
    for status in (DocumentStatus.PARSING, DocumentStatus.INDEXING, end):
        row = await store.set_status(row.id, status)
    assert (row.stale, await store.next_unfinished()) == (True, [row.id])
    job = await store.claim_job(row.id, "w")
    assert job is not None
    await store.cleaned(row.id, fence=job.fence)
    after = await store.get(ACME, row.id)
    assert (after.status, after.stale, await store.next_unfinished()) == (end, False, [])


async def test_workers_lost_while_cleaning_up_fail_nothing(store: DocumentStore) -> None:
    row, _ = await indexed(store, arrival(), "text")
    await store.delete(ACME, row.id)
    for _ in range(4):
        assert await store.claim_job(row.id, "w", lease_s=0.01) is not None
        await asyncio.sleep(0.03)
    assert (await store.get(ACME, row.id)).status is DocumentStatus.DELETED


async def test_a_store_of_the_first_release_keeps_its_documents_and_what_it_owes(url: str) -> None:
    store = await DocumentStore.open(url)
    searched, _ = await indexed(store, arrival("1", name="a"), "text")
    gone, _ = await indexed(store, arrival("2", name="b"), "other")
    await store.delete(ACME, gone.id)
    async with store._database.write() as connection:
        await connection.run_sync(_downgrade)
    await store.close()
    again = await DocumentStore.open(url)
    assert [row.id for row in (await again.list_documents(ACME)).rows] == [searched.id]
    assert await again.next_unfinished() == [gone.id]
    await again.close()


def _downgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.downgrade(config, "0001")
