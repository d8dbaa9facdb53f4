"""From when until when a sentence says that something held."""

import datetime as dt

import pytest

from services.core.domain.finding import Sufficiency
from services.factcheck.adapters.rules import RulesAssessor
from services.factcheck.holding import holding
from services.factcheck.lines import lines_of
from services.factcheck.ports import EvidenceToAssess
from services.factcheck.validity import Validity, validity_at
from tests.fakes.evidence import asking, context, source
from tests.fakes.inference import FakeInference

D = dt.date
CHANGE = "Helena Marsh was managing director until 31 May 2024; Joan Calloway has held the post since 1 June 2024."
ZH_CHANGE = "邵文博担任总经理至2024年5月31日，自2024年6月1日起由邵文波接任。"
PRICE = "The price was EUR 1,120 until 28 February 2025 and is EUR 1,200 since 1 March 2025."


@pytest.mark.parametrize(
    ("sentence", "at", "expected"),
    [
        (CHANGE, "Helena", Validity(None, D(2024, 5, 31))),
        (CHANGE, "Joan", Validity(D(2024, 6, 1), None)),
        (ZH_CHANGE, "邵文博", Validity(None, D(2024, 5, 31))),
        (ZH_CHANGE, "邵文波", Validity(D(2024, 6, 1), None)),
        (PRICE, "1,120", Validity(None, D(2025, 2, 28))),
        (PRICE, "1,200", Validity(D(2025, 3, 1), None)),
        ("He played for Crewe from 2013 to 2014.", "Crewe", Validity(D(2013, 1, 1), D(2014, 12, 31))),
        (
            "Helena Marsh stepped down on 31 May 2024 and was succeeded by Joan Calloway.",
            "Joan",
            Validity(D(2024, 6, 1)),
        ),
        ("2024年7月1日起，售价调整为12,800元，此前为12,000元。", "12,000", Validity(None, D(2024, 6, 30))),
        ("As of 31 December 2024 the plant employed 520 people.", "520", Validity()),
        ("截至2024年12月31日，员工520人。", "520", Validity()),
        ("In 2022 revenue was 3 million.", "3 million", Validity()),
    ],
)
def test_bounds_are_read_from_the_clause(sentence: str, at: str, expected: Validity) -> None:
    assert validity_at(sentence, sentence.index(at)) == expected


def test_what_ends_before_the_other_begins_does_not_overlap_it() -> None:
    assert not Validity(None, D(2024, 5, 31)).overlaps(Validity(D(2024, 6, 1), None))
    assert Validity().overlaps(Validity(D(2024, 6, 1), None))


WHO, WHO_ZH = "Who is the head of dyeing at Brindle Yarn?", "云岫织造染整部主管是谁？"
STARTS = [
    (WHO, "From 1 January 2027 Ingrid Solveig will be head of dyeing at Brindle Yarn."),
    (WHO, "Ingrid Solveig has been appointed head of dyeing at Brindle Yarn with effect from 1 January 2027."),
    (WHO, "Ingrid Solveig takes over as head of dyeing at Brindle Yarn on 1 March 2026."),
    (WHO, "Ingrid Solveig was named head of dyeing at Brindle Yarn. The appointment takes effect on 1 March 2026."),
    (WHO, "Effective 1 January 2027, Ingrid Solveig is head of dyeing at Brindle Yarn."),
    (WHO, "Ingrid Solveig is the incoming head of dyeing at Brindle Yarn."),
    (WHO, "The next head of dyeing at Brindle Yarn will be Ingrid Solveig."),
    (WHO_ZH, "自2027年1月1日起，由苏晚晴出任云岫织造染整部主管。"),
    (WHO_ZH, "苏晚晴将于2027年1月1日接任云岫织造染整部主管。"),
    (WHO_ZH, "云岫织造染整部候任主管是苏晚晴。"),
    ("What is the price of the Brindle loom?", "From 1 March 2026 the price of the Brindle loom is EUR 5,200."),
    ("云岫织机的售价是多少？", "自2026年3月1日起，云岫织机的售价为52000元。"),
]
HOLDS = [
    (WHO, f"{STARTS[0][1]} Pell Hartnoll is head of dyeing at Brindle Yarn.", "Pell Hartnoll"),
    (WHO, "Ingrid Solveig will succeed Pell Hartnoll as head of dyeing at Brindle Yarn in 2027.", "Pell Hartnoll"),
    (WHO, "Pell Hartnoll is head of dyeing at Brindle Yarn until 31 December 2026.", "Pell Hartnoll"),
    (WHO_ZH, "苏晚晴将接替贺知秋担任云岫织造染整部主管，2027年1月1日上任。", "贺知秋"),
    (WHO_ZH, "云岫织造染整部主管由贺知秋担任至2026年12月31日，之后由苏晚晴接任。", "贺知秋"),
    ("云岫织机的售价是多少？", "自2026年3月1日起，云岫织机的售价为52000元。目前云岫织机的售价为49000元。", "49000元"),
]


async def judged(question: str, text: str, title: str = "Notes") -> Sufficiency:
    task = EvidenceToAssess(context(), asking(question), (source(text, title=title),))
    return (await RulesAssessor(FakeInference(), 12).assess(task)).sufficiency


@pytest.mark.parametrize(("question", "text"), STARTS)
async def test_what_starts_later_is_not_so_now(question: str, text: str) -> None:
    assert (await judged(question, text)).score < 0.6


@pytest.mark.parametrize(("question", "text", "now"), HOLDS)
async def test_what_holds_until_the_change_is_so_now(question: str, text: str, now: str) -> None:
    found = await judged(question, text)
    assert found.spans[0].text == now
    assert found.score >= 0.6


def test_a_row_of_a_table_holds_from_when_its_cells_say() -> None:
    table = (
        "| Holder | Office | From | Until |\n|---|---|---|---|\n"
        "| Pell Hartnoll | Head of dyeing | 1 May 2021 | 31 December 2026 |\n"
        "| Ingrid Solveig | Head of dyeing | 1 January 2027 | |\n"
    )
    offices = [line for line in lines_of(source(table).passage) if "dyeing" in line.text]
    assert [holding(line, 0) for line in offices] == [
        Validity(D(2021, 5, 1), D(2026, 12, 31)),
        Validity(D(2027, 1, 1), None),
    ]
