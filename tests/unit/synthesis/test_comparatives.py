"""The winner of a comparison by the word that the question compares with, and both figures."""

import pytest

from services.core.domain.answer import Verdict
from services.core.domain.plan import Combination, SubQuestion
from services.core.domain.route import Category
from services.language.numbers import quantities
from services.synthesis.compose.comparatives import comparative_of
from tests.fakes.answering import answered
from tests.fakes.evidence import source

EN = (
    "The FQ-310 has an accuracy of ±0.5 %, costs EUR 1,450, weighs 3.2 kg and has a warranty of 12 months.",
    "The FQ-480 has an accuracy of ±0.2 %, costs EUR 2,300, weighs 2.7 kg and has a warranty of 24 months.",
)
ZH = (
    "FQ-310的售价为9,800元，测量误差为0.5%，重量为3.2千克，质保期为12个月。",
    "FQ-480的售价为15,600元，测量误差为0.2%，重量为2.7千克，质保期为24个月。",
)


@pytest.mark.parametrize(
    ("question", "asked", "told"),
    [
        ("Which is more accurate, FQ-310 or FQ-480?", "What is the accuracy of {}?", "FQ-480 is more accurate: "),
        (
            "Which is lighter, FQ-310 or FQ-480?",
            "What is the weight of {}?",
            "FQ-480 is lighter: 2.7 kg, against 3.2 kg",
        ),
        (
            "Which is heavier, FQ-310 or FQ-480?",
            "What is the weight of {}?",
            "FQ-310 is heavier: 3.2 kg, against 2.7 kg",
        ),
        ("FQ-310和FQ-480哪个更贵？", "{}的售价是多少？", "FQ-480更贵：15,600元，而FQ-310为9,800元"),
        ("FQ-310和FQ-480哪个更便宜？", "{}的售价是多少？", "FQ-310更便宜：9,800元，而FQ-480为15,600元"),
        ("FQ-310和FQ-480哪个更轻？", "{}的重量是多少？", "FQ-480更轻：2.7千克，而FQ-310为3.2千克"),
        ("FQ-310和FQ-480哪个更准？", "{}的测量误差是多少？", "FQ-480更准：0.2%，而FQ-310为0.5%"),
        ("FQ-310和FQ-480哪个质保期更长？", "{}的质保期是多久？", "FQ-480更长：24个月，而FQ-310为12个月"),
    ],
)
async def test_the_winner_is_named_with_both_figures(question: str, asked: str, told: str) -> None:
    texts = EN if question.isascii() else ZH
    subs = [SubQuestion(at, asked.format(name), aspect=name) for at, name in enumerate(("FQ-310", "FQ-480"), start=1)]
    result = await answered(
        question,
        *(source(text, name) for text, name in zip(texts, "ab", strict=True)),
        subs=subs,
        how=Combination.COMPARE,
        category=Category.COMPARISON,
    )
    assert result.text.startswith(told)
    assert result.draft.short_answer == told[:6]
    assert all(claim.verdict is Verdict.SUPPORTED for claim in result.check.claims)


@pytest.mark.parametrize(
    ("question", "figures", "direction", "word"),
    [
        ("Which is faster, A or B?", "3 hours, 5 hours", "less", "faster"),
        ("Which is faster, A or B?", "30 km/h, 50 km/h", "more", "faster"),
        ("Which is slower, A or B?", "30 km/h, 50 km/h", "less", "slower"),
        ("Which is more accurate, A or B?", "98 %, 96 %", "more", "more accurate"),
        ("Which is more accurate, A or B?", "0.5 %, 0.2 %", "less", "more accurate"),
        ("Which is less expensive, A or B?", "EUR 5, EUR 7", "less", "less expensive"),
        ("Who is older, A or B?", "41 years, 44 years", "more", "older"),
        ("Which works is older, A or B?", "", "earlier", "older"),
        ("Which opened earlier, A or B?", "", "earlier", "earlier"),
        ("A和B哪个更快？", "3小时，5小时", "less", "快"),
        ("A和B哪个更晚投产？", "", "later", "晚"),
        ("A和B谁更年轻？", "41岁，44岁", "less", "年轻"),
        ("A和B哪个短？", "3米，5米", "less", "短"),
        ("What is A?", "", "none", ""),
    ],
)
def test_a_comparative_points_by_what_it_compares(question: str, figures: str, direction: str, word: str) -> None:
    found = comparative_of(question, [], quantities(figures), chinese=not question.isascii())
    assert (found.direction.value, found.word) == (direction, word)


async def test_what_only_leads_to_the_compared_dates_is_not_compared() -> None:
    question = "Which film has the director born first, Grey Harbour or Silent Loom?"
    subs = [
        SubQuestion(1, "Who is the director of the film Grey Harbour?", aspect="Grey Harbour: born (1)"),
        SubQuestion(2, "When was {1} born?", depends_on=(1,), aspect="Grey Harbour: born"),
        SubQuestion(3, "Who is the director of the film Silent Loom?", aspect="Silent Loom: born (3)"),
        SubQuestion(4, "When was {3} born?", depends_on=(3,), aspect="Silent Loom: born"),
    ]
    result = await answered(
        question,
        source("Grey Harbour is a film directed by Orla Quent.", "a"),
        source("Orla Quent was born on 3 May 1951 in Elsby.", "b"),
        source("Silent Loom is a film directed by Pell Hartnoll.", "c"),
        source("Pell Hartnoll was born on 9 June 1944 in Lockmere.", "d"),
        subs=subs,
        how=Combination.COMPARE,
        category=Category.MULTI_HOP,
    )
    assert result.draft.short_answer == "Silent Loom"
    assert result.text.startswith("Silent Loom is earlier: 9 June 1944, against 3 May 1951 for Grey Harbour.")


async def test_the_same_value_is_a_yes_that_its_check_leaves_whole() -> None:
    question = "Are Orla Quent and Pell Hartnoll from the same country?"
    subs = [
        SubQuestion(1, "Which country is Orla Quent from?", aspect="Orla Quent: country"),
        SubQuestion(2, "Which country is Pell Hartnoll from?", aspect="Pell Hartnoll: country"),
    ]
    result = await answered(
        question,
        source("Orla Quent is a weaver from Norway.", "a"),
        source("Pell Hartnoll is a dyer from Norway.", "b"),
        subs=subs,
        how=Combination.COMPARE,
        category=Category.COMPARISON,
    )
    assert result.draft.short_answer == "Yes"
    assert "Orla Quent: Norway; Pell Hartnoll: Norway" in result.text
