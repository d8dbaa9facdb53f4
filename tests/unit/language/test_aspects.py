"""Measures, roles and events, and whether what is said is what was asked."""

import pytest

from services.language.aspects import aspects, fits, keys


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Revenue was 3 million and net profits 0.4 million", ["revenue", "net_profit"]),
        ("the net profit margin", ["net_margin"]),
        ("2022年营业收入增长，归母净利润下降", ["revenue", "net_profit"]),
        ("青石工厂的员工人数和年产能", ["headcount", "capacity"]),
        ("Who is the managing director?", ["managing_director"]),
        ("", []),
    ],
)
def test_the_longest_name_of_an_aspect_is_found(text: str, expected: list[str]) -> None:
    assert [mention.key for mention in aspects(text)] == expected


@pytest.mark.parametrize("text", ["important", "reweighted", "passages"])
def test_an_aspect_is_not_found_inside_a_word(text: str) -> None:
    assert aspects(text) == []


def test_the_same_measure_meets_across_languages_and_another_one_does_not() -> None:
    assert fits(keys("net income"), keys("净利润"))
    assert not fits(keys("revenue"), keys("净利润"))


def test_a_plain_word_stands_for_its_exact_one_only() -> None:
    assert fits({"profit"}, {"net_profit"})
    assert fits({"net_profit"}, {"profit"})
    assert not fits({"profit"}, {"gross_profit"})


def test_how_high_a_measure_is_asks_for_the_measure() -> None:
    assert keys("灯塔有多高？") == {"height"}
    assert keys("利润率有多高？") == {"net_margin"}
    assert keys("这台机器有多重？") == {"weight"}
