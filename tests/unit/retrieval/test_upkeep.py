"""Indexes that differ from the store are told and mended; the next generation is built, checked and flipped to."""

import asyncio
from contextvars import ContextVar
from typing import Any

import pytest

from services.core.domain.passage import Strategy
from services.core.errors import Conflict, InferenceUnavailable
from services.documents.generations import Pointer
from services.documents.models import Acl
from services.inference.port import TextKind
from services.retrieval.builder import Builder, Building, Built
from services.retrieval.embedders import Embedders
from services.retrieval.reconciler import Compared, Difference, Fault, Reconciler
from tests.fakes.indexes import InMemoryKeywords, InMemoryVectors
from tests.fakes.passages import MODEL, WordModels, passage
from tests.unit.retrieval.conftest import World

NOW = Pointer(1)


async def _told(world: World, *, mend: bool, tenant: str = "acme") -> list[Difference | Compared]:
    reconciler = Reconciler(world.generations, world.indexer, world.store)
    return [told async for told in reconciler.reconcile(NOW, tenant, mend=mend)]


def _builder(world: World) -> Builder:
    reconciler = Reconciler(world.generations, world.indexer, world.store)
    return Builder(world.generations, world.store, reconciler)


async def _built(world: World) -> Built:
    last = [told async for told in _builder(world).build(MODEL)][-1]
    assert isinstance(last, Built)
    return last


async def test_equal_stores_have_no_difference(world: World) -> None:
    await world.add(passage("p", "Halcyon"), passage("q", "Borealis", document_id="d2"))
    assert await _told(world, mend=True) == [Compared("acme", 2, 2, 2, 0)]


async def test_what_an_index_lacks_is_told_and_written_again(world: World) -> None:
    await world.add(passage("p", "Halcyon"), passage("q", "Borealis", document_id="d2"))
    await world.vectors.remove("acme", "d1")
    lacking = Difference("acme", "vector", Fault.MISSING, "d1", 1, passages=1, mended=False)
    assert await _told(world, mend=False) == [lacking, Compared("acme", 2, 1, 2, 0)]
    assert ("acme", "p") not in world.vectors.rows
    assert (await _told(world, mend=True))[0].mended  # type: ignore[union-attr]
    assert await _told(world, mend=False) == [Compared("acme", 2, 2, 2, 0)]


async def test_what_an_index_holds_without_need_goes_and_other_tenants_stay(world: World) -> None:
    await world.add(passage("p", "Halcyon"), passage("q", "Borealis", document_id="d2"))
    await world.add(passage("t", "Theirs", document_id="d3"), tenant="globex")
    world.store.forget("d2")
    told = await _told(world, mend=True)
    assert told[:2] == [
        Difference("acme", name, Fault.EXTRA, "", 0, passages=1, mended=True) for name in ("vector", "keyword")
    ]
    assert set(world.vectors.rows) == set(world.keywords.rows) == {("acme", "p"), ("globex", "t")}


async def test_the_next_generation_is_filled_checked_and_put_in_force_without_embedding(world: World) -> None:
    await world.add(passage("p", "Halcyon"), acl=Acl(("ann",), ("fin",)))
    await world.add(passage("t", "Theirs", document_id="d3"), tenant="globex")
    world.models.embedded.clear()
    assert await _built(world) == Built(2, MODEL, samples=2, replaced=(1,))
    assert world.models.embedded == []
    assert await world.store.pointer("globex") == Pointer(2, MODEL)
    assert set(world.vector_engine.indexes["passages_g2"].rows) == {("acme", "p"), ("globex", "t")}
    assert await _builder(world).drop_retired(0) == [1]
    assert "passages_g1" not in world.vector_engine.indexes


async def test_a_build_that_was_cut_off_is_gone_on_with(world: World) -> None:
    await world.add(*(passage(f"p{number}", f"word{number}", document_id=f"d{number}") for number in range(6)))
    async for told in _builder(world).build(MODEL):
        if isinstance(told, Building) and told.done == 3:
            break
    begun = world.vector_engine.indexes["passages_g2"]
    begun.calls.clear()
    await _built(world)
    assert begun.calls.count("upsert") == 3


