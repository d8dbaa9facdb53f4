"""What nearly answers must not answer, and made-up tables must hold what they say."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.inference.training.bm25 import Bm25
from services.inference.training.near_misses import Passage, near_miss, without_answer
from services.inference.training.templates import synthetic

REVENUE = "Norvale Foods sells bread. In 2019, revenue of Norvale Foods was 41.5 million. Its board met twice in May."


def passage(text: str, answer: str) -> Passage:
    at = text.index(answer)
    return Passage(text, at, at + len(answer))


@pytest.mark.parametrize(
    ("question", "text", "answer", "asked"),
    [
        ("What was the revenue in 2019?", REVENUE, "41.5 million", ("2019", "revenue")),
        (
            "2019年的收入是多少？",
            "公司主营面包。2019年收入为4.15亿元。董事会五月召开两次会议，讨论扩建事宜。",
            "4.15亿元",
            ("2019", "收入"),
        ),
    ],
)
def test_a_near_miss_loses_what_was_asked_for_or_the_answer(
    question: str, text: str, answer: str, asked: tuple[str, ...]
) -> None:
    made = {near_miss(question, passage(text, answer), [], rng=random.Random(seed)) for seed in range(30)} - {None}
    assert len(made) > 2
    for one in made:
        assert one is not None
        assert answer not in one or any(word not in one for word in asked)


def test_another_name_takes_the_place_of_the_one_asked_about() -> None:
    found = passage("Selma Lagerlund wrote the opera in Oslo.", "Oslo")
    made = {
        near_miss("Where did Selma Lagerlund write the opera?", found, ["Anna Keller"], rng=random.Random(seed))
        for seed in range(20)
    }
    assert "Anna Keller wrote the opera in Oslo." in made


def test_every_sentence_with_the_answer_goes() -> None:
    text = (
        "Oslo is cold. The opera opened in Oslo in 1907 with two plays. The second act has forty singers and a choir."
    )
    assert without_answer(passage(text, "Oslo")) == "The second act has forty singers and a choir."
    assert without_answer(passage("The opera opened in Oslo.", "Oslo")) is None


@given(st.integers(0, 10_000), st.sampled_from(["en", "zh"]))
def test_a_made_up_passage_holds_its_answer_and_the_near_ones_lack_something(seed: int, language: str) -> None:
    made = synthetic(language, random.Random(seed))
    assert made.passage.answer.strip()
    assert "\x00" not in made.passage.text
    assert len(made.near) == 3
    assert made.passage.text not in made.near
    assert all(text.strip() for text in made.near)


def test_the_same_seed_makes_the_same_passage() -> None:
    assert synthetic("en", random.Random(3)) == synthetic("en", random.Random(3))


def test_search_finds_words_of_both_languages_and_nothing_where_no_word_is_shared() -> None:
    index = Bm25({4: "The ferry to Oslo was late.", 7: "渡轮开往奥斯陆。", 9: "Bread and salt."})
    assert index.search("When does the Oslo ferry leave?", 5) == [4]
    assert index.search("渡轮开往哪里？", 5) == [7]
    assert index.search("quantum?", 5) == []
    assert Bm25({}).search("ferry", 5) == []
