"""What is measured is demanded: a figure of something else in the question is no answer."""

import pytest

from services.core.domain.passage import Evidence
from services.factcheck.adapters.rules import RulesAssessor
from services.factcheck.asked import asked_of
from services.factcheck.measured import stretch_of
from services.factcheck.ports import EvidenceToAssess
from tests.fakes.evidence import NOW, asking, context, source
from tests.fakes.inference import FakeInference

HIRED = "In 2024 Brindle Yarn welcomed 143 new employees. The company employs 1,210 people."
HIRED_ZH = "2024年云岫织造共招收新员工156人。公司现有员工1320人。"


async def best(question: str, *evidence: Evidence) -> tuple[str, float]:
    task = EvidenceToAssess(context(), asking(question), evidence)
    judged = (await RulesAssessor(FakeInference(), 12).assess(task)).sufficiency
    return (judged.spans[0].text if judged.spans else ""), judged.score


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How much annual leave do new employees get?", HIRED),
        ("How many days of annual leave do new employees get?", HIRED),
        ("What is the annual leave of new employees?", HIRED),
        ("How much training do new employees receive?", HIRED),
        ("What is the parking allowance for new employees?", HIRED),
        ("How much does a new employee earn?", HIRED),
        ("新员工有多少年假？", HIRED_ZH),
        ("云岫织造的新员工有几天年假？", HIRED_ZH),
        ("新员工的年假是多少天？", HIRED_ZH),
        ("新员工人均培训多少小时？", HIRED_ZH),
        ("新员工的交通补贴是多少？", HIRED_ZH),
        ("What is the warranty on the Brindle loom?", "The Brindle loom costs EUR 4,100 and weighs 310 kg."),
        ("云岫织机的保修期是多久？", "云岫织机售价41000元，重310公斤。"),
    ],
)
async def test_a_figure_of_something_else_is_no_answer(question: str, text: str) -> None:
    assert (await best(question, source(text, title="Notes")))[1] < 0.6


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (
            "How much annual leave do new employees get?",
            f"{HIRED} New employees get 27 days of annual leave.",
            "27 days",
        ),
        ("新员工有多少年假？", f"{HIRED_ZH}新员工享有年假12天。", "12天"),
        ("How many new employees did Brindle Yarn welcome in 2024?", HIRED, "143 new employees"),
        ("云岫织造2024年招收了多少新员工？", HIRED_ZH, "156人"),
        ("How many people does Brindle Yarn employ?", HIRED, "1,210 people"),
        ("How many looms does Brindle Yarn run?", "Brindle Yarn runs 64 looms and 12 dryers.", "64"),
        (
            "What is the probation period at Brindle Yarn?",
            "At Brindle Yarn probation lasts five months.",
            "five months",
        ),
        ("云岫织造的试用期是多久？", "云岫织造的试用期为五个月。", "五个月"),
        ("What is the notice period at Brindle Yarn?", "At Brindle Yarn the notice period is 6 weeks.", "6 weeks"),
    ],
)
async def test_a_figure_of_what_is_measured_is_the_answer(question: str, text: str, answer: str) -> None:
    said, score = await best(question, source(text, title="Notes"))
    assert said == answer
    assert score >= 0.6


async def test_the_measure_may_stand_in_the_head_or_the_section() -> None:
    table = "| Grade | Annual leave | Bonus |\n|---|---|---|\n| Weaver | 24 days | 300 |\n| Dyer | 29 days | 450 |\n"
    assert (await best("How much annual leave does a dyer get?", source(table, title="Terms")))[0] == "29 days"
    under = source("Weavers get 24 days.", title="Terms", section="Annual leave")
    said, score = await best("How much annual leave do weavers get?", under)
    assert said == "24 days"
    assert score >= 0.6


@pytest.mark.parametrize(
    ("question", "measured"),
    [
        ("How much annual leave do new employees get?", "annual leave"),
        ("How many days of annual leave are there?", "days of annual leave"),
        ("What is the number of dye vats at Brindle?", "number of dye vats"),
        ("新员工有多少天年假？", "年假"),
        ("云岫织造的注册资本是多少？", "注册资本"),
        ("Who manages Brindle Yarn?", ""),
        ("😀", ""),
        ("", ""),
    ],
)
def test_what_a_question_measures_is_found_in_it(question: str, measured: str) -> None:
    stretch = stretch_of(question)
    assert (question[slice(*stretch)].strip() if stretch else "") == measured


def test_who_gets_it_is_no_measure() -> None:
    asked = asked_of(asking("How much annual leave do employees get?"), NOW)
    assert asked.aspects == {"leave"}
    assert asked_of(asking("How many employees are there?"), NOW).aspects == {"headcount"}
