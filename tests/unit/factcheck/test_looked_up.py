"""Figures of tables: the row by its label, the column by its head and time, the unit by heading or caption."""

import pytest

from services.core.domain.answer import Verdict
from services.core.domain.plan import Combination
from services.core.domain.route import Category
from services.decompose.operands import operands
from services.language.structure.operations import operation_of
from tests.fakes.answering import Answered, answered
from tests.fakes.evidence import source
from tests.unit.factcheck.test_sufficiency import assess

# Two rows of heads, a heading over rows, brackets for minus, a sum without a label.
FERRY = """The ferry company keeps its books in euros.

The cost of running the fleet developed as follows (in thousands):

| | | Year ended June 30, | |
| | 2022 | 2021 | 2020 |
| Harbour dues, net of rebates | 412 | 388 | 371 |
| Fuel hedges | (25) | 14 | (9) |
| Baltic routes: | | | |
| Night crossings | 61 | 54 | 48 |
| Day crossings | 130 | 122 | 127 |
| | 191 | 176 | 175 |
| Adriatic routes: | | | |
| Night crossings | 17 | 21 | 20 |
| Occupancy rate | 71.5% | 69.0% | 70.2% |
"""
# Heads that name things over times, a unit of its own in a head, a period as a heading.
MILL = """Assumptions of the two pension plans:

| | Miners | | Millers | |
| | March 31, | | March 31, | |
| | 2023 | 2022 | 2023 | 2022 |
| Escalation rate | 3.10% | 2.90% | 1.45% | 1.30% |
| Widows covered | 88 | 91 | 1,204 | 1,187 |
"""
COINS = """| | Held in kroner NOK’000 | Held in dollars RMB’Million |
| As at 31 August 2021 | | |
| Deposits, short | 3,150 | 18 |
| Deposits, long | 905 | (7) |
| As at 31 August 2020 | | |
| Deposits, short | 2,870 | 16 |
| Deposits, long | 777 | 5 |
"""
# Periods down the side, a head in three lines, signs in cells of their own.
LEASES = """| | | Number of kiosks |
| | | Stand and |
| | Stand | Kiosk |
| Fiscal Year | Only | Only |
| 2021 – 2023 | 214 | 77 |
| 2024 – 2026 | 168 | 59 |
"""
SIGNS = """Results of Orrin Looms (dollars in millions, except per share amounts)

| | FY21 | | FY20 | |
| Packing boxes | $ | 6.4 | $ | 5.9 |
| Loss on looms scrapped | $ | (1.2 | $ | (0.8 |
| Earnings per share | $ | 2.15 | $ | 1.98 |
"""
ZH = """澜汀乳业主要经营数据（单位：万元）

| 项目 | 2018年度 | 2017年度 | 同比增长 |
|---|---|---|---|
| 酸奶销售收入 | 5,460 | 4,800 | 13.75% |
| 运输费用 | 312 | 290 | 7.59% |
| 奶牛存栏数（头） | 2,750 | 2,600 | 5.77% |
"""

CASES = [
    (FERRY, "What were the harbour dues, net of rebates in 2021?", "388 thousand"),
    (FERRY, "What were the harbour dues, net of rebates in 2022?", "412 thousand"),
    (FERRY, "What was the result of fuel hedges in 2020?", "-9 thousand"),
    (FERRY, "What were the fuel hedges in 2021?", "14 thousand"),
    (FERRY, "What were the night crossings on the Adriatic routes in 2021?", "21 thousand"),
    (FERRY, "What were the night crossings on the Baltic routes in 2020?", "48 thousand"),
    (FERRY, "What was the total of the Baltic routes in 2022?", "191 thousand"),
    (FERRY, "What was the occupancy rate in 2021?", "69.0%"),
    (MILL, "What was the escalation rate of the miners as at March 31, 2022?", "2.90%"),
    (MILL, "What was the escalation rate of the millers in 2023?", "1.45%"),
    (MILL, "How many widows of millers were covered in 2022?", "1,187"),
    (COINS, "What were the short deposits held in kroner as at 31 August 2020?", "2,870 thousand"),
    (COINS, "What were the long deposits held in dollars as at 31 August 2021?", "-RMB 7 million"),
    (LEASES, "How many kiosks had a stand only in 2021 – 2023?", "214"),
    (SIGNS, "What were the packing boxes in FY20?", "$5.9 million"),
    (SIGNS, "What was the loss on looms scrapped in FY21?", "-$1.2 million"),
    (SIGNS, "What were the earnings per share in FY20?", "$1.98"),
    (ZH, "澜汀乳业2017年的运输费用是多少？", "290万元"),
    (ZH, "澜汀乳业2018年度的酸奶销售收入是多少？", "5,460万元"),
    (ZH, "2018年运输费用是多少？", "312万元"),
    (FERRY, "In which year were the harbour dues, net of rebates highest?", "2022"),
    (FERRY, "Which year had the lower occupancy rate, 2021 or 2020?", "2021"),
    (FERRY, "In which year was the result of fuel hedges lowest?", "2022"),
    (ZH, "澜汀乳业哪一年的运输费用最高？", "2018"),
]
COMPUTED = [
    (FERRY, "What was the change in the harbour dues, net of rebates from 2021 to 2022?", "24 thousand"),
    (FERRY, "What was the percentage change in the harbour dues, net of rebates between 2020 and 2021?", "4.58%"),
    (FERRY, "What was the change in fuel hedges between 2021 and 2022?", "-39 thousand"),
    (FERRY, "What is the average occupancy rate in 2021 and 2022?", "70.25%"),
    (FERRY, "What is the total harbour dues, net of rebates in 2020 and 2021?", "759 thousand"),
    (FERRY, "What is the total harbour dues, net of rebates between 2020 and 2022?", "1171 thousand"),
    (FERRY, "What is the 2022 average harbour dues, net of rebates?", "400 thousand"),
    (FERRY, "What is the average occupancy rate over the 3 year period from 2020 to 2022?", "70.23%"),
    (FERRY, "What is the sum of harbour dues and fuel hedges in 2021?", "402 thousand"),
    (FERRY, "What percentage of harbour dues, net of rebates were fuel hedges in 2021?", "3.61%"),
    (SIGNS, "What was the increase in packing boxes in 2021 compared to the previous year?", "$0.5 million"),
    (MILL, "What is the difference between the miners and millers escalation rates as at March 31, 2023?", "1.65"),
    (SIGNS, "What was the increase in packing boxes from FY20 to FY21?", "$0.5 million"),
    (SIGNS, "What was the percentage change in packing boxes from FY20 to FY21?", "8.47%"),
    (ZH, "澜汀乳业2017年到2018年酸奶销售收入的变化率是多少？", "13.75%"),
    (ZH, "澜汀乳业2017年和2018年的运输费用合计是多少？", "602万元"),
    (ZH, "澜汀乳业2017年至2018年的运输费用平均是多少？", "301万元"),
]


