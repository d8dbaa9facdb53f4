"""Figures that must be computed: what they are computed from, and in which order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.language.structure.operations import Operator, operation_of

COMPUTED = [
    (
        "What was the change in write-downs, net of gains between 2018 and 2019?",
        Operator.CHANGE,
        [("write-downs, net of gains", "2018"), ("write-downs, net of gains", "2019")],
    ),
    (
        "What is the percentage change in net sales of Acme from 2018 to 2019?",
        Operator.PERCENT_CHANGE,
        [("net sales of Acme", "2018"), ("net sales of Acme", "2019")],
    ),
    (
        "What was the percentage change in mill capacity in 2019 from 2018?",
        Operator.PERCENT_CHANGE,
        [("mill capacity", "2018"), ("mill capacity", "2019")],
    ),
    (
        "What is the increase / (decrease) in the number of mills from Q1 2018 to Q1 2019?",
        Operator.CHANGE,
        [("number of mills", "Q1 2018"), ("number of mills", "Q1 2019")],
    ),
    (
        "How much did the assumed rate of return decrease by from 2017 to 2019?",
        Operator.CHANGE,
        [("assumed rate of return", "2017"), ("assumed rate of return", "2019")],
    ),
    (
        "By what percentage did Halden's revenue grow from 2021 to 2022?",
        Operator.PERCENT_CHANGE,
        [("Halden's revenue", "2021"), ("Halden's revenue", "2022")],
    ),
    (
        "What is the average rent paid for FY18 and FY19?",
        Operator.AVERAGE,
        [("rent paid", "FY18"), ("rent paid", "FY19")],
    ),
    (
        "What is the total tax for the years ended March 31, 2019 and 2018?",
        Operator.SUM,
        [("tax", "2018"), ("tax", "March 31, 2019")],
    ),
    (
        "What is the total share of revenue from Acme and Brack in 2017?",
        Operator.SUM,
        [("share of revenue from Acme", "in 2017"), ("share of revenue from Brack", "in 2017")],
    ),
    (
        "What is the difference between the home and foreign tax rates as at 31 March 2019?",
        Operator.DIFFERENCE,
        [("home tax rates", "as at 31 March 2019"), ("foreign tax rates", "as at 31 March 2019")],
    ),
    (
        "What was the ratio of total debt to equity in 2019?",
        Operator.RATIO,
        [("total debt", "in 2019"), ("equity", "in 2019")],
    ),
    (
        "In 2019, what is the percentage of the rent reserve among the total liabilities?",
        Operator.SHARE,
        [("rent reserve", "In 2019"), ("total liabilities", "In 2019")],
    ),
    (
        "What percentage of Acme's total revenue did the pump segment contribute in Q3 2023?",
        Operator.SHARE,
        [("Acme's revenue of the pump segment", "in Q3 2023"), ("Acme's total revenue", "in Q3 2023")],
    ),
]
COMPUTED_ZH = [
    ("华澜泵业2023年的净利润占营业收入的比例是多少？", ["华澜泵业2023年的净利润", "华澜泵业2023年的营业收入"]),
    ("华澜泵业的研发费用占华澜泵业营业收入的百分之几？", ["华澜泵业的研发费用", "华澜泵业营业收入"]),
]
STATED = [
    "女员工占全体员工的比例是多少？",
    "What was the total revenue in 2019?",
    "What was the revenue of Acme from 2018 to 2019?",
    "Who was the mayor from 2003 to 2015?",
    "What is the difference between FIFO and LIFO?",
    "What is the difference in price between FM-31 and FM-48?",
    "How has the headcount developed between 2018 and 2020?",
    "",
    "😀",
]


@pytest.mark.parametrize(("question", "operator", "operands"), COMPUTED)
def test_a_computed_figure_is_taken_apart(question: str, operator: Operator, operands: list[tuple[str, str]]) -> None:
    operation = operation_of(question)
    assert operation is not None
    assert operation.operator is operator
    assert [(each.figure, each.period) for each in operation.operands] == operands


@pytest.mark.parametrize(("question", "figures"), COMPUTED_ZH)
def test_a_share_in_chinese_is_of_two_figures_of_the_same_thing(question: str, figures: list[str]) -> None:
    operation = operation_of(question)
    assert operation is not None
    assert [each.figure for each in operation.operands] == figures


@pytest.mark.parametrize("question", STATED)
def test_a_figure_that_is_stated_is_not_computed(question: str) -> None:
    assert operation_of(question) is None


WORDS = "what|was|the|percentage|change|in|net sales|from|2018|to|2019|ratio of|total|and|of Acme|{1}|营业收入"


@given(st.lists(st.sampled_from(WORDS.split("|")), max_size=14).map(" ".join))
def test_any_text_is_taken(text: str) -> None:
    operation = operation_of(text)
    assert operation is None or 2 <= len(operation.operands) <= 4
