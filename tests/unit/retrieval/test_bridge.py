"""A passage that shares no word with the question is found by the name that leads to it."""

from collections.abc import Sequence

import pytest

from services.core.domain.passage import Evidence, Passage, Strategy
from services.core.domain.plan import Filter
from services.core.domain.question import Scope
from services.documents.models import Acl, StoredPassage
from services.indexes.port import IndexFilter
from services.ingestion.analyse import analyse
from services.language.name_keys import title_key
from services.retrieval.bridge import Bridge, names_beyond, placed
from tests.fakes.passages import PLAIN, passage
from tests.unit.retrieval.conftest import World, search_for

FILM = passage(
    "film", "The Quiet Harbour is a 1961 drama film directed by Mira Sato in Lyon.", "d1", title="The Quiet Harbour"
)
SATO = passage(
    "sato", "Mira Sato (1922 – 1987) grew up by the sea. She married twice.", "d2", title="Mira Sato (director)"
)
OTHER = passage("other", "A note about harbours and how they are kept quiet at night.", "d3", title="Harbours")
CHINESE = passage("zh1", "《静港》是王芳执导的一部电影。", "d4", title="静港", language="zh")
WANG = passage("zh2", "王芳，1950年生于杭州，毕业于北京电影学院。", "d5", title="王芳", language="zh")
QUESTION = "When did the director of The Quiet Harbour die?"


@pytest.fixture
async def filled(world: World) -> World:
    await world.add(FILM, SATO, OTHER, CHINESE, WANG)
    return world


async def test_the_page_of_a_name_in_the_best_passage_is_found(filled: World) -> None:
    hop = Bridge(filled.keywords, filled.store, IndexFilter("acme"), Scope("acme"))

    async def near(ids: Sequence[str]) -> dict[str, float]:
        return dict.fromkeys(ids, 0.8)

    (beyond,) = await hop.beyond(QUESTION, [Evidence(FILM)], near)
    assert (beyond.passage, beyond.similarity, beyond.hits[0].leg) == (SATO, 0.8, "bridge")
    assert await hop.beyond("Who is Mira Sato?", [Evidence(FILM)], near) == []
    assert await hop.beyond(QUESTION, [], near) == []


async def test_a_search_shows_it_among_the_rest(filled: World) -> None:
    found = await filled.find(QUESTION)
    assert found.evidence[0].passage == FILM
    assert "sato" in [one.passage.id for one in found.evidence]


async def test_it_works_in_chinese(filled: World) -> None:
    found = await filled.find("《静港》的导演毕业于哪所学校？")
    assert "zh2" in [one.passage.id for one in found.evidence]


async def test_a_dense_search_that_was_asked_for_stays_one(filled: World) -> None:
    found = await filled.find(QUESTION, strategy=Strategy.VECTOR, explain=True)
    assert all(hit.leg == "vector" for one in (*found.evidence, *found.dropped) for hit in one.hits)


async def test_nobody_sees_beyond_his_rights_and_filters(world: World) -> None:
    await world.add(FILM)
    await world.add(SATO, acl=Acl(users=("ann",)))
    assert "sato" not in [one.passage.id for one in (await world.find(QUESTION)).evidence]
    ann = await world.find(QUESTION, scope=Scope("acme", user="ann"))
    assert "sato" in [one.passage.id for one in ann.evidence]
    only = await world.find(QUESTION, scope=Scope("acme", user="ann"), filter=Filter(document_ids=("d1",)))
    assert [one.passage.id for one in only.evidence] == ["film"]


async def test_the_limit_holds(filled: World) -> None:
    for limit in (1, 2, 5):
        _, found = await filled.run(search_for(QUESTION, limit=limit))
        assert len(found.evidence) <= limit


def beyond(question: str, *passages: Passage) -> list[str]:
    read = {one.id: analyse(StoredPassage(one.text, title=one.title), reader=PLAIN).sentences for one in passages}
    return list(names_beyond(question, [Evidence(one) for one in passages], read))


def test_names_of_the_question_and_the_passage_itself_lead_nowhere() -> None:
    assert set(beyond(QUESTION, FILM)) == {"mira sato", "lyon"}
    assert "mira sato" not in beyond("Who is Mira Sato?", FILM)
    assert beyond("") == []
    assert len(beyond("?", passage("x", "Ada Low, Bo Xi, Cy Old, Di Rin. " * 99))) <= 8


def test_what_is_said_of_something_is_followed_before_what_is_only_named() -> None:
    text = "Ada Low met Bo Xi and Cy Old in Lyon. She was the daughter of Eva Lund."
    assert beyond("Who was the mother of Ada Low?", passage("x", text, title="Ada Low"))[0] == "eva lund"


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("Up (2009 film)", "up"),
        ("王芳（导演）", "王芳"),
        ("The X-200", "x200"),
        ("(untitled)", ""),
        ("", ""),
        ("🧭", ""),
    ],
)
def test_a_title_is_compared_without_its_qualifier(title: str, key: str) -> None:
    assert title_key(title) == key


def test_what_is_beyond_takes_turns_from_the_third_place_and_is_never_more_relevant() -> None:
    first = [Evidence(passage(f"p{n}", ""), relevance=1 - n / 10) for n in range(7)]
    beyond = [Evidence(passage(name, "")) for name in ("a", "p2", "p6")]
    merged = placed(first, beyond, 9)
    assert [one.passage.id for one in merged] == ["p0", "p1", "a", "p2", "p6", "p3", "p4", "p5"]
    relevances = [one.relevance for one in merged]
    assert relevances == sorted(relevances, reverse=True)
    assert len(placed(first, beyond, 5)) == 5
    assert placed([], beyond, 9) == beyond
