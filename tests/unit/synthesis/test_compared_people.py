"""People and works set against each other: lives, dates, nationalities, and what leads to them."""

import pytest

from services.core.domain.answer import Verdict
from services.core.domain.passage import Evidence
from services.core.domain.plan import Combination
from services.core.domain.route import Category
from services.decompose.plan import first_plan
from tests.fakes.answering import Answered, answered
from tests.fakes.evidence import asking, context, source

WORKS = (
    source("Glass Harbour is a 1995 French film directed by Jorge Ravel.", "f1", title="Glass Harbour"),
    source("Red Tide Road is a 1988 Danish drama film directed by Ken Orvald.", "f2", title="Red Tide Road"),
    source("Jorge Ravel (1 March 1928 – 29 January 2016) was a French film director.", "p1", title="Jorge Ravel"),
    source("Ken Orvald (5 May 1950 – 3 June 2001) was a Danish film director.", "p2", title="Ken Orvald"),
)
RULINGS = (
    source("The defendant P. Brandt is sentenced to three years of imprisonment.", "r1", title="Court of Alder"),
    source("The defendant S. Vale is sentenced to three years of imprisonment.", "r2", title="Court of Birch"),
)
WORKS_ZH = (
    source("《雾桥》是1956年上映的剧情片，由陆远帆执导。", "f3", title="雾桥"),
    source("《春河》是1962年上映的电影，由沈一舟执导。", "f4", title="春河"),
    source("陆远帆（1920年3月1日－1988年6月2日），法国籍导演，江苏无锡人。", "p3", title="陆远帆"),
    source("沈一舟（1925年7月8日－2003年1月2日），中国籍导演，浙江人。", "p4", title="沈一舟"),
)


async def compared(question: str, *evidence: Evidence) -> Answered:
    plan = first_plan(asking(question), context(), Category.COMPARISON, most=5)
    assert plan.combination is Combination.COMPARE
    return await answered(
        question, *evidence, subs=plan.sub_questions, how=plan.combination, category=Category.COMPARISON
    )


@pytest.mark.parametrize(
    ("question", "evidence", "winner"),
    [
        ("Which film has the director born first, Glass Harbour or Red Tide Road?", WORKS, "Glass Harbour"),
        ("Which film has the director who died earlier, Glass Harbour or Red Tide Road?", WORKS, "Red Tide Road"),
        ("Who lived longer, Jorge Ravel or Ken Orvald?", WORKS, "Jorge Ravel"),
        ("Who is older, Jorge Ravel or Ken Orvald?", WORKS, "Jorge Ravel"),
        ("Who is younger, Jorge Ravel or Ken Orvald?", WORKS, "Ken Orvald"),
        ("Who died first, Jorge Ravel or Ken Orvald?", WORKS, "Ken Orvald"),
        ("Which film was released more recently, Glass Harbour or Red Tide Road?", WORKS, "Glass Harbour"),
        ("Do the directors of Glass Harbour and Red Tide Road have the same nationality?", WORKS, "No"),
        ("Whose sentencing time is longer, P. Brandt or S. Vale?", RULINGS, "the same: three years"),
        ("《雾桥》和《春河》哪部电影的导演去世更早？", WORKS_ZH, "《雾桥》"),
        ("陆远帆和沈一舟谁更长寿？", WORKS_ZH, "沈一舟"),
        ("陆远帆和沈一舟谁更年长？", WORKS_ZH, "陆远帆"),
        ("陆远帆和沈一舟的国籍相同吗？", WORKS_ZH, "否"),
    ],
)
async def test_the_compared_thing_wins_and_its_ranking_passes_the_check(
    question: str, evidence: tuple[Evidence, ...], winner: str
) -> None:
    done = await compared(question, *evidence)
    assert done.draft.short_answer == winner
    assert all(claim.verdict is Verdict.SUPPORTED for claim in done.first.claims)


async def test_the_answer_cites_the_link_that_leads_to_the_compared_date() -> None:
    done = await compared("Which film has the director born first, Glass Harbour or Red Tide Road?", *WORKS)
    cited = {
        citation.passage_id for citation in done.draft.citations if citation.n in done.draft.sentences[0].citations
    }
    assert cited == {"p-f1", "p-f2", "p-p1", "p-p2"}


async def test_a_life_is_counted_in_birthdays() -> None:
    done = await compared("Who lived longer, Jorge Ravel or Ken Orvald?", *WORKS)
    assert done.draft.sentences[0].text.startswith(
        "Jorge Ravel lived longer: 87 years, against 51 years for Ken Orvald"
    )


async def test_a_people_and_its_country_are_one_nationality() -> None:
    evidence = (
        source("Ada Holm is a Danish painter.", "a", title="Ada Holm"),
        source("The nationality of Bo Lind is Denmark.", "b", title="Bo Lind"),
    )
    done = await compared("Are Ada Holm and Bo Lind of the same nationality?", *evidence)
    assert done.draft.short_answer == "Yes"


async def test_without_one_of_the_dates_nobody_is_said_to_have_lived_longer() -> None:
    living = source("Ken Orvald (born 5 May 1950) is a Danish film director.", "p2", title="Ken Orvald")
    done = await compared("Who lived longer, Jorge Ravel or Ken Orvald?", WORKS[2], living)
    assert "lived longer" not in done.text
    assert done.draft.short_answer != "Ken Orvald"


@pytest.mark.parametrize(
    ("question", "evidence", "winner"),
    [
        (
            "Who was born first, Ann Roe or Bo Lind?",
            (
                source("Ann Roe (born 3 May 1931) is a novelist and the wife of Bo Lind.", "a", title="Ann Roe"),
                source("Bo Lind (4 July 1928 – 1 January 1999) was a painter.", "b", title="Bo Lind"),
            ),
            "Bo Lind",
        ),
        (
            "罗安宁和林伯远谁出生更早？",
            (
                source("罗安宁（1931年5月3日－），小说家，林伯远之妻。", "a", title="罗安宁"),
                source("林伯远（1928年7月4日－1999年1月1日），画家。", "b", title="林伯远"),
            ),
            "林伯远",
        ),
    ],
)
async def test_the_dates_of_whoever_a_sentence_is_about_are_not_those_of_whom_it_names(
    question: str, evidence: tuple[Evidence, ...], winner: str
) -> None:
    done = await compared(question, *evidence)
    assert done.draft.short_answer == winner


async def test_a_day_within_a_life_is_not_the_same_answer_as_its_beginning() -> None:
    evidence = (
        source("Bo Lind (4 July 1928 – 1 January 1999) was a painter.", "b", title="Bo Lind"),
        source("Bo Lind showed his first work on 3 May 1951.", "c", title="Bo Lind"),
    )
    done = await answered("When was Bo Lind born?", *evidence)
    assert done.draft.short_answer.startswith("4 July 1928")
