"""Phrasings: the first round, other angles later, never one that was tried."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.decompose.adapters.rules import RulesRewriter
from services.decompose.declarative import declarative
from services.decompose.glossary import reworded, synonyms, translations
from services.decompose.ports import QuestionToRewrite, Rewriting
from tests.unit.decompose.asking import context, routed


async def rewritten(
    text: str, attempt: int = 1, tried: tuple[str, ...] = (), *, missing: tuple[str, ...] = (), next_query: str = ""
) -> Rewriting:
    task = QuestionToRewrite(context(), routed(text), attempt, tried, missing, next_query)
    return await RulesRewriter().rewrite(task)


async def test_the_first_round_asks_as_written_in_the_other_language_and_as_a_sentence() -> None:
    made = await rewritten("What was the revenue of Halden Pumps in 2023?")
    assert [(query.text, query.kind) for query in made.queries] == [
        ("What was the revenue of Halden Pumps in 2023?", "original"),
        ("Halden Pumps 2023年 营业收入", "glossary"),
        ("The revenue of Halden Pumps in 2023 was", "paraphrase"),
    ]
    assert "revenue" in made.keywords


async def test_the_first_round_in_chinese() -> None:
    made = await rewritten("华澜泵业2023年的营业收入是多少？")
    assert [query.text for query in made.queries] == [
        "华澜泵业2023年的营业收入是多少？",
        "华澜泵业 2023 revenue",
        "华澜泵业2023年的营业收入为",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "What was the revenue of Acme?",
        "Is smoking allowed?",
        "x",
        "年假最多可以结转几天？",
        "中文 and English 混合 revenue?",
    ],
)
async def test_the_first_round_has_at_most_three_queries_and_the_question_first(text: str) -> None:
    made = await rewritten(text)
    assert 1 <= len(made.queries) <= 3
    assert made.queries[0].text == text
    assert all(0 < query.weight <= 1 for query in made.queries)


async def test_a_relative_time_is_absolute_in_what_is_made_from_the_question() -> None:
    made = await rewritten("What was the revenue of Acme last quarter?")
    assert made.queries[0].text == "What was the revenue of Acme last quarter?"
    assert any("Q1 2024" in query.text for query in made.queries[1:])


async def test_a_later_round_takes_what_the_assessment_proposed_first() -> None:
    made = await rewritten(
        "Who manages Leeds Works?",
        2,
        ("Who manages Leeds Works?",),
        missing=("a name",),
        next_query="plant manager Leeds",
    )
    assert [query.text for query in made.queries] == ["plant manager Leeds", "Leeds Works a name"]
    assert {query.kind for query in made.queries} == {"missing"}


async def test_every_round_has_another_angle_until_none_is_left() -> None:
    tried: tuple[str, ...] = ()
    rounds = []
    for attempt in range(1, 12):
        made = await rewritten("What was the revenue of Halden Pumps in 2023?", min(attempt, 5), tried)
        rounds.append([query.text for query in made.queries])
        tried += tuple(rounds[-1])
    assert rounds[-1] == []
    assert len([each for each in rounds if each]) >= 4
    assert len(set(tried)) == len(tried)


@given(
    st.text(min_size=1, max_size=100),
    st.lists(st.text(max_size=30), max_size=4),
    st.integers(1, 5),
    st.text(max_size=30),
)
async def test_no_query_was_tried_and_none_comes_twice(
    text: str, tried: list[str], attempt: int, next_query: str
) -> None:
    made = await rewritten(text, attempt, tuple(tried), next_query=next_query)
    queries = [query.text for query in made.queries]
    assert not set(queries) & set(tried)
    assert len(set(queries)) == len(queries)
    assert all(query.strip() and len(query) <= 4_000 for query in queries)


async def test_a_question_of_the_longest_kind_gives_queries_that_may_be_sent() -> None:
    made = await rewritten("revenue of the plant in 2023 " * 690)
    assert made.queries
    assert all(len(query.text) <= 4_000 for query in made.queries)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Who is the CEO of Acme?", "The CEO of Acme is"),
        ("How many people does the Leeds plant employ?", "The Leeds plant employs people"),
        ("Where is Leeds Works located?", "Leeds Works is located in"),
        ("At which plant is the X200 assembled?", "The X200 is assembled at the plant"),
        ("谁是华澜的总经理？", "华澜的总经理是"),
        ("华澜的营业收入是多少？", "华澜的营业收入为"),
        ("Hmm", ""),
    ],
)
def test_a_question_turns_into_the_sentence_that_would_answer_it(question: str, sentence: str) -> None:
    assert declarative(question) == sentence


def test_terms_have_names_in_the_other_language_and_others_in_their_own() -> None:
    assert translations("What was the net profit of the subsidiary?", "zh") == ["净利润", "子公司"]
    assert translations("子公司的净利润是多少", "en") == ["subsidiary", "net profit"]
    assert "factory" in synonyms("Which plant is it?", "en", 3)


@pytest.mark.parametrize(
    "text", ["How many people does the plant employ?", "Who manages Leeds Works?", "When was it opened?"]
)
def test_a_noun_never_takes_the_place_of_a_verb(text: str) -> None:
    assert reworded(text, "en") == []
