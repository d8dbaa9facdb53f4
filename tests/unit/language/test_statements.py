"""What each value of a sentence is said of."""

import pytest

from services.language.clauses import clauses
from services.language.statements import Value, context_of, values


def _figure(sentence: str, text: str, *around: str) -> Value:
    return next(value for value in values(sentence, context_of(*around)) if value.text == text)


def test_each_figure_belongs_to_the_measure_of_its_clause() -> None:
    said = "Revenue was 3.5 million in 2022, up from 3.1 million in 2021, and profit 0.4 million."
    assert _figure(said, "3.5 million").aspects == {"revenue"}
    assert _figure(said, "3.1 million").aspects == {"revenue"}
    assert _figure(said, "0.4 million").aspects == {"profit"}


def test_each_figure_belongs_to_its_own_period_and_an_aside_does_not_carry_on() -> None:
    said = "Revenue was 3.5 million in 2022, up from 3.1 million in 2021, and profit 0.4 million."
    years = [value.period.first.year for value in values(said) if value.quantity and value.period]
    assert years == [2022, 2021, 2022]


def test_the_same_period_of_the_year_before_is_resolved() -> None:
    said = "2022年，公司营业收入3.42亿元，净利润4,300万元，上年同期净利润为3,900万元。"
    value = _figure(said, "3,900万元")
    assert value.period is not None
    assert value.period.first.year == 2021
    assert value.aspects == {"net_profit"}


def test_what_the_sentence_leaves_open_comes_from_its_context() -> None:
    value = _figure("It came to EUR 41.7 million.", "EUR 41.7 million", "Net profit 2024", "Velmoor Pumps")
    assert value.aspects == {"net_profit"}
    assert value.period is not None
    assert value.period.first.year == 2024


def test_a_budget_is_no_result() -> None:
    said = "The budget for 2023 is 5 million euros, while actual revenue was 4 million euros."
    assert _figure(said, "5 million euros").planned
    assert not _figure(said, "4 million euros").planned


def test_the_day_of_a_date_is_no_figure() -> None:
    assert [value.kind for value in values("It opened on 31 May 2024.")] == ["date"]


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("Revenue was 3.5 million and profit 0.4 million.", 2),
        ("2022年营业收入为3.5亿元，净利润为4000万元。", 2),
        ("Between 3 and 5 million units were sold.", 1),
        ("We have 3, 4 and 5 units.", 1),
        ("It has 1,234,567 parts, and it is blue.", 1),
        ("No figure at all, and that is that.", 1),
        ("", 1),
    ],
)
def test_a_sentence_is_parted_where_it_states_two_figures(sentence: str, parts: int) -> None:
    assert len(clauses(sentence)) == parts


def test_the_number_of_a_model_is_no_figure() -> None:
    said = [value.text for value in values("白鸥720重98公斤。") if value.kind == "quantity"]
    assert said == ["98公斤"]


def test_the_period_of_a_title_is_written_nowhere_in_the_sentence() -> None:
    period = context_of("Annual report 2023").period
    assert period is not None
    assert period.start == -1
