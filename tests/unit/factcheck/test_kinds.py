"""How well a value is of the kind that a question expects."""

import pytest

from services.factcheck import kinds
from services.factcheck.asked import asked_of
from services.language.statements import values
from tests.fakes.evidence import NOW, asking


def worth(question: str, text: str, answer: str) -> float:
    [value] = [each for each in values(text) if each.text == answer]
    return kinds.worth(asked_of(asking(question), NOW), value)


@pytest.mark.parametrize(
    ("question", "text", "better", "worse"),
    [
        ("Which city did the relay start in?", "It started in Lyon, in France.", "Lyon", "France"),
        ("Which country did the relay start in?", "It started in Lyon, in France.", "France", "Lyon"),
        ("接力从哪个城市开始？", "接力从法国的杭州市开始。", "杭州市", "法国"),
        ("接力从哪个国家开始？", "接力从法国的杭州市开始。", "法国", "杭州市"),
        ("Who played the marshal?", "This Danish Western starred Jordan Hollis.", "Jordan Hollis", "Danish Western"),
        ("Who played the marshal?", "This Danish Western starred Gene Hollis.", "Gene Hollis", "Danish Western"),
    ],
)
def test_a_city_is_no_country_and_a_nationality_no_person(question: str, text: str, better: str, worse: str) -> None:
    assert worth(question, text, better) > worth(question, text, worse) + 0.3


@pytest.mark.parametrize("question", ["青山－白河公路的编号是多少？", "这趟列车的车次是多少？", "这份判决的案号是多少"])
def test_a_number_that_is_a_name_may_have_letters(question: str) -> None:
    assert kinds.wanted(asked_of(asking(question), NOW)) is None


def test_a_count_is_a_figure() -> None:
    assert kinds.wanted(asked_of(asking("青山公司的员工人数是多少？"), NOW)) == "quantity"
