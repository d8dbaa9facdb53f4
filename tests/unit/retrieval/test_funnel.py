"""The funnel as a whole, over fakes."""

import asyncio
import datetime as dt
from dataclasses import replace

import pytest

from services.core.domain.passage import Strategy
from services.core.domain.plan import Filter, Query
from services.core.domain.question import Question, Scope, TimeRange
from services.core.errors import DeadlinePassed, EmptyQuestion, IndexUnavailable, UnknownProfile
from services.documents.generations import Pointer
from services.documents.models import Acl
from services.indexes.port import Hit, IndexFilter, Vector
from services.inference.port import TextKind
from services.retrieval.funnel import Widths
from tests.fakes.passages import passage
from tests.unit.retrieval.conftest import World, search_for

FOUNDED = passage("p1", "Halcyon Robotics was founded in Lyon by Mira Sato.", "d1", title="About Halcyon")
WEATHER = passage("p2", "The weather in the valley is mild all year.", "d2", title="Weather")
CHINESE = passage("p3", "北辰公司由王芳于杭州创立，员工共一千二百人。", "d3", title="北辰概况", language="zh")


@pytest.fixture
async def filled(world: World) -> World:
    await world.add(FOUNDED, WEATHER, CHINESE)
    return world


async def test_the_passage_that_answers_comes_first_in_english_and_chinese(filled: World) -> None:
    assert (await filled.find("Who founded Halcyon Robotics?")).evidence[0].passage == FOUNDED
    assert (await filled.find("北辰公司是谁创立的？")).evidence[0].passage == CHINESE


async def test_stages_are_told_as_they_end_with_what_they_leave(filled: World) -> None:
    stages, found = await filled.run(search_for("Who founded Halcyon Robotics?"))
    assert [stage.name for stage in stages] == ["rewrite", "recall", "fuse", "rerank", "distil"]
    assert all(stage.seconds >= 0 for stage in stages)
    assert stages[-1].passages == len(found.evidence)


async def test_a_search_makes_one_call_for_all_queries_and_one_for_all_sentences(filled: World) -> None:
    queries = (Query("Who founded Halcyon?"), Query("founder of Halcyon Robotics", "paraphrase", 0.8), Query("创始人"))
    found = await filled.find("Who founded Halcyon Robotics?", queries=queries)
    assert found.embed_calls == len(filled.models.embedded) == 2
    assert [kind for kind, _ in filled.models.embedded] == [TextKind.QUERY, TextKind.PASSAGE]
    assert set(filled.models.embedded[0][1]) == {"Who founded Halcyon Robotics?", *(query.text for query in queries)}


async def test_a_search_by_words_makes_no_call_at_all(filled: World) -> None:
    found = await filled.find("Halcyon", strategy=Strategy.KEYWORD)
    assert (found.embed_calls, found.strategy, found.evidence[0].passage.id) == (0, Strategy.KEYWORD, "p1")


async def test_no_more_sentences_are_embedded_than_the_setting_says(world: World) -> None:
    await world.add(passage("p", " ".join(f"Halcyon fact number {n} is here." for n in range(200))))
    world.widths = Widths(sentences=5)
    await world.find("Halcyon fact")
    assert len(world.models.embedded[-1][1]) == 5


async def test_queries_and_legs_run_at_the_same_time(filled: World) -> None:
    running, most = 0, 0
    nearest = filled.vectors.nearest

    async def slow(query: Vector, limit: int, where: IndexFilter) -> list[Hit]:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.02)
        running -= 1
        return await nearest(query, limit, where)

    filled.vectors.nearest = slow  # type: ignore[method-assign]
    await filled.find("Halcyon", queries=(Query("Halcyon"), Query("Lyon"), Query("Sato")), strategy=Strategy.HYBRID)
    assert most == 3


@pytest.mark.parametrize("strategy", [Strategy.HYBRID, Strategy.VECTOR, Strategy.KEYWORD])
@pytest.mark.parametrize("broken", ["vector", "keyword"])
async def test_one_index_down_leaves_the_other_and_says_so(filled: World, strategy: Strategy, broken: str) -> None:
    index = filled.vectors if broken == "vector" else filled.keywords
    index.broken = True
    found = await filled.find("Who founded Halcyon Robotics?", strategy=strategy)
    assert found.evidence[0].passage == FOUNDED
    asked = strategy is Strategy.HYBRID or strategy.value == broken
    assert found.degraded == ((f"{broken}_unavailable",) if asked else ())


@pytest.mark.parametrize("strategy", [Strategy.HYBRID, Strategy.VECTOR, Strategy.KEYWORD])
async def test_both_indexes_down_is_an_error_and_not_an_empty_answer(filled: World, strategy: Strategy) -> None:
    filled.vectors.broken = filled.keywords.broken = True
    with pytest.raises(IndexUnavailable):
        await filled.find("Halcyon", strategy=strategy)


