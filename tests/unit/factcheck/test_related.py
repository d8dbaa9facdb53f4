"""Set phrases of biographies answer what is asked of their subject, whatever a reader makes of them."""

import pytest

from services.factcheck.asked import asked_of
from services.factcheck.sufficiency import judged
from tests.fakes.evidence import NOW, asking, source

LIFE = (
    "Ilse of Varnholt (18 January 1669 – 24 December 1692) was a saint. She was the daughter of Gerhard III, Duke of "
    "Lower Karsten and his wife Doma. Her grandfather was Gorvin I."
)
ZH = "陆远帆（1920年3月1日－1988年6月2日），江苏无锡人，中国导演。其父陆伯年是商人，母亲为沈静宜。"


@pytest.mark.parametrize(
    ("title", "text", "question", "answer"),
    [
        ("Ilse of Varnholt", LIFE, "Who is the father of Ilse of Varnholt?", "Gerhard III"),
        ("Ilse of Varnholt", LIFE, "Who is the mother of Ilse of Varnholt?", "Doma"),
        ("Ilse of Varnholt", LIFE, "When did Ilse of Varnholt die?", "24 December 1692"),
        ("陆远帆", ZH, "陆远帆的母亲是谁？", "沈静宜"),
        ("陆远帆", ZH, "陆远帆是哪一年去世的？", "1988年6月2日"),
    ],
)
def test_a_set_phrase_answers_without_a_reader(title: str, text: str, question: str, answer: str) -> None:
    found = judged(asked_of(asking(question), NOW), [source(text, title=title)], [])
    assert (found.spans[0].text, found.score >= 0.8) == (answer, True)


def test_the_life_of_another_answers_nothing() -> None:
    other = source("Gerhard III (1640 – 1700) was a duke.", title="Gerhard III")
    assert judged(asked_of(asking("When did Ilse of Varnholt die?"), NOW), [other], []).score < 0.6
