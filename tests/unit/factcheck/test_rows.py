"""The row whose label a question says is the one it asks about."""

import pytest

from services.core.domain.answer import Verdict
from services.core.domain.plan import Combination
from services.core.domain.route import Category
from services.decompose.operands import operands
from services.language.structure.operations import operation_of
from tests.fakes.answering import answered
from tests.fakes.evidence import source

TABLE = """Selected data (in thousands)

| | 2019 | 2018 |
|---|---|---|
| Cost of sales | $ 1,496.5 | $ 1,202.9 |
| Research expense | 40.1 | 38.7 |
| Total costs | 1,536.6 | 1,241.6 |
"""
TABLE_ZH = """主要数据（单位：万元）

| 项目 | 2022年 | 2021年 |
|---|---|---|
| 营业成本 | 820 | 760 |
| 研发费用 | 41 | 38 |
"""


@pytest.mark.parametrize(
    ("question", "table", "short"),
    [
        ("What was the research expense in 2019?", TABLE, "$40.1 thousand"),
        ("What were the total costs in 2018?", TABLE, "$1,241.6 thousand"),
        ("2022年的研发费用是多少？", TABLE_ZH, "41"),
    ],
)
async def test_the_labelled_row_answers(question: str, table: str, short: str) -> None:
    done = await answered(question, source(table, "t", title="Annual report"))
    assert done.draft.short_answer.startswith(short)


async def test_a_change_is_computed_from_cells_of_the_labelled_row() -> None:
    question = "What was the percentage change in the total costs between 2018 and 2019?"
    operation = operation_of(question)
    assert operation is not None
    done = await answered(
        question,
        source(TABLE, "t", title="Annual report"),
        subs=operands(operation),
        how=Combination.COMPARE,
        category=Category.COMPARISON,
    )
    assert done.draft.short_answer == "23.76%"
    assert all(claim.verdict is Verdict.SUPPORTED for claim in done.first.claims)
