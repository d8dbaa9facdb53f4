"""Where PostgreSQL lets many write at once: what SQLite's single writer never had to prove."""

import asyncio
from collections.abc import AsyncIterator

import numpy as np
import pytest

from services.core.errors import LeaseLost, NotFound
from services.documents.models import Vector
from services.documents.status import DocumentStatus
from services.documents.store import DocumentStore
from services.documents.vectors import embedding_key
from services.ledger.ledger import Ledger
from services.ledger.models import ReapRules
from tests.fakes.clock import let_pass
from tests.fakes.runs import new_run
from tests.unit.documents.arrivals import ACME, arrival, indexed

MODEL = "made-up"


@pytest.fixture
async def other(url: str, store: DocumentStore) -> AsyncIterator[DocumentStore]:
    """The same store in another process, as far as the database can tell."""
    opened = await DocumentStore.open(url)
    yield opened
    await opened.close()


@pytest.fixture
async def second(url: str, ledger: Ledger) -> AsyncIterator[Ledger]:
    """The same ledger in another process."""
    opened = await Ledger.open(url)
    yield opened
    await opened.close()


def _vector(number: int) -> Vector:
    return np.full(4, number, dtype=np.float32)


async def test_equal_arrivals_at_once_are_one_document(store: DocumentStore, other: DocumentStore) -> None:
    rows = await asyncio.gather(*(each.receive(arrival("text")) for each in (store, other) * 4))
    assert len({row.id for row in rows}) == 1
    assert sorted(row.duplicate for row in rows) == [False] + [True] * 7
    assert {row.version for row in rows} == {1}


async def test_the_same_bytes_under_many_names_at_once_are_one_document(
    store: DocumentStore, other: DocumentStore
) -> None:
    names = [f"copy-{n}.txt" for n in range(4)]
    rows = await asyncio.gather(*(each.receive(arrival("text", name=n)) for n in names for each in (store, other)))
    assert len({row.id for row in rows}) == 1
    assert sum(not row.duplicate for row in rows) == 1


async def test_versions_that_arrive_at_once_follow_each_other(store: DocumentStore, other: DocumentStore) -> None:
    first = await store.receive(arrival("0"))
    rows = await asyncio.gather(*(each.receive(arrival(f"{n}")) for n, each in enumerate((store, other) * 4, start=1)))
    assert {row.id for row in rows} == {first.id}
    assert sorted(row.version for row in rows) == list(range(2, 10))


async def test_nobody_claims_a_document_while_its_worker_writes(store: DocumentStore, other: DocumentStore) -> None:
    row = await store.receive(arrival())
    job = await store.claim_job(row.id, "first", lease_s=0.0)
    assert job is not None
    async with store._database.write() as connection:
        await store._hold(connection, row.id, job.fence)
        claiming = asyncio.create_task(other.claim_job(row.id, "second"))
        await asyncio.sleep(0.3)
        assert not claiming.done()
    taken = await claiming
    assert taken is not None
    with pytest.raises(LeaseLost):
        await store.set_status(row.id, DocumentStatus.PARSING, fence=job.fence)


async def test_an_arrival_never_gets_the_number_of_a_claim(store: DocumentStore, other: DocumentStore) -> None:
    for number in range(10):
        row = await store.receive(arrival(f"{number}"))
        job, _ = await asyncio.gather(store.claim_job(row.id, "w"), other.receive(arrival(f"{number} changed")))
        newest = await other.get(ACME, row.id)
        if job is not None and job.document.version != newest.version:
            with pytest.raises(LeaseLost):
                await store.heartbeat(row.id, job.fence)
        await store.delete(ACME, row.id)


async def test_a_vector_that_is_linked_while_another_document_loses_it_stays(
    store: DocumentStore, other: DocumentStore
) -> None:
    for number in range(25):
        kept, kept_ids = await indexed(store, arrival(f"kept {number}", name=f"k{number}"), "equal text")
        gone, gone_ids = await indexed(store, arrival(f"gone {number}", name=f"g{number}"), "equal text")
        key = [embedding_key(MODEL, "passage", f"{number}")]
        await store.put_vectors(MODEL, [(gone_ids[0], _vector(number))], keys=key)
        await asyncio.gather(
            store.put_vectors(MODEL, [(kept_ids[0], _vector(number))], keys=key), other.delete(ACME, gone.id)
        )
        assert [*await store.vectors(kept_ids, MODEL)] == kept_ids, (number, kept.id)


