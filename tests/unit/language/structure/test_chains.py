"""Descriptions in questions are found innermost first, in both languages, and plain questions hold none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.language.structure.chains import chain_of

NESTED = [
    ("Who manages the plant where the X200 is made?", ["the plant where the X200 is made"], "Who manages {1}"),
    ("In which city is the plant that makes the X200?", ["the plant that makes the X200"], "In which city is {1}"),
    ("When was the company that makes the X200 founded?", ["the company that makes the X200"], "When was {1} founded"),
    (
        "When did the director of the film that won the Golden Reel die?",
        ["the film that won the Golden Reel", "the director of {1}"],
        "When did {2} die",
    ),
    (
        "Who is the haulier for the city of the plant that makes the X200?",
        ["the plant that makes the X200", "the city of {1}"],
        "Who is the haulier for {2}",
    ),
    (
        "What is the birthplace of the founder of Acme Pumps?",
        ["the founder of Acme Pumps"],
        "What is the birthplace of {1}",
    ),
    ("When was Acme's founder born?", ["Acme's founder"], "When was {1} born"),
    (
        "In which country is the company founded by Jane Roe based?",
        ["the company founded by Jane Roe"],
        "In which country is {1} based",
    ),
    ("who is the wife of the founder of acme", ["the founder of acme"], "who is the wife of {1}"),
    (
        "The X200 is assembled at one of our works. Who is its plant manager?",
        ["the works at which The X200 is assembled"],
        "Who is the plant manager of {1}",
    ),
    (
        "The X200 is assembled at one of our works. Who collects freight from the city it stands in?",
        ["the works at which The X200 is assembled", "the city {1} stands in"],
        "Who collects freight from {2}",
    ),
    (
        "Where is the works that assembles the X200? I need the city.",
        ["the works that assembles the X200"],
        "In which city is {1}",
    ),
    ("生产X200的工厂的厂长是谁？", ["生产X200的工厂"], "{1}的厂长是谁"),
    ("生产X200的那家工厂由谁担任厂长？", ["生产X200的那家工厂"], "{1}由谁担任厂长"),
    ("X200的组装工厂，厂长是哪位？", ["X200的组装工厂"], "{1}的厂长是哪位"),
    ("请问负责组装X200的工厂厂长是谁？", ["负责组装X200的工厂"], "{1}的厂长是谁"),
    ("组装X200的工厂所在城市由哪家承运商提货？", ["组装X200的工厂", "{1}所在城市"], "{2}由哪家承运商提货"),
    ("X200是在哪个城市的工厂组装的？", ["组装X200的工厂"], "{1}在哪个城市"),
    ("谁是生产X200的工厂的厂长？", ["生产X200的工厂"], "{1}的厂长是谁"),
    ("华澜泵业的创始人的出生地", ["华澜泵业的创始人"], "{1}的出生地"),
    ("收购了生产X200的公司的集团的总裁是谁", ["生产X200的公司", "收购了{1}的集团"], "{2}的总裁是谁"),
    ("2010年获得金奖的电影的导演是谁", ["2010年获得金奖的电影"], "{1}的导演是谁"),
    ("起草框架协议的律师的邮箱是什么？", ["起草框架协议的律师"], "{1}的邮箱是什么"),
    ("X200由我们的一家工厂组装。它的厂长是谁？", ["组装X200的工厂"], "{1}的厂长是谁"),
]
PLAIN = [
    "Who is the CEO of Acme Pumps?",
    "What was the revenue of Acme Pumps in 2023?",
    "What is the capital of the state of California?",
    "Who is the person that founded Acme?",
    "Which company was the supplier of seal rings for Acme Pumps in May 2022?",
    "Where is the headquarters of Tilbrook Castings?",
    "Who is the current plant manager of the Emden works?",
    "What does the policy say about employees who leave?",
    "华澜泵业的总经理是谁？",
    "华澜泵业2023年的营业收入是多少？",
    "在2022年3月，谁是华澜泵业的总经理？",
    "生产X200的工厂是哪家",
    "蓝天旅游有限公司的营业收入的增长率是多少",
    "《长夜》的导演和编剧是谁？",
    "2024年一季度，销售额最高的城市是哪个",
    "概括承运方的主要义务",
    "",
    "😀",
]


@pytest.mark.parametrize(("question", "descriptions", "rest"), NESTED)
def test_descriptions_are_unrolled_innermost_first(question: str, descriptions: list[str], rest: str) -> None:
    chain = chain_of(question)
    assert chain is not None
    assert ([each.text for each in chain.descriptions], chain.question) == (descriptions, rest)


@pytest.mark.parametrize("question", PLAIN)
def test_a_question_about_something_named_is_no_chain(question: str) -> None:
    assert chain_of(question) is None


@given(st.text(max_size=300))
def test_any_text_is_taken(text: str) -> None:
    chain = chain_of(text)
    assert chain is None or 1 <= len(chain.descriptions) <= 4


def test_the_longest_question_that_is_read_is_read_quickly() -> None:
    chain = chain_of("Who runs " + "the plant that makes the pump of " * 29)
    assert chain is None or len(chain.descriptions) <= 4
    assert chain_of("Who runs the plant that makes the pump? " * 500) is None
