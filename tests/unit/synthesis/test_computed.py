"""Figures that no document states: computed from cited ones, written in their manner, and checked like any claim."""

import pytest

from services.core.domain.answer import Verdict
from services.core.domain.passage import Evidence
from services.core.domain.plan import Combination, SubQuestion
from services.core.domain.route import Category
from services.decompose.operands import operands
from services.language.numbers import Quantity, quantities
from services.language.structure.operations import operation_of
from services.synthesis import arithmetic
from tests.fakes.answering import Answered, answered
from tests.fakes.evidence import source

SALES = source(
    "Tarn Pumps reported net sales of USD 41.8 million in 2018. Tarn Pumps had net sales of USD 36.6 million in 2019.",
    "s",
)
SHEET = source("Tarn Pumps had inventories of USD 18 million in 2019. Total assets were USD 120 million in 2019.", "b")
MIXED = source(
    "Tarn Pumps reported net sales of EUR 41.8 million in 2018. Tarn Pumps had net sales of USD 36.6 million in 2019.",
    "m",
)
ZH = source("华澜泵业2021年营业收入为3.20亿元。华澜泵业2022年营业收入为3.52亿元。华澜泵业2022年净利润为4400万元。", "z")


async def computed(question: str, *evidence: Evidence) -> Answered:
    operation = operation_of(question)
    subs: list[SubQuestion] = operands(operation) if operation else []
    return await answered(question, *evidence, subs=subs, how=Combination.COMPARE, category=Category.COMPARISON)


def figure(text: str) -> Quantity:
    return quantities(text)[0]


@pytest.mark.parametrize(
    ("question", "evidence", "short"),
    [
        ("What is the percentage change in net sales of Tarn Pumps from 2018 to 2019?", SALES, "-12.44%"),
        ("What was the change in net sales of Tarn Pumps from 2018 to 2019?", SALES, "-USD 5.2 million"),
        ("What was the decrease in net sales of Tarn Pumps from 2018 to 2019?", SALES, "USD 5.2 million"),
        ("What was the increase in net sales of Tarn Pumps from 2018 to 2019?", SALES, "-USD 5.2 million"),
        ("What is the average of net sales of Tarn Pumps for 2018 and 2019?", SALES, "USD 39.2 million"),
        ("What is the total net sales of Tarn Pumps in 2018 and 2019?", SALES, "USD 78.4 million"),
        ("What is inventories of Tarn Pumps as a percentage of total assets in 2019?", SHEET, "15%"),
        ("What is the ratio of inventories to total assets of Tarn Pumps in 2019?", SHEET, "0.15"),
        ("华澜泵业2021年到2022年营业收入的变化率是多少？", ZH, "10%"),
        ("华澜泵业2022年的营业收入比2021年增长了多少？", ZH, "0.32亿元"),
        ("华澜泵业2021年和2022年的平均营业收入是多少？", ZH, "3.36亿元"),
        ("华澜泵业2021年和2022年的营业收入合计是多少？", ZH, "6.72亿元"),
        ("华澜泵业2022年的净利润占营业收入的比例是多少？", ZH, "12.5%"),
    ],
)
async def test_the_computed_figure_comes_first_and_passes_its_check(
    question: str, evidence: Evidence, short: str
) -> None:
    done = await computed(question, evidence)
    assert done.draft.short_answer == short
    first = done.draft.sentences[0]
    assert (first.kind, short in first.text) == ("answer", True)
    assert first.citations
    assert all(claim.verdict is Verdict.SUPPORTED for claim in done.first.claims)


async def test_what_is_not_in_one_unit_is_not_computed() -> None:
    done = await computed("What was the change in net sales of Tarn Pumps from 2018 to 2019?", MIXED)
    assert done.draft.abstained
    assert "not in one unit" in done.text
    assert done.draft.short_answer == ""


async def test_figures_of_different_periods_are_not_set_in_a_ratio() -> None:
    early = source("华澜泵业2021年营业收入为3.20亿元。", "e")
    late = source("华澜泵业2022年净利润为4400万元。", "l")
    done = await computed("华澜泵业的净利润占营业收入的比例是多少？", early, late)
    assert done.draft.abstained
    assert "不同时期" in done.text


async def test_a_missing_operand_is_named_and_nothing_is_computed() -> None:
    only = source("Tarn Pumps reported net sales of USD 41.8 million in 2018.", "o")
    done = await computed("What was the change in net sales of Tarn Pumps from 2018 to 2019?", only)
    assert done.draft.abstained
    assert "cannot be computed" in done.text
    assert done.draft.unconfirmed == ("net sales of Tarn Pumps in 2019",)


async def test_a_wrong_result_is_not_supported_by_its_operands() -> None:
    done = await computed("What is the percentage change in net sales of Tarn Pumps from 2018 to 2019?", SALES)
    assert "-14.2" not in done.text
    assert arithmetic.growth(figure("USD 36.6 million"), figure("USD 41.8 million")) == "14.21%"


@pytest.mark.parametrize(
    ("before", "after", "change", "growth"),
    [
        ("3.20亿元", "3.52亿元", "0.32亿元", "10%"),
        ("3.52亿元", "3.20亿元", "-0.32亿元", "-9.09%"),
        ("EUR 900 million", "EUR 900 million", "EUR 0 million", "0%"),
        ("12.5%", "11%", "-1.5 percentage points", "-12%"),
        ("1,204", "1,530", "326", "27.08%"),
    ],
)
def test_changes_have_a_sign_and_the_writing_of_their_figures(
    before: str, after: str, change: str, growth: str
) -> None:
    assert arithmetic.change(figure(before), figure(after)) == change
    assert arithmetic.growth(figure(before), figure(after)) == growth


def test_nothing_is_a_percentage_of_nothing() -> None:
    assert arithmetic.growth(figure("0 units"), figure("5 units")) == ""
    assert arithmetic.part(figure("5 units"), figure("0 units")) == ""


@pytest.mark.parametrize(
    "question", ["", "🙂", "的" * 500, "2021年和2022年", "甲和乙2021年和2022年的营业收入合计是多少？"]
)
def test_hostile_and_shapeless_questions_compute_nothing(question: str) -> None:
    assert operation_of(question) is None


def test_the_earlier_quarter_comes_first() -> None:
    operation = operation_of("青禾机电2023年第三季度到2023年第二季度营业收入的变化率是多少？")
    assert operation is not None
    assert [operand.figure for operand in operation.operands] == [
        "青禾机电2023年第二季度的营业收入",
        "青禾机电2023年第三季度的营业收入",
    ]


async def test_one_figure_is_not_both_operands() -> None:
    only = source("Tarn Pumps had costs of USD 18 million in 2019.", "c")
    subs = [
        SubQuestion(1, "What were the costs in 2019?"),
        SubQuestion(2, "What were the costs of Tarn Pumps in 2019?"),
    ]
    question = "What is the ratio of research costs to total costs of Tarn Pumps in 2019?"
    done = await answered(question, only, subs=subs, how=Combination.COMPARE, category=Category.COMPARISON)
    assert done.draft.abstained
    assert done.draft.short_answer == ""


async def test_a_part_that_is_more_than_the_total_is_no_part() -> None:
    sheet = "Tarn Pumps had inventories of USD 18 billion in 2019. Total assets were USD 120 million in 2019."
    question = "What share of total assets were inventories in 2019?"
    assert (await computed(question, SHEET)).draft.short_answer == "15%"
    wrong = await computed(question, source(sheet, "b"))
    assert wrong.draft.abstained
    assert "no part of" in wrong.text
