"""The supervisor: which legs search, and why."""

import pytest

from services.core.domain.passage import Strategy
from services.retrieval.profile import Weights
from services.retrieval.supervisor import Choice, choose

EVEN = Weights(keyword=0.5, vector=0.5)


def pick(question: str, *tried: Strategy, asked: Strategy = Strategy.AUTO) -> Choice:
    return choose(question, EVEN, asked=asked, tried=tried)


@pytest.mark.parametrize("question", ["INV-2024-0093", '"force majeure"', "《股权激励计划》", "X-200?"])
def test_nothing_but_exact_terms_is_searched_by_words(question: str) -> None:
    choice = pick(question)
    assert choice.strategy is Strategy.KEYWORD
    assert choice.reason.startswith("nothing but exact terms")


@pytest.mark.parametrize(
    "question",
    [
        "What was the revenue of Halcyon Robotics in 2022?",
        "2022年北辰公司的员工有1240人吗？",
        "who signed INV-2024-0093",
    ],
)
def test_names_and_numbers_give_words_more_weight(question: str) -> None:
    choice = pick(question)
    assert choice.strategy is Strategy.HYBRID
    assert choice.weights.keyword > EVEN.keyword
    assert choice.weights.keyword + choice.weights.vector == pytest.approx(1)


@pytest.mark.parametrize(
    "question", ["why do costs rise when demand falls", "供应链风险有什么影响？", "summarise the strategy"]
)
def test_concepts_give_meaning_more_weight(question: str) -> None:
    choice = pick(question)
    assert choice.strategy is Strategy.HYBRID
    assert choice.weights.vector > EVEN.vector


@pytest.mark.parametrize(
    "question",
    ["", " ", "🛰️", "who is the boss", "老板是谁", "\x00", "why did Halcyon Robotics fall in 2022?", "x" * 20_000],
)
def test_anything_else_is_searched_by_both_as_the_profile_weighs_them(question: str) -> None:
    assert pick(question).strategy is Strategy.HYBRID
    assert pick(question).weights == EVEN


def test_what_was_asked_for_is_done() -> None:
    assert pick("INV-2024-0093", Strategy.HYBRID, asked=Strategy.VECTOR) == Choice(Strategy.VECTOR, EVEN, "asked for")


def test_a_retry_takes_a_way_that_was_not_tried() -> None:
    assert pick("who is the boss", Strategy.HYBRID).strategy is Strategy.KEYWORD
    assert pick("When did Halcyon Robotics start?", Strategy.HYBRID).strategy is Strategy.VECTOR
    assert pick("who is the boss", Strategy.HYBRID, Strategy.KEYWORD).strategy is Strategy.VECTOR
    assert pick("INV-2024-0093", Strategy.KEYWORD).strategy is Strategy.HYBRID


def test_after_all_ways_the_weights_are_turned_round() -> None:
    weights = Weights(keyword=0.7, vector=0.3)
    tried = (Strategy.HYBRID, Strategy.VECTOR, Strategy.KEYWORD)
    choice = choose("who", weights, asked=Strategy.AUTO, tried=tried)
    assert (choice.strategy, choice.weights) == (Strategy.HYBRID, Weights(keyword=0.3, vector=0.7))
