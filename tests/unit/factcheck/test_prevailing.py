"""What a report of a year says without a date, it says of that year."""

import pytest

from services.factcheck.prevailing import prevailing_year
from tests.fakes.evidence import source
from tests.unit.factcheck.test_sufficiency import assess

EN = (
    "In fiscal 2019 Velmoor Pumps went through several changes. In March 2019 it bought a foundry. In October 2019 it "
    "paid a dividend. The company's net profit was EUR 3 million."
)
ZH = (
    "2019年度，澄砺泵业发生了多项变化。2019年3月，公司收购了一家铸造厂。"
    "2019年10月，公司派发股利。公司的净利润达到3亿元。"
)


@pytest.mark.parametrize(
    ("text", "question", "other"),
    [
        (EN, "What was the net profit of Velmoor Pumps in 2019?", "What was the net profit of Velmoor Pumps in 2018?"),
        (ZH, "澄砺泵业2019年的净利润是多少？", "澄砺泵业2018年的净利润是多少？"),
    ],
)
async def test_an_undated_figure_is_of_the_year_that_the_text_is_about(text: str, question: str, other: str) -> None:
    assert (await assess(question, source(text, title="Velmoor Pumps 澄砺泵业"))).score >= 0.8
    assert (await assess(other, source(text, title="Velmoor Pumps 澄砺泵业"))).score < 0.8


async def test_the_other_passages_of_a_source_say_which_year_it_is_about() -> None:
    dated = source("In May 2019 it bought a foundry. In June 2019 it moved.", "a", title="Velmoor Pumps", document="r")
    figure = source("The net profit was EUR 3 million.", "b", title="Velmoor Pumps", document="r")
    asked = "What was the net profit of Velmoor Pumps in 2019?"
    assert (await assess(asked, dated, figure)).score > (await assess(asked, figure)).score
    assert (await assess(asked.replace("2019", "2018"), dated, figure)).score < 0.6


@pytest.mark.parametrize(
    ("text", "year"),
    [
        (EN, 2019),
        ("It was founded in 2005. In May 2019 it moved. In 2019 it grew. In June 2019 it paid. In 2019 it rose.", 2019),
        ("In 2018 it grew. In 2019 it fell. Profit was 3 million.", None),
        ("It was founded in 2005. Profit was 3 million.", None),
        ("Profit was 3 million.", None),
        ("", None),
    ],
)
def test_a_year_prevails_when_nearly_all_dates_are_of_it(text: str, year: int | None) -> None:
    found = prevailing_year(source(text).passage)
    assert (found.first.year if found else None) == year
