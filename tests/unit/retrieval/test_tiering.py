"""Which tiers a search asks and why; documents that move, and are never in neither tier."""

import asyncio
import datetime as dt
import random
from dataclasses import replace
from typing import Any

import pytest

from services.core.domain.passage import Strategy
from services.core.domain.question import Question, TimeRange
from services.core.errors import IndexUnavailable
from services.documents.generations import Pointer
from services.documents.tiers import Use
from services.indexes.generations import Generations
from services.indexes.port import Hit, IndexFilter, Tier
from services.indexes.tiers import TieredEngine
from services.retrieval.indexer import Indexer
from services.retrieval.profile import Tiers
from services.retrieval.reconciler import Compared, Reconciler
from services.retrieval.tiering import Found, Mover, tier_of
from tests.fakes.indexes import InMemoryVectors
from tests.fakes.passages import bag, passage
from tests.unit.retrieval.conftest import World

TODAY = dt.date(2025, 6, 1)
OLD = dt.date(2015, 3, 1)


@pytest.fixture
def tiered() -> World:
    """A world whose vector index has two tiers."""
    world = World()
    world.generations = Generations(TieredEngine(world.vector_engine), world.keyword_engine)
    world.indexer = Indexer(world.generations, world.store, world.models)
    return world


def mover(world: World, grace_s: float = 0.0) -> Mover:
    return Mover(world.generations, world.indexer, world.store, grace_s=grace_s)


def held(world: World) -> tuple[set[str], set[str]]:
    """Passages of the hot and of the cold tier."""
    hot, cold = (world.vector_engine.indexes.get(name) for name in ("passages_g1", "passages_g1_cold"))
    return tuple({key for _, key in index.rows} if index else set() for index in (hot, cold))  # type: ignore[return-value]


async def filled(world: World) -> None:
    await world.add(passage("new", "harbour crane today", document_id="d-new", date=TODAY))
    await world.add(passage("old", "harbour crane of granite", document_id="d-old", date=OLD))
    await mover(world).look(TODAY)


async def test_what_is_old_and_never_found_goes_to_the_cold_tier_and_comes_back_when_it_is_found(tiered: World) -> None:
    await filled(tiered)
    assert held(tiered) == ({"new"}, {"old"})
    assert tiered.store.tiers == {"d-old": "cold"}
    assert await mover(tiered).look(TODAY) == 0
    await tiered.store.record_hits({"d-old": 5})
    assert await mover(tiered).look(TODAY) == 1
    assert held(tiered) == ({"new", "old"}, set())


@pytest.mark.parametrize(
    ("day", "hits", "tier"),
    [(TODAY, 0, Tier.HOT), (OLD, 0, Tier.COLD), (OLD, 3, Tier.HOT), (OLD, 2.9, Tier.COLD),
     (TODAY - dt.timedelta(days=365), 0, Tier.HOT), (TODAY - dt.timedelta(days=366), 0, Tier.COLD)],
)  # fmt: skip
def test_age_and_use_decide_where_a_document_belongs(day: dt.date, hits: float, tier: Tier) -> None:
    use = Use("acme", "d", 1, "general", "hot", "", hits, day)
    assert tier_of(use, Tiers(hot_days=365, hot_hits=3), TODAY) is tier


async def test_a_good_hot_hit_leaves_the_cold_tier_alone_and_a_poor_one_does_not(tiered: World) -> None:
    await filled(tiered)
    cold = tiered.vector_engine.indexes["passages_g1_cold"]
    cold.calls.clear()
    found = await tiered.find("harbour crane today", strategy=Strategy.VECTOR)
    assert "; hot tier only: best cosine" in found.strategy_reason
    assert "nearest" not in cold.calls
    found = await tiered.find("granite", strategy=Strategy.VECTOR)
    assert "hot and cold tier: best hot cosine" in found.strategy_reason
    assert found.evidence[0].passage.id == "old"


async def test_a_time_range_before_the_hot_days_asks_the_cold_tier(tiered: World) -> None:
    await filled(tiered)
    asked = TimeRange(dt.date(2015, 1, 1), dt.date(2015, 12, 31))
    question = Question("harbour crane today", time_ranges=(asked,))
    found = await tiered.find(question.text, question=question, strategy=Strategy.VECTOR)
    assert "hot and cold tier: asks from 2015-01-01" in found.strategy_reason
    recent = TimeRange(TODAY, TODAY)
    found = await tiered.find(question.text, question=replace(question, time_ranges=(recent,)))
    assert "hot tier only" in found.strategy_reason


async def test_the_deep_path_asks_both_tiers(tiered: World) -> None:
    await filled(tiered)
    second = await tiered.find("harbour crane today", precise=True)
    assert "hot and cold tier: an exact second pass" in second.strategy_reason
    again = await tiered.find("harbour crane today", tried=(Strategy.KEYWORD,))
    assert "hot and cold tier: another try of the deep path" in again.strategy_reason


