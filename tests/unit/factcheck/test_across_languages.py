"""An English and a Chinese source that say different things of one matter disagree; those that say the same do not."""

import pytest

from services.core.domain.answer import Verdict
from tests.fakes.answering import answered
from tests.fakes.evidence import source

REVENUE = "Coppergate Marine reported revenue of CNY 320 million in 2025."
CEO = "The chief executive of Coppergate Marine is Lin Baichuan."


@pytest.mark.parametrize(
    ("question", "english", "chinese", "values"),
    [
        (
            "What was the revenue of Coppergate Marine in 2025?",
            REVENUE,
            "2025年，Coppergate Marine实现营业收入3.5亿元。",
            {"CNY 320 million", "3.5亿元"},
        ),
        (
            "铜门海运2025年的营业收入是多少？",
            REVENUE.replace("Marine", "Marine (铜门海运)"),
            "2025年，铜门海运实现营业收入3.5亿元。",
            {"CNY 320 million", "3.5亿元"},
        ),
        (
            "How many days of annual leave do employees get?",
            "Employees get 26 days of annual leave.",
            "员工享有年假22天。",
            {"26 days", "22天"},
        ),
        (
            "员工年假有多少天？",
            "Employees get 26 days of annual leave.",
            "员工享有年假22天。",
            {"26 days", "22天"},
        ),
        (
            "When was the PQ-12 released?",
            "The PQ-12 was released on 3 May 2024.",
            "PQ-12于2024年6月3日发布。",
            {"3 May 2024", "2024年6月3日"},
        ),
        ("What does the PQ-12 weigh?", "The PQ-12 weighs 3.2 kg.", "PQ-12重量为3.9千克。", {"3.2 kg", "3.9千克"}),
        (
            "Who is the chief executive of Coppergate Marine?",
            CEO,
            "Coppergate Marine首席执行官为周远航。",
            {"Lin Baichuan", "周远航"},
        ),
    ],
)
async def test_sources_of_two_languages_disagree(question: str, english: str, chinese: str, values: set[str]) -> None:
    result = await answered(question, source(english, "a"), source(chinese, "b"))
    (told,) = result.contradictions
    assert {statement.value for statement in told.statements} == values
    assert not result.draft.abstained
    assert all(value in result.text for value in values)
    assert all(claim.verdict is Verdict.SUPPORTED for claim in result.first.claims)


@pytest.mark.parametrize(
    ("question", "english", "chinese"),
    [
        (
            "What was the revenue of Coppergate Marine in 2025?",
            REVENUE,
            "2025年，Coppergate Marine实现营业收入3.2亿元。",
        ),
        (
            "What was the revenue of Coppergate Marine in 2025?",
            REVENUE,
            "2024年，Coppergate Marine实现营业收入3.5亿元。",
        ),
        ("What is the warranty of the PQ-12?", "The PQ-12 has a warranty of 24 months.", "PQ-12的质保期为两年。"),
        ("Who is the chief executive of Coppergate Marine?", CEO, "Coppergate Marine首席执行官为林百川。"),
        ("When was the PQ-12 released?", "The PQ-12 was released on 3 May 2024.", "PQ-12于2024年5月3日发布。"),
        ("铜门海运2025年的营业收入是多少？", "Ardent Marine reported revenue of CNY 900 million in 2025.", REVENUE),
    ],
)
async def test_sources_of_two_languages_that_agree_or_speak_of_other_things_do_not(
    question: str, english: str, chinese: str
) -> None:
    assert (await answered(question, source(english, "a"), source(chinese, "b"))).contradictions == ()