async def test_a_slow_index_is_left_behind(filled: World) -> None:
    async def stuck(text: str, limit: int, where: IndexFilter) -> list[Hit]:
        await asyncio.sleep(30)
        return []

    filled.keywords.search = stuck  # type: ignore[method-assign]
    filled.widths = Widths(leg_seconds=0.05)
    found = await filled.find("Who founded Halcyon Robotics?")
    assert found.degraded == ("keyword_unavailable",)
    assert found.evidence[0].passage == FOUNDED


async def test_without_an_embedder_words_find_and_it_is_said(filled: World) -> None:
    filled.models.down = {"embed"}
    found = await filled.find("Who founded Halcyon Robotics?")
    assert found.degraded == ("embedding_unavailable",)
    assert found.evidence[0].passage == FOUNDED


async def test_without_a_reranker_fusion_orders_and_it_is_said(filled: World) -> None:
    filled.models.down = {"rerank"}
    found = await filled.find("Who founded Halcyon Robotics?")
    assert found.degraded == ("rerank_unavailable",)
    assert found.evidence[0].passage == FOUNDED


async def test_an_explanation_gives_each_passage_its_legs_ranks_and_fate(filled: World) -> None:
    found = await filled.find("Who founded Halcyon Robotics?", explain=True, strategy=Strategy.HYBRID)
    hits = {(hit.leg, hit.rank) for hit in found.evidence[0].hits}
    assert hits == {("vector", 1), ("keyword", 1)}
    assert {one.passage.id: one.fate for one in found.dropped}["p2"] == "below_floor"
    assert (await filled.find("Who founded Halcyon Robotics?")).dropped == ()


async def test_another_tenants_passages_are_never_found(filled: World) -> None:
    await filled.add(passage("x", FOUNDED.text, "dx"), tenant="globex")
    found = await filled.find("Who founded Halcyon Robotics?", explain=True)
    assert "x" not in {one.passage.id for one in (*found.evidence, *found.dropped)}


async def test_rights_are_checked_again_after_an_index_that_lags(filled: World) -> None:
    await filled.add(passage("secret", "Halcyon Robotics will buy Northwind.", "ds"))
    filled.store.put([passage("secret", "Halcyon Robotics will buy Northwind.", "ds")], acl=Acl(users=("ann",)))
    assert "secret" not in [one.passage.id for one in (await filled.find("Whom will Halcyon buy?")).evidence]
    seen = await filled.find("Whom will Halcyon buy?", scope=Scope("acme", "ann"))
    assert seen.evidence[0].passage.id == "secret"


async def test_a_deleted_document_is_not_found_while_the_index_still_has_it(filled: World) -> None:
    filled.store.forget("d1")
    found = await filled.find("Who founded Halcyon Robotics?", explain=True)
    assert "p1" not in {one.passage.id for one in (*found.evidence, *found.dropped)}


async def test_two_versions_in_the_index_give_passages_of_the_newer_one_only(world: World) -> None:
    old, new = passage("v1", "Halcyon has 100 robots."), passage("v2", "Halcyon has 200 robots.", version=2)
    await world.add(old)
    rows = dict(world.vectors.rows), dict(world.keywords.rows)
    await world.add(new)
    world.vectors.rows |= rows[0]
    world.keywords.rows |= rows[1]
    found = await world.find("How many robots has Halcyon?", explain=True)
    assert [one.passage.id for one in found.evidence] == ["v2"]
    assert [(one.passage.id, one.fate) for one in found.dropped] == [("v1", "filtered")]


async def test_filters_hold(filled: World) -> None:
    await filled.add(
        passage("t", "Halcyon in 2020.", "dt", tags=("hr",), date=dt.date(2020, 1, 1), section="A > Staff")
    )
    for wanted in (
        Filter(tags=("hr",)),
        Filter(document_ids=("dt",)),
        Filter(section="staff"),
    ):
        found = await filled.find("Halcyon", filter=wanted)
        assert [one.passage.id for one in found.evidence] == ["t"], wanted
    year = TimeRange(dt.date(2021, 1, 1), dt.date(2021, 12, 31))
    assert "t" not in [one.passage.id for one in (await filled.find("Halcyon", filter=Filter(dated=year))).evidence]
    assert [one.passage.id for one in (await filled.find("北辰", filter=Filter(languages=("zh",)))).evidence] == ["p3"]


async def test_documents_of_the_asked_period_are_preferred_and_others_stay(world: World) -> None:
    text = "Halcyon reported revenue for the period."
    for year in (2019, 2023):
        await world.add(passage(f"y{year}", f"{text} {year}.", f"d{year}", date=dt.date(year, 6, 1)))
    for year in (2019, 2023):
        asked = TimeRange(dt.date(year, 1, 1), dt.date(year, 12, 31))
        question = Question("Halcyon revenue", time_ranges=(asked,))
        found = await world.find("Halcyon revenue", question=question, distil=False)
        assert [one.passage.id for one in found.evidence][0] == f"y{year}"
        assert len(found.evidence) == 2


