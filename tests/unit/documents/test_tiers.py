"""How much documents are found, and who moves them between tiers."""

import datetime as dt

import pytest

from services.documents.store import DocumentStore
from services.documents.tiers import COLD, HOT, Use
from tests.unit.documents.arrivals import ACME, arrival, indexed


async def _uses(store: DocumentStore) -> dict[str, Use]:
    return {use.document_id: use async for page in store.tier_uses() for use in page}


async def test_a_document_begins_in_the_hot_tier_with_its_own_date_or_that_of_its_arrival(store: DocumentStore) -> None:
    dated, _ = await indexed(store, arrival("1", name="a.txt", date=dt.date(2019, 5, 4), profile="news"), "one")
    plain, _ = await indexed(store, arrival("2", name="b.txt"), "two")
    uses = await _uses(store)
    assert uses[dated.id] == Use("acme", dated.id, 1, "news", HOT, "", 0.0, dt.date(2019, 5, 4))
    assert uses[plain.id].day == plain.created_at.date()


async def test_hits_add_up_and_unknown_documents_are_left_out(store: DocumentStore) -> None:
    row, _ = await indexed(store, arrival("1"), "one")
    await store.record_hits({row.id: 2, "unknown": 5})
    await store.record_hits({row.id: 1})
    assert (await _uses(store))[row.id].hits == pytest.approx(3, abs=1e-3)


async def test_one_mover_has_a_document_for_itself_until_it_is_done_or_its_lease_ends(store: DocumentStore) -> None:
    row, _ = await indexed(store, arrival("1"), "one")
    assert await store.claim_move(row.id, COLD)
    assert not await store.claim_move(row.id, HOT)
    assert ((await _uses(store))[row.id].tier, (await _uses(store))[row.id].moving) == (HOT, COLD)
    await store.finish_move(row.id, COLD)
    assert ((await _uses(store))[row.id].tier, (await _uses(store))[row.id].moving) == (COLD, "")
    assert await store.claim_move(row.id, HOT, lease_s=0.0)
    assert await store.claim_move(row.id, HOT)


async def test_a_cold_document_that_is_written_again_is_to_be_moved_and_a_hot_one_is_not(store: DocumentStore) -> None:
    row, _ = await indexed(store, arrival("1"), "one")
    await store.written_hot(row.id)
    assert (await _uses(store))[row.id].moving == ""
    await store.claim_move(row.id, COLD)
    await store.finish_move(row.id, COLD)
    await store.written_hot(row.id)
    assert (await _uses(store))[row.id].moving == HOT


async def test_deleted_documents_are_in_no_tier(store: DocumentStore) -> None:
    row, _ = await indexed(store, arrival("1"), "one")
    await store.record_hits({row.id: 2})
    await store.delete(ACME, row.id)
    assert await _uses(store) == {}
