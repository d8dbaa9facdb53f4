"""Answers that are what was asked for, whole: terms of a sentence, towns with their state, lords with their land."""

import pytest

from services.factcheck.answers import Pointed, candidates
from services.factcheck.asked import asked_of
from services.language.answer_edges import named_in_full
from tests.fakes.evidence import NOW, asking, source
from tests.unit.factcheck.test_sufficiency import assess

RULING = (
    "Court of Alder, Birchwood. Judgment date: 15th October 2024. The defendant P. Brandt was arrested on 3rd May. "
    "P. Brandt is found guilty of theft and sentenced to three years of imprisonment."
)
RULING_ZH = "雾山市法院刑事判决书。判决日期：2024年10月15日。被告人贺某犯盗窃罪，判处有期徒刑三年。"


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (RULING, "What is the sentencing time of P. Brandt?", "three years"),
        (RULING, "What is the prison term of P. Brandt?", "three years"),
        (RULING_ZH, "贺某的判刑时间是多久？", "三年"),
        (RULING_ZH, "贺某的刑期是多长？", "三年"),
    ],
)
async def test_the_term_of_a_sentence_is_a_length_of_time(text: str, question: str, answer: str) -> None:
    judged = await assess(question, source(text))
    assert judged.spans[0].text == answer
    assert judged.missing == ()


async def test_a_word_of_a_title_is_no_measure() -> None:
    text = "The Silver Age is a 1927 film directed by Ivo Brandt."
    judged = await assess("Who is the director of the film The Silver Age?", source(text, title="The Silver Age"))
    assert (judged.spans[0].text, judged.missing) == ("Ivo Brandt", ())


async def test_a_phrase_in_small_letters_is_nobodys_name() -> None:
    text = "Arno married Kettura Vale after the death of his first wife, Saria."
    judged = await assess("Who did Arno marry after the death of Saria?", source(text, title="Arno"))
    assert judged.spans[0].text == "Kettura Vale"


async def test_what_was_made_part_of_another_was_not_founded_then() -> None:
    text = "After the rebellion of 1857 the Velmoor Company was dissolved and its lands incorporated into the Empire."
    assert (await assess("When was the Velmoor Company established?", source(text))).score < 0.8


@pytest.mark.parametrize(
    ("text", "name", "whole"),
    [
        ("It lies in the city of Alderton, Illinois, by a river.", "Illinois", "Alderton, Illinois"),
        ("He was born in Paris, France.", "France", "France"),
        (
            "She was a daughter of Godric III, Duke of Lower Velmoria.",
            "Godric III",
            "Godric III, Duke of Lower Velmoria",
        ),
        ("It rose by three years, Duke of X said.", "three years", "three years"),
    ],
)
def test_a_name_is_given_with_what_belongs_to_it(text: str, name: str, whole: str) -> None:
    at = text.index(name)
    start, end = named_in_full(text, at, at + len(name))
    assert text[start:end] == whole


async def test_a_bound_gives_way_to_a_figure() -> None:
    law = "犯盗窃罪的，处五年以下有期徒刑；数额巨大的，处七年以上有期徒刑。"
    for text in (f"{law}被告人贺某判处有期徒刑三年。", f"被告人贺某判处有期徒刑三年。{law}"):
        assert (await assess("贺某的刑期是多长？", source(text, title="贺某案"))).spans[0].text == "三年"
    only = source("Velmoor Pumps employs at least 400 people.")
    assert (await assess("How many people does Velmoor Pumps employ?", only)).spans[0].text == "400 people"


@pytest.mark.parametrize(
    ("question", "texts", "answer"),
    [
        (
            "When was the film Harbour released in Japan?",
            ("Harbour was released in Japan in December 2022.", "Harbour was released in Japan on 3 December 2022."),
            "3 December 2022",
        ),
        (
            "When was the film Harbour released in Japan?",
            ("Harbour was released in Japan in December 2022.", "Harbour was shown in Norway on 9 December 2022."),
            "December 2022",
        ),
        ("In which year was Harbour released?", ("Harbour was released in 2022, on 3 December 2022.",), "2022"),
        (
            "《港湾》什么时候在日本上映？",
            ("《港湾》2022年在日本上映。", "《港湾》于2022年12月3日在日本上映。"),
            "2022年12月3日",
        ),
    ],
)
async def test_the_exact_day_goes_before_its_year(question: str, texts: tuple[str, ...], answer: str) -> None:
    evidence = [source(text, name, title="Harbour 港湾") for text, name in zip(texts, "abc", strict=False)]
    assert (await assess(question, *evidence)).spans[0].text == answer


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (
            "- Oda Lund 1988–2004\n- Ivo Brandt 2004–2012\n- Nils Vale 2012–2016",
            "Who led Alderheim from 2004 to 2012?",
            "Ivo Brandt",
        ),
        (
            "From 1993 to 1997 he was pastor at Tarrow Church. From 1997 to 2003 he taught.",
            "Where did Ivo Brandt serve from 1993 to 1997?",
            "Tarrow Church",
        ),
    ],
)
async def test_the_very_years_asked_about_say_what_a_line_is_about(text: str, question: str, answer: str) -> None:
    title = "Alderheim" if "Alderheim" in question else "Ivo Brandt"
    judged = await assess(question, source(text, title=title, section="Mayors"))
    assert judged.spans[0].text == answer
    assert judged.score >= 0.6


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("北辰水泵的额定压力为12千帕，由王芳批准。", "北辰水泵的额定压力是多少？", "12千帕"),
        ("北辰水泵的额定压力为38兆帕。", "北辰水泵的额定压力是多少？", "38兆帕"),
        ("南岭电站的额定功率为46兆瓦，于2019年投产。", "南岭电站的额定功率是多少？", "46兆瓦"),
        ("The rated pressure of the Brack pump is 12 kPa.", "What is the rated pressure of the Brack pump?", "12 kPa"),
    ],
)
async def test_a_figure_keeps_its_whole_unit(text: str, question: str, answer: str) -> None:
    judged = await assess(question, source(text))
    assert (judged.spans[0].text, judged.missing) == (answer, ())


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (
            "The MV Teasel was built in 1987 and will be withdrawn at the end of 2026.",
            "When will the MV Teasel be withdrawn?",
            "2026",
        ),
        ("The MV Teasel was built in 1987 and will be withdrawn in 2026.", "When was the MV Teasel built?", "1987"),
        ("青石泵站1987年建成，2026年退役。", "青石泵站哪一年退役？", "2026年"),
        ("青石泵站1987年建成，2026年退役。", "青石泵站哪一年建成？", "1987年"),
    ],
)
async def test_of_two_dates_the_one_is_given_whose_clause_says_what_is_asked(
    text: str, question: str, answer: str
) -> None:
    assert (await assess(question, source(text))).spans[0].text.endswith(answer)


async def test_where_a_thing_lies_is_the_town_with_its_state() -> None:
    text = "The Brack Armory, located in the city of Alderton, Illinois, was the main works of the army."
    evidence = source(text)
    at = text.index("Illinois")
    pointed = [Pointed(evidence.passage, at, at + len("Illinois"), 0.9, 0.1)]
    question = asked_of(asking("Where was the Brack Armory located?"), NOW)
    assert candidates(question, [evidence], pointed)[0].text == "Alderton, Illinois"
