"""Relations that sentences state of a subject, and those that they state of somebody else."""

import pytest

from services.language.name_keys import name_key
from services.language.relations import Relation, relation_asked, stated

LIFE = (
    "Ilse of Varnholt (Ilse Josepha; 18 January 1669 – 24 December 1692) was the eldest daughter of Emperor Rupert I "
    "and his wife Margaret of Orsk."
)
SON = (
    "Ottmar (1692 – 1699) was the son of Karl II, Elector of Belau (1679–1705) and his first wife, Maria of Tarn, "
    "daughter of Rupert I."
)
ZH = "陆远帆（1920年3月1日－1988年6月2日），江苏无锡人，中国导演。"


def said(relation: Relation, sentence: str, of: str, *, implied: bool = False) -> list[str]:
    return [sentence[start:end] for start, end in stated(relation, sentence, of=name_key(of), implied=implied)]


@pytest.mark.parametrize(
    ("relation", "sentence", "of", "expected"),
    [
        (Relation.BORN, LIFE, "Ilse of Varnholt", "18 January 1669"),
        (Relation.DIED, LIFE, "Ilse of Varnholt", "24 December 1692"),
        (Relation.FATHER, LIFE, "Ilse of Varnholt", "Emperor Rupert I"),
        (Relation.MOTHER, LIFE, "Ilse of Varnholt", "Margaret of Orsk"),
        (Relation.FATHER, SON, "Ottmar", "Karl II"),
        (Relation.MOTHER, SON, "Ottmar", "Maria of Tarn"),
        (Relation.FATHER, SON, "Maria of Tarn", "Rupert I"),
        (Relation.NATIONALITY, "Ken Orvald (born 5 May 1950) is a Danish film director.", "Ken Orvald", "Danish"),
        (Relation.BORN, "Ken Orvald (born 5 May 1950) is a Danish film director.", "Ken Orvald", "5 May 1950"),
        (Relation.BORN, "Ken Orvald (May 25, 1902 December 5, 1981) was an actor.", "Ken Orvald", "May 25, 1902"),
        (Relation.DIED, "Ken Orvald (May 25, 1902 December 5, 1981) was an actor.", "Ken Orvald", "December 5, 1981"),
        (
            Relation.BORN,
            "José Orvald( 2 May 1926 in Tarn, Belau – 3 June 1995 in Orsk) acted.",
            "José Orvald",
            "2 May 1926",
        ),
        (
            Relation.DIED,
            "José Orvald( 2 May 1926 in Tarn, Belau – 3 June 1995 in Orsk) acted.",
            "José Orvald",
            "3 June 1995",
        ),
        (Relation.RELEASED, "Glass Harbour is a 1995 French film.", "Glass Harbour", "1995"),
        (Relation.RELEASED, "Glass Harbour first aired in Canada on May 3, 2009.", "Glass Harbour", "May 3, 2009"),
        (Relation.SPOUSE, "Ann Lee, the wife of the painter Ken Orvald, opened it.", "Ann Lee", "Ken Orvald"),
        (Relation.SCHOOL, "Ken Orvald graduated from Aarby University in 1971.", "Ken Orvald", "Aarby University"),
        (Relation.BORN, ZH, "陆远帆", "1920年3月1日"),
        (Relation.DIED, ZH, "陆远帆", "1988年6月2日"),
        (Relation.BIRTHPLACE, ZH, "陆远帆", "江苏无锡"),
        (Relation.SPOUSE, "陆远帆1946年与演员梅若兰结婚。", "陆远帆", "梅若兰"),
        (Relation.SCHOOL, "陆远帆1940年从国立南山大学毕业。", "陆远帆", "国立南山大学"),
        (Relation.RELEASED, "《雾桥》于1956年3月上映。", "雾桥", "1956年3月"),
    ],
)
def test_a_sentence_about_the_subject_gives_the_relation(
    relation: Relation, sentence: str, of: str, expected: str
) -> None:
    assert said(relation, sentence, of, implied=of in sentence[:12])[0] == expected


@pytest.mark.parametrize(
    ("relation", "sentence", "expected"),
    [
        (Relation.SPOUSE, "In the 1960s he married screenwriter Marta Parol.", "Marta Parol"),
        (Relation.DEATHPLACE, "He moved to Rome and died in Trieste at the age of 66.", "Trieste"),
        (Relation.MOTHER, "Her mother, Doma Karsten, was a baker.", "Doma Karsten"),
        (Relation.CHILD, "He was the father of the painter Edwin Hale.", "Edwin Hale"),
        (Relation.MOTHER, "其父陆伯年是商人，母亲为沈静宜。", "沈静宜"),
        (Relation.FATHER, "其父陆伯年是商人，母亲为沈静宜。", "陆伯年"),
    ],
)
def test_a_sentence_that_goes_on_about_the_subject_does_too(relation: Relation, sentence: str, expected: str) -> None:
    assert said(relation, sentence, "Ken Orvald", implied=True) == [expected]
    if sentence.isascii():
        assert said(relation, sentence, "Ken Orvald") == []


@pytest.mark.parametrize(
    ("relation", "sentence", "of"),
    [
        (Relation.FATHER, SON, "Karl II"),
        (Relation.FATHER, SON, "Elector of Belau"),
        (Relation.BORN, "Gerhard (1640 – 1700) was a brother of Ken Orvald.", "Ken Orvald"),
        (Relation.DIED, "Ken Orvald (born 5 May 1950) is a Danish film director.", "Ken Orvald"),
        (Relation.NATIONALITY, "Ken Orvald is a film director.", "Ken Orvald"),
        (Relation.RELEASED, "Glass Harbour is a French film.", "Glass Harbour"),
        (Relation.BORN, "", "Ken Orvald"),
        (Relation.FATHER, "🎬 " * 300, "Ken Orvald"),
    ],
)
def test_what_is_said_of_others_or_not_at_all_is_not_given(relation: Relation, sentence: str, of: str) -> None:
    assert said(relation, sentence, of) == []


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("Who is the mother of Ottmar of Belau?", Relation.MOTHER),
        ("Who was Ottmar's father?", Relation.FATHER),
        ("When did Ilse of Varnholt die?", Relation.DIED),
        ("What is the date of birth of Ken Orvald?", Relation.BORN),
        ("Where was Ken Orvald born?", Relation.BIRTHPLACE),
        ("What nationality is Ken Orvald?", Relation.NATIONALITY),
        ("When did Glass Harbour first air?", Relation.RELEASED),
        ("陆远帆的母亲是谁？", Relation.MOTHER),
        ("陆远帆是哪一年去世的？", Relation.DIED),
        ("陆远帆出生于哪里？", Relation.BIRTHPLACE),
        ("《雾桥》什么时候上映？", Relation.RELEASED),
        ("Who is the plant manager of Tarrow?", None),
        ("Who lived longer, Ken Orvald or Ann Lee?", None),
        ("Who is the mother-in-law of Ken Orvald?", None),
        ("Who is the maternal grandfather of Ken Orvald?", None),
        ("What is the birth rate of Belau?", None),
        ("岳父是谁？", None),
        ("", None),
    ],
)
def test_a_question_asks_for_a_relation_or_for_something_else(question: str, relation: Relation | None) -> None:
    assert relation_asked(question) is relation
