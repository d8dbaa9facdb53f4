"""Times are resolved against the run's clock, the tenant's zone and fiscal year."""

import dataclasses
from datetime import UTC, date, datetime

import pytest

from services.core.domain.question import Locale
from services.intent.times import time_ranges
from tests.fakes.evidence import context

NOW = datetime(2024, 5, 6, 9, tzinfo=UTC)


def resolved(text: str, locale: Locale | None = None, now: datetime = NOW) -> list[tuple[date, date, str, bool]]:
    run = dataclasses.replace(context(), now=now, locale=locale or Locale())
    return [(time.start, time.end, time.text, time.relative) for time in time_ranges(text, run)]


@pytest.mark.parametrize(
    ("text", "start", "end", "said"),
    [
        ("What was the revenue last quarter?", date(2024, 1, 1), date(2024, 3, 31), "last quarter"),
        ("上月的出厂价是多少？", date(2024, 4, 1), date(2024, 4, 30), "上月"),
        ("去年的营业收入", date(2023, 1, 1), date(2023, 12, 31), "去年"),
    ],
)
def test_a_relative_time_becomes_days_and_keeps_its_words(text: str, start: date, end: date, said: str) -> None:
    assert resolved(text) == [(start, end, said, True)]


def test_the_same_period_last_year_is_the_other_range_a_year_earlier() -> None:
    found = resolved("2024年第一季度的营业收入与去年同期相比如何？")
    assert [(start, end) for start, end, _, _ in found] == [
        (date(2024, 1, 1), date(2024, 3, 31)),
        (date(2023, 1, 1), date(2023, 3, 31)),
    ]


def test_an_absolute_time_is_not_relative() -> None:
    assert resolved("Revenue in March 2021") == [(date(2021, 3, 1), date(2021, 3, 31), "March 2021", False)]


def test_fiscal_years_and_quarters_follow_the_tenant() -> None:
    april = Locale("UTC", 4)
    assert resolved("revenue in FY2023", april)[0][:2] == (date(2022, 4, 1), date(2023, 3, 31))
    assert resolved("revenue last quarter", april)[0][:2] == (date(2024, 1, 1), date(2024, 3, 31))


def test_the_day_is_the_tenants_and_not_the_servers() -> None:
    late = datetime(2024, 4, 30, 20, tzinfo=UTC)
    assert resolved("上月", Locale("Asia/Shanghai", 1), late)[0][0] == date(2024, 4, 1)
    assert resolved("上月", Locale("UTC", 1), late)[0][0] == date(2024, 3, 1)


def test_every_text_is_an_exact_part_of_the_question() -> None:
    text = "Compare Q1 2023 with last quarter, 去年 and 5 May 2020."
    assert [said in text for _, _, said, _ in resolved(text)] == [True] * 4


def test_an_unknown_time_zone_is_told() -> None:
    with pytest.raises(ValueError, match="Mars"):
        resolved("last month", Locale("Mars/Olympus", 1))


def test_no_more_than_sixteen_times_are_given() -> None:
    assert len(resolved(" and ".join(f"March {year}" for year in range(1990, 2015)))) == 16


@pytest.mark.parametrize(
    "text",
    [
        "Who directed Harbour (1936 film) and The Quiet Road?",
        "《港湾》（1936年电影）的导演是谁？",
        "Who wrote Home (song, 1998)?",
    ],
)
def test_a_year_that_tells_a_title_from_others_is_no_time_that_is_asked_about(text: str) -> None:
    assert resolved(text) == []