async def test_the_newest_is_preferred_when_it_is_asked_for(world: World) -> None:
    for year in (2015, 2025):
        await world.add(passage(f"y{year}", f"Halcyon headcount note {year}.", f"d{year}", date=dt.date(year, 5, 1)))
    assert (await world.find("latest Halcyon headcount")).evidence[0].passage.id == "y2025"


async def test_a_passage_said_twice_is_shown_once_and_a_contradiction_twice(world: World) -> None:
    await world.add(passage("a", "Halcyon employs 1,240 people in Lyon.", "d1"))
    await world.add(passage("b", "Halcyon employs 1,240 people in Lyon .", "d2"))
    await world.add(passage("c", "Halcyon employs 1,310 people in Lyon.", "d3"))
    found = await world.find("How many people does Halcyon employ?", explain=True)
    kept = {one.passage.id for one in found.evidence}
    assert "c" in kept
    assert len(kept & {"a", "b"}) == 1
    assert [one.fate.split(":")[0] for one in found.dropped] == ["duplicate_of"]


async def test_limits_hold_with_and_without_distillation(world: World) -> None:
    for n in range(30):
        await world.add(passage(f"p{n:02}", f"Halcyon site {chr(97 + n % 26)}{n} makes part {n}.", f"d{n}"))
    world.widths = Widths(recall=30)  # all of them: which ones a leg takes of so many alike is up to the last bit
    assert len((await world.find("Halcyon site", limit=25, distil=False)).evidence) == 25
    assert len((await world.find("Halcyon site", limit=25)).evidence) <= 10
    assert len((await world.find("Halcyon site", limit=2)).evidence) == 2


async def test_an_empty_index_gives_an_empty_result(world: World) -> None:
    found = await world.find("anything at all")
    assert (found.evidence, found.degraded, found.generation, found.profile) == ((), (), 1, "general@1")


async def test_the_generation_is_read_once_and_searched_alone(filled: World) -> None:
    filled.store.pointers["acme"] = Pointer(2)
    assert (await filled.find("Halcyon")).evidence == ()
    await filled.indexer.index("acme", "d1", 1)
    found = await filled.find("Halcyon")
    assert (found.generation, [one.passage.id for one in found.evidence]) == (2, ["p1"])


@pytest.mark.parametrize(
    "text", ["x" * 20_000, "财" * 20_000, "\x00\x07", "🛰️👩‍🚀", 'a AND (b OR -c) "', "مرحبا Привет 北辰"]
)
async def test_strange_questions_are_only_text(filled: World, text: str) -> None:
    found = await filled.find(text, queries=(Query(text[:4000]),))
    assert isinstance(found.evidence, tuple)


@pytest.mark.parametrize("text", ["", " \n"])
async def test_an_empty_question_is_refused(filled: World, text: str) -> None:
    with pytest.raises(EmptyQuestion):
        await filled.find(text, queries=(Query("x"),))


async def test_an_unknown_profile_is_refused(filled: World) -> None:
    with pytest.raises(UnknownProfile):
        await filled.find("Halcyon", profile="legal")


async def test_a_deadline_that_has_passed_ends_the_search(filled: World) -> None:
    search = search_for("Halcyon")
    past = replace(search.context, deadline=dt.datetime(2020, 1, 1, tzinfo=dt.UTC))
    with pytest.raises(DeadlinePassed):
        await filled.run(replace(search, context=past))


async def test_the_same_search_gives_the_same_result(filled: World) -> None:
    first = await filled.find("Who founded Halcyon Robotics?", explain=True)
    assert await filled.find("Who founded Halcyon Robotics?", explain=True) == first


async def test_a_summary_that_is_found_leads_to_its_nearest_passages_and_is_not_shown(world: World) -> None:
    about = "Yearly inspection of cooling pumps, valves and motors at the Brennick works."
    fine = [passage(f"f{n}", f"Unit {n} at station {n}: bearings replaced, seals intact.", "d1") for n in range(8)]
    await world.add(*fine, passage("f8", "Cooling pumps: two failed the inspection.", "d1"), passage("s", about, "d1"))
    world.store.summaries["s"] = [*(one.id for one in fine), "f8"]
    world.widths = Widths(recall=1)  # the legs see the summary alone
    found = await world.find("yearly inspection cooling pumps valves motors Brennick works")
    assert found.evidence[0].passage.id == "f8"
    assert "s" not in {one.passage.id for one in (*found.evidence, *found.dropped)}
    assert {hit.leg for hit in found.evidence[0].hits} == {"summary"}
