"""Where sources disagree, and where they only seem to."""

import datetime as dt
from dataclasses import replace

import pytest

from services.core.domain.answer import Contradiction
from services.core.domain.finding import Finding
from services.core.domain.passage import Evidence
from services.factcheck.adapters.rules import RulesAssessor, RulesComparer
from services.factcheck.ports import EvidenceToAssess, FindingsToCompare
from tests.fakes.evidence import asking, context, found, source
from tests.fakes.inference import FakeInference

D = dt.date
STAFF = "How many people work at Ashgrove Works?"
REVENUE = "What was the revenue of Velmoor Pumps in 2024?"
DIRECTOR = "Who is the managing director of Velmoor Pumps?"
RESULT = "In 2024 Velmoor Pumps earned revenue of EUR 41.7 million and a net profit of EUR 4.2 million."


async def compare(question: str, *evidence: Evidence) -> tuple[Contradiction, ...]:
    assessor = RulesAssessor(FakeInference(), 12)
    judged = (await assessor.assess(EvidenceToAssess(context(), asking(question), evidence))).sufficiency
    finding: Finding = found(question, evidence, judged)
    return (await RulesComparer().compare(FindingsToCompare(context(), asking(question), (finding,)))).contradictions


@pytest.mark.parametrize(
    ("question", "older", "newer", "values"),
    [
        (
            STAFF,
            "Ashgrove Works employs 520 people.",
            "Headcount at Ashgrove Works stands at 563 people.",
            {"520 people", "563 people"},
        ),
        ("青石工厂有多少员工？", "青石工厂员工人数为520人。", "目前青石工厂共有员工563人。", {"520人", "563人"}),
        (
            REVENUE,
            RESULT,
            "Revenue of Velmoor Pumps came to EUR 43.1 million in 2024.",
            {"EUR 41.7 million", "EUR 43.1 million"},
        ),
        (
            "When was Ashgrove Works opened?",
            "Ashgrove Works was opened in 1975.",
            "Ashgrove Works was opened in 1957.",
            {"1975", "1957"},
        ),
        (
            DIRECTOR,
            "Helena Marsh is managing director of Velmoor Pumps.",
            "Joan Calloway is managing director of Velmoor Pumps.",
            {"Helena Marsh", "Joan Calloway"},
        ),
        (
            "海燕240的处理器是什么？",
            "海燕240采用骁龙845处理器，屏幕为6英寸，电池很大。",
            "海燕240采用骁龙710处理器，屏幕为6英寸，电池很大。",
            {"骁龙845", "骁龙710"},
        ),
    ],
)
async def test_two_documents_that_answer_differently_disagree(
    question: str, older: str, newer: str, values: set[str]
) -> None:
    (told,) = await compare(question, source(older, "a", date=D(2024, 1, 5)), source(newer, "b", date=D(2025, 1, 5)))
    assert {statement.value for statement in told.statements} == values
    assert told.statements[told.preferred].date == D(2025, 1, 5)
    assert "2025-01-05" in told.reason


@pytest.mark.parametrize(
    ("question", "one", "other", "values"),
    [
        (
            "云湖市2031年的出生率是多少？",
            "云湖市统计局周二公布，2031年全年出生人口2.4万人，人口出生率为6.12‰，为十年来新低。",
            "2031年云湖市总人口比上年末增加1万人。全年出生人口2.4万人，人口出生率为9.12‰，自然增长率为1.3‰。",
            {"6.12‰", "9.12‰"},
        ),
        (
            "How many visitors did the Corran Point lighthouse have in 2019?",
            "In 2019 the Corran Point lighthouse was repainted, and it had 41,000 visitors in all, a record.",
            "The Corran Point lighthouse shut for a week in 2019; and it had 14,000 visitors in all. It rained.",
            {"41,000", "14,000"},
        ),
    ],
)
async def test_one_clause_in_two_reports_disagrees_by_its_figure(
    question: str, one: str, other: str, values: set[str]
) -> None:
    (told,) = await compare(question, source(one, "a"), source(other, "b"))
    assert {statement.value.removesuffix(" visitors") for statement in told.statements} == values


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "云湖市2031年的出生率是多少？",
            "2031年云湖市全年出生人口2.4万人，人口出生率为6.12‰，为十年来新低。",
            "2030年云湖市总人口比上年末增加1万人，人口出生率为9.12‰，自然增长率为1.3‰。",
        ),
        (
            "What is the birth rate?",
            "Kessin reports for 2031, and the birth rate was 6.1, the lowest in years.",
            "Ostrel reports for 2031, and the birth rate was 9.1, higher than before.",
        ),
        (
            "岭南矿2022年的煤炭产量是多少？",
            "2022年，岭南矿煤炭产量达到310万吨。",
            "三大矿是北原矿、西山矿、岭南矿，2022年煤炭产量分别达到620、430、310万吨。",
        ),
        ("岭南矿2022年的煤炭产量是多少？", "岭南矿煤炭产量达310万吨，创新高。", "岭南矿煤炭产量达到290万吨。"),
        (
            "What did the Elsby mill produce in 2022?",
            "The Elsby mill had an output of 310 tonnes in 2022.",
            "The Elsby mill had an output of 4,200 hours in 2022.",
        ),
    ],
)
async def test_clauses_and_figures_of_other_things_times_and_units_do_not_disagree(
    question: str, one: str, other: str
) -> None:
    assert await compare(question, source(one, "a"), source(other, "b")) == ()


