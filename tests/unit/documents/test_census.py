"""Which passages the indexes should hold."""

from services.documents.census import Place
from services.documents.models import StoredPassage
from services.documents.status import DocumentStatus
from services.documents.store import DocumentStore
from tests.unit.documents.arrivals import ACME, arrival, indexed


async def _searched(store: DocumentStore, tenant: str = "acme") -> list[Place]:
    return [place async for page in store.searched_places(tenant) for place in page]


async def test_passages_of_searched_versions_are_expected_tenant_by_tenant(store: DocumentStore) -> None:
    first, ids = await indexed(store, arrival("1", name="a.txt"), "one", "two")
    other, theirs = await indexed(store, arrival("2", name="b.txt", tenant="globex"), "three")
    assert sorted(place.passage_id for place in await _searched(store)) == sorted(ids)
    assert await _searched(store, "globex") == [Place(theirs[0], other.id, 1)]
    assert await store.tenants() == ["acme", "globex"]
    assert len(await store.known_places("acme", [*ids, *theirs, "unknown"])) == 2
    assert first.version == 1


async def test_a_version_on_its_way_is_known_but_not_expected_and_counts_as_unsettled(store: DocumentStore) -> None:
    row, old = await indexed(store, arrival("1", name="a.txt"), "one")
    await store.receive(arrival("2", name="a.txt"))
    await store.set_status(row.id, DocumentStatus.PARSING)
    new = await store.write_version(row.id, 2, [StoredPassage("newer")])
    await store.set_status(row.id, DocumentStatus.INDEXING)
    assert await _searched(store) == []
    assert await store.unsettled("acme") == 1
    assert {place.version for place in await store.known_places("acme", [*old, *new])} == {1, 2}
    await store.set_status(row.id, DocumentStatus.INDEXED)
    assert await _searched(store) == [Place(new[0], row.id, 2)]
    assert await store.known_places("acme", old) == []
    assert await store.unsettled("acme") == 0


async def test_a_deleted_document_expects_nothing_and_nothing_of_it_is_known(store: DocumentStore) -> None:
    row, ids = await indexed(store, arrival("1", name="a.txt"), "one")
    await store.delete(ACME, row.id)
    assert await _searched(store) == []
    assert await store.known_places("acme", ids) == []


async def test_many_passages_come_in_pages_and_each_once(store: DocumentStore) -> None:
    _, ids = await indexed(store, arrival("1", name="a.txt"), *(f"text {number}" for number in range(4_100)))
    pages = [page async for page in store.searched_places("acme")]
    assert len(pages) > 1
    assert sorted(place.passage_id for page in pages for place in page) == sorted(ids)