async def test_what_is_indexed_or_removed_while_it_is_built_is_so_in_both(world: World) -> None:
    await world.add(passage("p", "Halcyon"), passage("q", "Borealis", document_id="d2"))
    await world.store.begin_generation(MODEL)
    await world.add(passage("n", "Newcomer", document_id="d9"))
    await world.indexer.remove("acme", "d2")
    world.store.forget("d2")
    for generation in (1, 2):
        rows = world.vector_engine.indexes[f"passages_g{generation}"].rows
        assert ("acme", "n") in rows
        assert ("acme", "q") not in rows
    await _built(world)
    assert set(world.vector_engine.indexes["passages_g2"].rows) == {("acme", "p"), ("acme", "n")}


async def test_a_generation_that_does_not_find_its_own_passages_is_not_put_in_force(world: World) -> None:
    await world.add(passage("p", "Halcyon"))
    await world.store.begin_generation(MODEL)
    index = world.generations.at(2).vectors

    async def nothing(*_: Any) -> list[Any]:
        return []

    index.nearest = nothing  # type: ignore[method-assign, assignment]
    with pytest.raises(Conflict, match="not put in force"):
        await _built(world)
    assert await world.store.pointer("acme") == NOW
    assert await _builder(world).abandon() == 2
    assert await _builder(world).abandon() == 0
    assert "passages_g2" not in world.vector_engine.indexes


READ: ContextVar[list[object]] = ContextVar("READ")
"""The indexes that a search has read."""


def _noting(monkeypatch: pytest.MonkeyPatch, kind: type, method: str) -> None:
    plain = getattr(kind, method)

    async def noted(self: object, *args: Any) -> Any:
        READ.get().append(self)
        await asyncio.sleep(0)  # a flip may come here
        return await plain(self, *args)

    monkeypatch.setattr(kind, method, noted)


async def test_fifty_flips_under_search_give_no_mixed_result(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _noting(monkeypatch, InMemoryVectors, "nearest")
    _noting(monkeypatch, InMemoryKeywords, "search")
    READ.set([])
    await world.add(
        *(passage(f"p{number}", f"harbour crane {number}", document_id=f"d{number}") for number in range(3))
    )
    searched: list[int] = []
    mixed: list[int] = []
    flips = 0

    async def searching() -> None:
        while flips < 50:
            READ.set([])
            found = await world.find("harbour crane", strategy=Strategy.HYBRID, distil=False)
            own = world.generations.at(found.generation)
            searched.append(found.generation)
            if len(found.evidence) != 3 or any(index not in (own.vectors, own.keywords) for index in READ.get()):
                mixed.append(found.generation)

    searchers = [asyncio.create_task(searching()) for _ in range(3)]
    while flips < 50:
        assert (await _built(world)).generation == flips + 2
        flips += 1
        await asyncio.sleep(0.005)
    await asyncio.gather(*searchers)
    assert len(set(searched)) > 25
    assert mixed == []


async def test_a_question_is_embedded_by_the_embedder_of_its_generation() -> None:
    present, following = WordModels(), WordModels(model="another")
    embedders = Embedders(present, following)
    assert (await embedders.of(""))[0] is present
    assert (await embedders.of(MODEL))[0] is present
    assert (await embedders.of("another"))[0] is following
    nobody, able = await embedders.of("third")
    assert able.embed.name == "third"
    assert await nobody.rerank("a", []) == []
    with pytest.raises(InferenceUnavailable, match="third"):
        await nobody.embed(["a"], TextKind.QUERY)


async def test_a_document_waits_while_the_models_are_not_those_of_the_index(world: World) -> None:
    world.store.put([passage("p", "Halcyon")])
    world.store.pointers[""] = Pointer(1, "third")
    with pytest.raises(InferenceUnavailable, match="by third"):
        await world.indexer.index("acme", "d1", 1)


async def test_without_the_embedder_of_the_generation_words_find_and_it_is_said(world: World) -> None:
    await world.add(passage("p", "Halcyon"))
    world.store.pointers[""] = Pointer(1, "third")
    found = await world.find("Halcyon")
    assert [one.passage.id for one in found.evidence] == ["p"]
    assert "embedding_unavailable" in found.degraded
