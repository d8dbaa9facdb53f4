"""Compared things, their times, and how they are set against each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.language.structure.comparisons import Setting, comparison_of

COMPARED = [
    (
        "Which had the higher revenue in 2023, Halden Pumps or Brack Valves?",
        ["Halden Pumps", "Brack Valves"],
        "choice",
        "2023",
    ),
    ("Did Halden Pumps or Brack Valves earn more revenue in 2023?", ["Halden Pumps", "Brack Valves"], "choice", "2023"),
    ("Compare Leeds Works and Ulm Works. Which one was opened earlier?", ["Leeds Works", "Ulm Works"], "choice", ""),
    ("Is Halden's net profit higher than Brack's?", ["Halden", "Brack"], "choice", ""),
    (
        "What is the difference in headcount between the Leeds Works and the Ulm Works?",
        ["Leeds Works", "Ulm Works"],
        "difference",
        "",
    ),
    ("How do the premium plan and the basic plan differ?", ["premium plan", "basic plan"], "difference", ""),
    ("Was Quellon founded before Astrid Foods?", ["Quellon", "Astrid Foods"], "choice", ""),
    ("Are Freaky Nomics and In The Realm both American documentaries?", ["Freaky Nomics", "In The Realm"], "same", ""),
    ("Was Halden's revenue higher in 2022 or 2023?", ["2022", "2023"], "periods", ""),
    ("Compare Halden's revenue in 2022 and 2023", ["2022", "2023"], "periods", ""),
    ("2023年华澜泵业和森川阀门哪家的营业收入更高？", ["华澜泵业", "森川阀门"], "choice", "2023年"),
    ("请比较利兹工厂和乌尔姆工厂的投产年份，哪个更早？", ["利兹工厂", "乌尔姆工厂"], "choice", ""),
    ("华澜泵业的营业收入比森川阀门高多少？", ["华澜泵业", "森川阀门"], "difference", ""),
    ("华澜泵业2022年和2023年的营业收入相比如何？", ["2022年", "2023年"], "periods", ""),
    ("A公司和B公司2023年的净利润分别是多少？", ["A公司", "B公司"], "each", "2023年"),
]
NOT_COMPARED = [
    "Does the policy cover theft or loss?",
    "What was the revenue of Halden Pumps in 2023?",
    "研发部和销售部谁负责报销？",
    "《长夜》的导演和编剧是谁？",
    "Who is the head of research and development?",
    "",
    "和",
]


@pytest.mark.parametrize(("question", "names", "setting", "period"), COMPARED)
def test_things_setting_and_time_are_found(question: str, names: list[str], setting: str, period: str) -> None:
    found = comparison_of(question)
    assert found is not None
    assert ([thing.name for thing in found.things], found.setting, found.period) == (names, Setting(setting), period)


@pytest.mark.parametrize("question", NOT_COMPARED)
def test_or_and_and_alone_compare_nothing(question: str) -> None:
    assert comparison_of(question) is None


def test_things_with_a_time_each_keep_their_own() -> None:
    found = comparison_of("比较2021年白帆物流有限公司和2017年青鹭仪表有限公司的营业收入，谁的营业收入高一些？")
    assert found is not None
    assert [(thing.name, thing.period) for thing in found.things] == [
        ("白帆物流有限公司", "2021年"),
        ("青鹭仪表有限公司", "2017年"),
    ]


def test_an_introduction_is_kept_apart() -> None:
    found = comparison_of("根据石湾港和柳湾港的年报，甲号码头和乙号码头的泊位哪个更多？")
    assert found is not None
    assert found.lead == "根据石湾港和柳湾港的年报"
    assert [thing.name for thing in found.things] == ["甲号码头", "乙号码头"]


@given(st.text(max_size=300))
def test_any_text_is_taken_and_a_comparison_has_two_things(text: str) -> None:
    found = comparison_of(text)
    assert found is None or len(found.things) > 1