async def test_a_year_in_a_title_is_not_the_year_of_the_question() -> None:
    text = "After long waiting Halden Games released Neon Harbor 2088 for consoles and computers on {}, to applause."
    one, other = source(text.format("4 March 2019"), "a"), source(text.format("14 May 2009"), "b")
    (told,) = await compare("What is the release date of Neon Harbor 2088?", one, other)
    assert {statement.value for statement in told.statements} == {"4 March 2019", "14 May 2009"}


async def test_two_records_of_one_file_are_two_sources() -> None:
    one, other = (
        replace(
            each, passage=replace(each.passage, document_id="lines", external_id=f"line-{each.passage.id}", title="")
        )
        for each in (
            source("The Corran Point lighthouse was opened in June 1921 by the harbour board.", "a"),
            source("The Corran Point lighthouse was opened in June 1912 by the harbour board.", "b"),
        )
    )
    (told,) = await compare("When was the Corran Point lighthouse opened?", one, other)
    assert {statement.value for statement in told.statements} == {"June 1921", "June 1912"}
    assert all(statement.title.startswith("The Corran Point lighthouse") for statement in told.statements)


async def test_nothing_is_preferred_when_no_source_is_newer() -> None:
    (told,) = await compare(
        REVENUE, source(RESULT, "a"), source("Revenue of Velmoor Pumps came to EUR 43.1 million in 2024.", "b")
    )
    assert told.preferred == -1


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (REVENUE, RESULT, "Velmoor Pumps: revenue in the first quarter of 2024 was EUR 10.1 million."),
        (REVENUE, RESULT, "Velmoor Pumps: revenue in 2023 was EUR 40.9 million."),
        (REVENUE, RESULT, "Velmoor Pumps budgeted revenue of EUR 45 million for 2024."),
        (REVENUE, RESULT, "Revenue of Caldraith Valves came to EUR 38.2 million in 2024."),
        (REVENUE, RESULT, "Velmoor Pumps made an operating profit of EUR 6.1 million in 2024."),
        (REVENUE, RESULT, "In 2024 revenue of Velmoor Pumps was EUR 41,712,300."),
        (STAFF, "Ashgrove Works employs 497 people.", "Ashgrove Works employs about 500 people."),
        (STAFF, "Ashgrove Works employs 520 people.", "At the end of 2019 Ashgrove Works employed 480 people."),
        (STAFF, "Ashgrove Works employs 520 people.", "Millrace Works employs 310 people."),
        (STAFF, "Ashgrove Works employs 520 people.", "Ashgrove Works makes 14,300 units a year."),
        (
            "澄砺泵业2024年的营业收入是多少？",
            "澄砺泵业2024年营业收入为3.42亿元。",
            "澄砺泵业2024年营业收入为34,200万元。",
        ),
        ("澄砺泵业2024年的营业收入是多少？", "澄砺泵业2024年营业收入为3.42亿元。", "澄砺泵业2024年净利润为4,300万元。"),
        (
            "澄砺泵业2024年的营业收入是多少？",
            "澄砺泵业2024年营业收入为3.42亿元。",
            "澄砺泵业预计2024年营业收入为4亿元。",
        ),
        (
            DIRECTOR,
            "Joan Calloway is managing director of Velmoor Pumps.",
            "Owen Szabo is finance director of Velmoor Pumps.",
        ),
    ],
)
async def test_different_things_measures_times_units_and_plans_do_not_disagree(
    question: str, one: str, other: str
) -> None:
    assert await compare(question, source(one, "a"), source(other, "b")) == ()


async def test_two_things_each_with_its_figure_are_no_variants_of_one_statement() -> None:
    one = source("The port of Kessin handled 251,000 containers in 2023.", "a")
    other = source("The port of Ostrel handled 98,000 containers in 2023.", "b")
    assert await compare("How many containers did the port handle in 2023?", one, other) == ()


async def test_a_dated_change_is_no_disagreement() -> None:
    before = source("Helena Marsh is managing director of Velmoor Pumps.", "a", date=D(2024, 1, 5))
    after = source(
        "Joan Calloway has been managing director of Velmoor Pumps since 1 June 2024.", "b", date=D(2025, 1, 5)
    )
    assert await compare(DIRECTOR, before, after) == ()


async def test_a_dated_change_does_not_excuse_what_is_said_after_it() -> None:
    late = source("Helena Marsh is managing director of Velmoor Pumps.", "a", date=D(2025, 3, 1))
    after = source(
        "Joan Calloway has been managing director of Velmoor Pumps since 1 June 2024.", "b", date=D(2025, 1, 5)
    )
    assert len(await compare(DIRECTOR, late, after)) == 1


async def test_reports_of_one_form_for_two_years_do_not_disagree() -> None:
    first = source("The plant made 12,300 units in the year and employed people well.", "a", title="Annual report 2023")
    second = source(
        "The plant made 14,900 units in the year and employed people well.", "b", title="Annual report 2024"
    )
    assert await compare("How many units did the plant make?", first, second) == ()
