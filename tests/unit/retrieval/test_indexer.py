"""Indexing: what the store holds into both indexes, again and again without harm."""

import pytest

from services.core.errors import IndexUnavailable, NotFound
from services.documents.models import Acl
from tests.fakes.passages import passage
from tests.unit.retrieval.conftest import World


async def test_a_version_is_put_into_both_indexes_with_its_rights(world: World) -> None:
    world.store.put([passage("p", "Halcyon", tags=("x",), section="S")], acl=Acl(("ann",), ("fin",)))
    assert await world.indexer.index("acme", "d1", 1) == 1
    entry = world.vectors.rows["acme", "p"].entry
    assert entry == world.keywords.rows["acme", "p"].entry
    assert (entry.principals, entry.tags, entry.section) == (("u:ann", "g:fin"), ("x",), "S")


async def test_indexing_twice_changes_nothing(world: World) -> None:
    await world.add(passage("p", "Halcyon"))
    before = dict(world.keywords.rows)
    assert await world.indexer.index("acme", "d1", 1) == 1
    assert world.keywords.rows == before


async def test_the_new_version_is_there_before_the_old_one_goes(world: World) -> None:
    await world.add(passage("v1", "Halcyon one"))
    seen: list[set[str]] = []
    remove = world.keywords.remove

    async def watched(tenant: str, document_id: str, *, before_version: int | None = None) -> None:
        seen.append({key for _, key in world.keywords.rows})
        await remove(tenant, document_id, before_version=before_version)

    world.keywords.remove = watched  # type: ignore[method-assign]
    await world.add(passage("v2", "Halcyon two", version=2))
    assert seen == [{"v1", "v2"}]
    assert {key for _, key in world.keywords.rows} == {key for _, key in world.vectors.rows} == {"v2"}


async def test_an_index_that_fails_leaves_the_old_version_searchable(world: World) -> None:
    await world.add(passage("v1", "Halcyon one"))
    world.vectors.broken = True
    with pytest.raises(IndexUnavailable):
        await world.add(passage("v2", "Halcyon two", version=2))
    world.vectors.broken = False
    assert ("acme", "v1") in world.vectors.rows
    assert await world.indexer.index("acme", "d1", 2) == 1
    assert {key for _, key in world.vectors.rows} == {"v2"}


@pytest.mark.parametrize(
    ("tenant", "document_id", "version"), [("globex", "d1", 1), ("acme", "nope", 1), ("acme", "d1", 7)]
)
async def test_what_the_tenant_does_not_have_cannot_be_indexed(
    world: World, tenant: str, document_id: str, version: int
) -> None:
    world.store.put([passage("p", "Halcyon")])
    with pytest.raises(NotFound):
        await world.indexer.index(tenant, document_id, version)
    assert world.keywords.rows == {}


async def test_a_long_document_is_written_in_batches(world: World) -> None:
    await world.add(*(passage(f"p{n}", f"Halcyon {n}") for n in range(600)))
    assert world.keywords.calls.count("upsert") == 3
    assert len(world.vectors.rows) == 600


async def test_removal_is_from_both_and_of_this_tenant_only(world: World) -> None:
    await world.add(passage("p", "Halcyon"))
    world.store.forget("d1")
    await world.add(passage("q", "Halcyon", "d1"), tenant="globex")
    await world.indexer.remove("acme", "d1")
    await world.indexer.remove("acme", "unknown")
    assert set(world.vectors.rows) == set(world.keywords.rows) == {("globex", "q")}


async def test_holdings_count_the_tenants_passages_and_name_the_engines(world: World) -> None:
    await world.add(passage("p", "Halcyon"), passage("q", "北辰"))
    await world.add(passage("r", "x", "d9"), tenant="globex")
    holdings = await world.indexer.holdings("acme")
    assert (holdings.vector_passages, holdings.keyword_passages, holdings.generation) == (2, 2, 1)
    assert "precision: fp32" in holdings.capabilities