async def test_equal_vectors_in_opposite_orders_do_not_wait_for_each_other_for_ever(
    store: DocumentStore, other: DocumentStore
) -> None:
    texts = [f"passage {n}" for n in range(300)]
    _, mine = await indexed(store, arrival("a", name="a"), *texts)
    _, theirs = await indexed(store, arrival("b", name="b"), *texts)
    for number in range(6):
        forth = [_vector(number * 1000 + n) for n in range(300)]
        keys = [embedding_key(MODEL, "passage", f"{number} {n}") for n in range(300)]
        back = list(zip(theirs, reversed(forth), strict=True))
        await asyncio.gather(
            store.put_vectors(MODEL, list(zip(mine, forth, strict=True)), keys=keys),
            other.put_vectors(MODEL, back, keys=keys[::-1]),
        )
    assert len(await store.vectors(mine, MODEL)) == len(await store.vectors(theirs, MODEL)) == 300


async def test_nothing_of_a_document_is_written_after_it_was_deleted(
    store: DocumentStore, other: DocumentStore
) -> None:
    from services.core.errors import Conflict
    from services.documents.models import StoredPassage

    for number in range(10):
        row = await store.receive(arrival(f"{number}", name=f"n{number}"))
        wrote, _ = await asyncio.gather(
            store.write_version(row.id, 1, [StoredPassage("secret")]),
            other.delete(ACME, row.id),
            return_exceptions=True,
        )
        assert isinstance(wrote, list | Conflict), wrote
        assert await store.version_passages(row.id, 1) == []
        with pytest.raises(NotFound):
            await store.version_text(ACME, row.id)


async def test_whoever_begins_a_generation_at_once_builds_the_same(store: DocumentStore, other: DocumentStore) -> None:
    assert {*await asyncio.gather(*(each.begin_generation(MODEL) for each in (store, other) * 4))} == {2}
    ends = await asyncio.gather(*(each.flip_generation(2) for each in (store, other)), return_exceptions=True)
    assert sorted(type(each).__name__ for each in ends) == ["Conflict", "list"]
    assert await store.generation("acme") == 2


async def test_one_of_many_claims_of_a_run_wins(ledger: Ledger, second: Ledger) -> None:
    run = await ledger.accept(new_run())
    claims = await asyncio.gather(*(each.claim(run.id, f"w{n}") for n, each in enumerate((ledger, second) * 4)))
    assert sum(claim is not None for claim in claims) == 1


async def test_the_same_key_at_once_makes_one_run(ledger: Ledger, second: Ledger) -> None:
    rows = await asyncio.gather(*(each.accept(new_run(key="k", body=b"same")) for each in (ledger, second) * 4))
    assert len({row.id for row in rows}) == 1


async def test_relays_pass_each_other_by(ledger: Ledger, second: Ledger) -> None:
    for _ in range(40):
        await ledger.accept(new_run())
    taken = await asyncio.gather(*(each.take_doorbells(10) for each in (ledger, second) * 2))
    ids = [item.id for each in taken for item in each]
    assert len(ids) == len(set(ids))
    while more := await ledger.take_doorbells(10):
        ids += [item.id for item in more]
    assert len(ids) == len(set(ids)) == 40


async def test_reapers_do_everything_once(ledger: Ledger, second: Ledger) -> None:
    for _ in range(30):
        run = await ledger.accept(new_run())
        assert await ledger.claim(run.id, "lost") is not None
    await let_pass(ledger, 30)
    passes = await asyncio.gather(*(each.reap(ReapRules()) for each in (ledger, second) * 3))
    again = [run_id for each in passes for run_id in each.requeued]
    assert len(again) == len(set(again)) == 30
    await let_pass(ledger, 25)
    passes = await asyncio.gather(*(each.reap(ReapRules(nudge_s=20)) for each in (ledger, second) * 3))
    nudged = [run_id for each in passes for run_id in each.nudged]
    assert len(nudged) == len(set(nudged))