# What filings say beside their tables.
PROSE = (
    "Pilotage expense was $10.1 million, $9.8 million and $9.2 million in fiscal 2019, 2018 and 2017, respectively."
    " Advertising costs amounted to $1.4 million for the year ended March 31, 2019, compared to $1.1 million for the"
    " year ended March 31, 2018. As of December 31, 2019 and 2018, the harbour had $5.2 million and $4.1 million of"
    " unpaid berth fees. The weighted average interest rate was 4.2% (2018: 3.9%). Quay maintenance of wooden piers was"
    " $702 and $655 for 2019 and 2018, respectively, of which $90 and $84, respectively, related to paint. Amounts"
    " spent on maintenance of wooden piers related to paint of boats in 2019 and 2018 were $31 and $27, respectively."
)
TOLD = [
    ("What was the pilotage expense in 2018?", "$9.8 million"),
    ("What were the advertising costs for the year ended March 31, 2019?", "$1.4 million"),
    ("What were the advertising costs in 2018?", "$1.1 million"),
    ("What were the unpaid berth fees as of December 31, 2018?", "$4.1 million"),
    ("What was the weighted average interest rate in 2019?", "4.2%"),
    ("What was the weighted average interest rate in 2018?", "3.9%"),
    ("What was the amount spent on maintenance of wooden piers related to paint of boats in 2018?", "$27"),
    ("What was the change in advertising costs between 2018 and 2019?", "$0.3 million"),
    ("What is the average pilotage expense between 2017 and 2019?", "$9.7 million"),
]


async def _asked(table: str, question: str) -> Answered:
    evidence = source(table, "t", title="Yearly accounts")
    operation = operation_of(question)
    if operation is None:
        return await answered(question, evidence)
    return await answered(
        question, evidence, subs=operands(operation), how=Combination.COMPARE, category=Category.COMPARISON
    )


@pytest.mark.parametrize(("table", "question", "short"), CASES)
async def test_the_cell_of_row_column_and_time_answers(table: str, question: str, short: str) -> None:
    assert (await _asked(table, question)).draft.short_answer == short


@pytest.mark.parametrize(("table", "question", "short"), COMPUTED)
async def test_what_is_computed_is_computed_from_the_right_cells(table: str, question: str, short: str) -> None:
    done = await _asked(table, question)
    assert done.draft.short_answer.startswith(short)
    assert done.draft.sentences[0].citations
    assert all(claim.verdict is Verdict.SUPPORTED for claim in done.first.claims)


@pytest.mark.parametrize(("question", "short"), TOLD)
async def test_a_figure_in_a_sentence_is_of_its_own_year(question: str, short: str) -> None:
    assert (await _asked(PROSE, question)).draft.short_answer == short


@pytest.mark.parametrize(
    ("table", "question"),
    [
        (FERRY, "What were the harbour dues, net of rebates in 2017?"),
        (FERRY, "What were the pilot fees in 2021?"),
        (ZH, "澜汀乳业2016年的运输费用是多少？"),
        (SIGNS, "What were the packing boxes of Tamsin Looms in FY20?"),
    ],
)
async def test_no_cell_answers_for_another_time_row_or_company(table: str, question: str) -> None:
    assert (await _asked(table, question)).draft.abstained


SHIPS = """| Vessel | Month | Fuel (t) | Trips |
|---|---|---|---|
| MV Larkspur | 2024-07 | 38.2 | 100 |
| MV Larkspur | 2024-08 | 39.9 | 104 |
| MV Teasel | 2024-07 | 61.5 | 90 |
| MV Teasel | 2024-08 | 63.0 | 92 |
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much fuel did the MV Teasel use in August 2024?", "63.0"),
        ("How many trips did the MV Larkspur make in July 2024?", "100"),
        ("What is the top speed of the MV Larkspur?", ""),
        ("How much did the MV Larkspur cost?", ""),
    ],
)
async def test_a_row_of_a_thing_is_read_by_the_month_in_it_and_by_what_is_asked(question: str, answer: str) -> None:
    judged = await assess(question, source(SHIPS, title="fuel"))
    assert (judged.spans[0].text if judged.score >= 0.6 else "") == answer