async def test_without_tiers_nothing_is_said_of_them(world: World) -> None:
    await world.add(passage("p", "harbour crane"))
    assert "tier" not in (await world.find("harbour crane")).strategy_reason


async def test_a_document_that_moves_is_found_once_at_every_moment(
    tiered: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(tiered)
    index, plain = tiered.generations.at(1).vectors, InMemoryVectors.nearest
    waits = random.Random(3)

    async def slow(self: InMemoryVectors, *args: Any) -> list[Hit]:
        await asyncio.sleep(waits.uniform(0, 0.004))  # the two tiers are read at different moments
        return await plain(self, *args)

    monkeypatch.setattr(InMemoryVectors, "nearest", slow)
    counts: list[int] = []
    done = asyncio.Event()

    async def searching() -> None:
        while not done.is_set():
            found = await index.nearest(bag("granite"), 10, IndexFilter("acme"))
            counts.append([hit.passage_id for hit in found].count("old"))

    searchers = [asyncio.create_task(searching()) for _ in range(4)]
    for number in range(20):
        tiered.store.hits["d-old"] = 5 if number % 2 == 0 else 0
        assert await mover(tiered, grace_s=0.02).look(TODAY) == 1
    done.set()
    await asyncio.gather(*searchers)
    assert len(counts) > 200
    assert set(counts) == {1}


async def test_a_move_that_was_cut_off_leaves_both_copies_and_is_gone_on_with(tiered: World) -> None:
    await filled(tiered)
    tiered.store.hits["d-old"] = 5
    cold = tiered.vector_engine.indexes["passages_g1_cold"]
    discard = cold.discard

    async def broken(*_: Any) -> None:
        raise IndexUnavailable("vector", "it was switched off by a test")

    cold.discard = broken  # type: ignore[method-assign, assignment]
    with pytest.raises(IndexUnavailable):
        await mover(tiered).look(TODAY)
    assert held(tiered) == ({"new", "old"}, {"old"})
    assert tiered.store.moving == {"d-old": "hot"}
    found = await tiered.find("granite", strategy=Strategy.VECTOR, precise=True)
    assert [one.passage.id for one in found.evidence].count("old") == 1
    cold.discard = discard  # type: ignore[method-assign]
    tiered.store.claimed.clear()  # its lease has ended
    assert await mover(tiered).look(TODAY) == 1
    assert held(tiered) == ({"new", "old"}, set())


async def test_a_new_version_that_comes_while_the_old_one_moves_is_the_one_that_stays(tiered: World) -> None:
    await filled(tiered)
    tiered.store.hits["d-old"] = 5
    moving = asyncio.create_task(mover(tiered, grace_s=0.05).look(TODAY))
    await asyncio.sleep(0.01)
    tiered.store.forget("d-old")
    await tiered.add(passage("old2", "harbour crane of marble", document_id="d-old", date=OLD, version=2))
    assert await moving == 1
    hot, cold = held(tiered)
    assert "old2" in hot
    assert "old" not in hot | cold


async def test_a_cold_document_that_is_indexed_again_is_sorted_out_by_the_next_round(tiered: World) -> None:
    await filled(tiered)
    await tiered.indexer.index("acme", "d-old", 1)
    assert held(tiered) == ({"new", "old"}, {"old"})
    assert await mover(tiered).look(TODAY) == 1
    assert held(tiered) == ({"new"}, {"old"})


async def test_both_tiers_together_are_compared_with_the_store(tiered: World) -> None:
    await filled(tiered)
    reconciler = Reconciler(tiered.generations, tiered.indexer, tiered.store)
    told = [one async for one in reconciler.reconcile(Pointer(1), "acme", mend=True)]
    assert told == [Compared("acme", 2, 2, 2, 0)]


async def test_what_searches_give_is_counted_and_what_cannot_be_written_is_kept(world: World) -> None:
    await world.add(passage("p", "harbour crane"), passage("q", "harbour crane too"))
    engine = world.engine
    result = await world.find("harbour crane")
    engine.found.note(result.evidence)
    await engine.found.write(world.store)
    assert world.store.hits == {"d1": 1}

    async def broken(_: Any) -> None:
        raise IndexUnavailable("x", "y")

    kept = Found()
    kept.note(result.evidence)
    record, world.store.record_hits = world.store.record_hits, broken  # type: ignore[method-assign, assignment]
    with pytest.raises(IndexUnavailable):
        await kept.write(world.store)
    world.store.record_hits = record  # type: ignore[method-assign]
    await kept.write(world.store)
    assert world.store.hits == {"d1": 2}
