"""One document with two figures of the very same contradicts itself; a total and a part, a plan and a result do not."""

import pytest

from tests.fakes.answering import answered
from tests.fakes.evidence import source

HOLDS, WEIGHS = "How much water does the Harrow Mere reservoir hold?", "PQ-12的重量是多少？"
REVENUE = "What was the revenue of Brindle Yarn in 2024?"


@pytest.mark.parametrize(
    ("question", "text", "values"),
    [
        (
            "What is the floor area of the Elsby mill?",
            "The floor area of the Elsby mill is 4,200 m². It is old. The area of the Elsby mill is 4,900 m².",
            {"4,200 m²", "4,900 m²"},
        ),
        (WEIGHS, "PQ-12重量为12千克。泵体为铸铁。PQ-12的重量是15千克。", {"12千克", "15千克"}),
        (
            REVENUE,
            "Revenue of Brindle Yarn was EUR 4.1 million in 2024. In 2024 Brindle Yarn had revenue of EUR 4.8 million.",
            {"EUR 4.1 million", "EUR 4.8 million"},
        ),
        ("云岫织造有多少员工？", "云岫织造员工人数为520人。云岫织造现有员工563人。", {"520人", "563人"}),
    ],
)
async def test_two_figures_of_the_very_same_are_reported(question: str, text: str, values: set[str]) -> None:
    result = await answered(question, source(text, title="Notes"))
    (told,) = result.contradictions
    assert {statement.value for statement in told.statements} == values
    assert not result.draft.abstained


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            REVENUE,
            "Revenue of Brindle Yarn was EUR 4.1 million in 2024. The budget for 2024 was revenue of EUR 4.8 million.",
        ),
        (
            REVENUE,
            "Revenue of Brindle Yarn was EUR 4.1 million in 2024. In 2023 Brindle Yarn had revenue of EUR 4.8 million.",
        ),
        (
            REVENUE,
            "Revenue of Brindle Yarn was EUR 4.1 million in 2024. The restated revenue for 2024 is EUR 4.8 million.",
        ),
        (
            REVENUE,
            "Total revenue of Brindle Yarn was EUR 9 million in 2024. Overseas revenue was EUR 3 million in 2024.",
        ),
        (
            REVENUE,
            "Brindle Yarn: revenue in 2024 was EUR 4.1 million. Orrin Mills had revenue of EUR 4.8 million in 2024.",
        ),
        (WEIGHS, "PQ-12净重为12千克。PQ-12毛重为15千克。"),
        ("云岫织造有多少员工？", "云岫织造员工人数为520人。2024年云岫织造新招员工63人，其中女员工20人。"),
    ],
)
async def test_two_readings_of_a_measure_are_no_disagreement(question: str, text: str) -> None:
    assert (await answered(question, source(text, title="Notes"))).contradictions == ()


async def test_what_tells_two_figures_apart_does_so_across_documents_too() -> None:
    plan = source("The budget of Brindle Yarn for 2024 was revenue of EUR 4.8 million.", "a")
    result = source("Revenue of Brindle Yarn was EUR 4.1 million in 2024.", "b")
    assert (await answered(REVENUE, plan, result)).contradictions == ()
