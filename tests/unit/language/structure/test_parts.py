"""Several questions in one are told apart; courtesy is taken off."""

import pytest

from services.language.structure.courtesy import bare
from services.language.structure.parts import asked_together, parts_of


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Who founded Acme, and when was it sold?", ["Who founded Acme", "when was it sold"]),
        ("Who signed the contract? When does it end?", ["Who signed the contract", "When does it end"]),
        ("华澜泵业什么时候成立，现在的总经理是谁？", ["华澜泵业什么时候成立", "现在的总经理是谁"]),
        ("谁演的？谁是导演", ["谁演的", "谁是导演"]),
        ("When did the plant open?", ["When did the plant open"]),
        ("If the order is late, what is the penalty?", ["If the order is late, what is the penalty"]),
        ("请比较A厂和B厂的投产年份，哪个更早？", ["比较A厂和B厂的投产年份，哪个更早"]),
        ("A和B的净利润分别是多少，谁更高？", ["A和B的净利润分别是多少，谁更高"]),
    ],
)
def test_a_question_is_cut_where_both_sides_ask(question: str, parts: list[str]) -> None:
    assert parts_of(question) == parts


def test_a_statement_stays_with_its_question() -> None:
    assert len(parts_of("The X is made at one of our works. Who is its manager?")) == 1


def test_measures_and_roles_in_a_row_are_asked_one_by_one() -> None:
    assert asked_together("What were the revenue and net profit of Acme in 2023?") == [
        "What was the revenue of Acme in 2023?",
        "What was the net profit of Acme in 2023?",
    ]
    assert asked_together("《长夜》的导演和编剧是谁？") == ["《长夜》的导演是谁？", "《长夜》的编剧是谁？"]
    assert asked_together("What was the revenue of Acme?") == ["What was the revenue of Acme?"]


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("Could you tell me who runs X, please?", "who runs X"),
        ("请问生产X的工厂在哪？", "生产X的工厂在哪"),
        ("麻烦帮我查一下X的总经理是谁，谢谢", "X的总经理是谁"),
        ("I would like to know what X is", "what X is"),
        ("Please", "Please"),
        ("???", ""),
    ],
)
def test_courtesy_is_taken_off(question: str, plain: str) -> None:
    assert bare(question) == plain
