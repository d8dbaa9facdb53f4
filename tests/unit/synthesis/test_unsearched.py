"""What could not be searched is not said to be missing."""

from dataclasses import replace

import pytest

from services.core.domain.plan import Combination
from services.core.domain.route import Category
from tests.fakes.evidence import source
from tests.unit.synthesis.test_writing import finding, write


@pytest.mark.parametrize(
    ("question", "words"), [("Who leads Port Velm?", "could not be searched"), ("谁负责北港？", "暂时无法检索")]
)
async def test_what_could_not_be_searched_is_not_said_to_be_missing(question: str, words: str) -> None:
    unsearched = replace(finding(question, ""), rounds=0, ended="index_unavailable")
    draft = await write(question, unsearched)
    assert draft.abstained
    assert words in draft.text
    searched = await write(question, finding(question, ""))
    assert words not in searched.text


@pytest.mark.parametrize(
    ("question", "parts", "words"),
    [
        ("Which is larger, Alba or Brim?", ("How large is Alba?", "How large is Brim?"), "could not be searched"),
        ("甲厂和乙厂哪个更大？", ("甲厂有多大？", "乙厂有多大？"), "暂时无法检索"),
    ],
)
async def test_a_comparison_says_which_side_could_not_be_searched(
    question: str, parts: tuple[str, str], words: str
) -> None:
    known = finding(parts[0], "5 ha", source("It covers 5 ha."))
    unknown = finding(parts[1], "", number=2)
    compare, category = Combination.COMPARE, Category.COMPARISON
    cut = replace(unknown, rounds=0, ended="service_unavailable")
    assert words in (await write(question, known, cut, how=compare, category=category)).text
    assert words not in (await write(question, known, unknown, how=compare, category=category)).text
