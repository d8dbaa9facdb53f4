"""Leases: one worker a document, and a lost worker's document is taken up again."""

import asyncio

import pytest

from services.core.errors import LeaseLost
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


async def test_a_released_job_waits_for_its_delay(store: DocumentStore) -> None:
    row = await store.receive(arrival())
    job = await store.claim_job(row.id, "w1")
    assert job is not None
    await store.release_job(row.id, job.fence, delay_s=0.1)
    assert await store.next_unfinished() == []
    await asyncio.sleep(0.15)
    assert await store.next_unfinished() == [row.id]


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
    await store.removed(row.id, fence=job.fence)
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
