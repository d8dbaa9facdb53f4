from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.language.dates import Calendar, DateRange, dates, resolve_relative
from tests.unit.language.strategies import texts

NOW = datetime(2024, 5, 15, 18, 0, tzinfo=UTC)
PLAIN = Calendar()
OCTOBER = Calendar(fiscal_year_start_month=10)


def shown(found: list[DateRange]) -> list[str]:
    return [f"{each.start} {each.end} {each.grain}" for each in found]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("March 2024", "2024-03-01 2024-03-31 month"),
        ("in Sept. 2019", "2019-09-01 2019-09-30 month"),
        ("2024年3月5日", "2024-03-05 2024-03-05 day"),
        ("二〇二四年三月五日", "2024-03-05 2024-03-05 day"),
        ("5 May 2020", "2020-05-05 2020-05-05 day"),
        ("the 5th of May, 2020", "2020-05-05 2020-05-05 day"),
        ("May 5th, 2020", "2020-05-05 2020-05-05 day"),
        ("2024-03-05", "2024-03-05 2024-03-05 day"),
        ("2024/3/5", "2024-03-05 2024-03-05 day"),
        ("10/20/2015", "2015-10-20 2015-10-20 day"),
        ("20/10/2015", "2015-10-20 2015-10-20 day"),
        ("Q3 2023", "2023-07-01 2023-09-30 quarter"),
        ("2023Q3", "2023-07-01 2023-09-30 quarter"),
        ("3Q23", "2023-07-01 2023-09-30 quarter"),
        ("Q3'23", "2023-07-01 2023-09-30 quarter"),
        ("the third quarter of fiscal 2023", "2023-07-01 2023-09-30 quarter"),
        ("2023年第三季度", "2023-07-01 2023-09-30 quarter"),
        ("2023年三季度", "2023-07-01 2023-09-30 quarter"),
        ("H1 2021", "2021-01-01 2021-06-30 half"),
        ("second half of 2021", "2021-07-01 2021-12-31 half"),
        ("2023年上半年", "2023-01-01 2023-06-30 half"),
        ("FY2022", "2022-01-01 2022-12-31 year"),
        ("fiscal year 2022", "2022-01-01 2022-12-31 year"),
        ("2022财年", "2022-01-01 2022-12-31 year"),
        ("2019-2021", "2019-01-01 2021-12-31 year"),
        ("2019–21", "2019-01-01 2021-12-31 year"),
        ("between 2017 and 2019", "2017-01-01 2019-12-31 year"),
        ("2019年至2021年", "2019-01-01 2021-12-31 year"),
        ("2023年1-3月", "2023-01-01 2023-03-31 month"),
        ("2023年1月1日至3月31日", "2023-01-01 2023-03-31 day"),
        ("January to March 2024", "2024-01-01 2024-03-31 month"),
        ("Jan. 1, 2020 to Feb 3, 2021", "2020-01-01 2021-02-03 day"),
        ("20世纪90年代", "1990-01-01 1999-12-31 year"),
        ("the 1990s", "1990-01-01 1999-12-31 year"),
        ("the 19th century", "1801-01-01 1900-12-31 year"),
        ("in 1999.", "1999-01-01 1999-12-31 year"),
        ("2016年里约奥运会", "2016-01-01 2016-12-31 year"),
    ],
)
def test_a_date_is_read(text: str, wanted: str) -> None:
    assert shown(dates(text)) == [wanted]


@pytest.mark.parametrize(
    "text", ["$2,019", "2019 people", "公元前200年", "2023-13-45", "February 30, 2020", "", "version 20.19", "0000年"]
)
def test_what_is_no_date_is_left(text: str) -> None:
    assert [each for each in dates(text) if each.grain == "day"] == []
    assert text == "February 30, 2020" or dates(text) == []


def test_two_dates_joined_by_and_stay_two() -> None:
    assert len(dates("May 2020 and June 2021")) == 2


def test_fiscal_quarters_follow_the_calendar() -> None:
    assert shown(dates("Q1 2024 and FY2024", OCTOBER)) == [
        "2023-10-01 2023-12-31 quarter",
        "2023-10-01 2024-09-30 year",
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("last quarter", "2024-01-01 2024-03-31 quarter"),
        ("上个季度", "2024-01-01 2024-03-31 quarter"),
        ("本季度", "2024-04-01 2024-06-30 quarter"),
        ("the last completed quarter", "2024-01-01 2024-03-31 quarter"),
        ("last month", "2024-04-01 2024-04-30 month"),
        ("上月", "2024-04-01 2024-04-30 month"),
        ("上上个月", "2024-03-01 2024-03-31 month"),
        ("last week", "2024-05-06 2024-05-12 week"),
        ("上周", "2024-05-06 2024-05-12 week"),
        ("上周三", "2024-05-08 2024-05-08 day"),
        ("yesterday", "2024-05-14 2024-05-14 day"),
        ("昨天", "2024-05-14 2024-05-14 day"),
        ("this year", "2024-01-01 2024-12-31 year"),
        ("今年", "2024-01-01 2024-12-31 year"),
        ("去年", "2023-01-01 2023-12-31 year"),
        ("前年", "2022-01-01 2022-12-31 year"),
        ("last fiscal year", "2023-01-01 2023-12-31 year"),
        ("past 3 months", "2024-02-15 2024-05-15 month"),
        ("over the past year", "2023-05-15 2024-05-15 year"),
        ("最近三个月", "2024-02-15 2024-05-15 month"),
        ("近两年", "2022-05-15 2024-05-15 year"),
        ("past two quarters", "2023-10-01 2024-03-31 quarter"),
        ("year to date", "2024-01-01 2024-05-15 year"),
        ("年初至今", "2024-01-01 2024-05-15 year"),
        ("两年前", "2022-01-01 2022-12-31 year"),
        ("two years ago", "2022-01-01 2022-12-31 year"),
        ("the same period last year", "2023-01-01 2023-05-15 year"),
        ("去年同期", "2023-01-01 2023-05-15 year"),
        ("去年第三季度", "2023-07-01 2023-09-30 quarter"),
        ("third quarter of last year", "2023-07-01 2023-09-30 quarter"),
        ("去年下半年", "2023-07-01 2023-12-31 half"),
        ("去年3月5日", "2023-03-05 2023-03-05 day"),
        ("last March", "2024-03-01 2024-03-31 month"),
        ("since 2020", "2020-01-01 2024-05-15 year"),
        ("2020年以来", "2020-01-01 2024-05-15 year"),
        ("next quarter", "2024-07-01 2024-09-30 quarter"),
    ],
)
def test_a_relative_date_is_resolved(text: str, wanted: str) -> None:
    assert shown(resolve_relative(text, NOW, PLAIN)) == [wanted]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("last quarter", "2024-01-01 2024-03-31 quarter"),
        ("this year", "2023-10-01 2024-09-30 year"),
        ("last fiscal year", "2022-10-01 2023-09-30 year"),
        ("last calendar year", "2023-01-01 2023-12-31 year"),
        ("Q1", "2023-10-01 2023-12-31 quarter"),
        ("去年第三季度", "2023-04-01 2023-06-30 quarter"),
        ("年初至今", "2023-10-01 2024-05-15 year"),
        ("去年同期", "2022-10-01 2023-05-15 year"),
        ("上月", "2024-04-01 2024-04-30 month"),
    ],
)
def test_quarters_and_years_obey_the_fiscal_year(text: str, wanted: str) -> None:
    assert shown(resolve_relative(text, NOW, OCTOBER)) == [wanted]


def test_the_same_period_is_the_other_range_a_year_before() -> None:
    assert shown(resolve_relative("2024年第一季度与去年同期相比", NOW, PLAIN)) == ["2023-01-01 2023-03-31 quarter"]
    found = resolve_relative("sales this quarter against the same quarter last year", NOW, PLAIN)
    assert shown(found) == ["2024-04-01 2024-06-30 quarter", "2023-04-01 2023-06-30 quarter"]


def test_a_leap_day_has_a_same_period_the_year_before() -> None:
    now = datetime(2024, 2, 29, 12, tzinfo=UTC)
    assert shown(resolve_relative("去年同期", now, PLAIN)) == ["2023-01-01 2023-02-28 year"]


def test_now_is_the_tenants_now() -> None:
    assert shown(resolve_relative("今天", NOW, Calendar("Asia/Shanghai"))) == ["2024-05-16 2024-05-16 day"]
    assert shown(resolve_relative("today", NOW, Calendar("America/New_York"))) == ["2024-05-15 2024-05-15 day"]
    new_year = datetime(2023, 12, 31, 23, 0, tzinfo=UTC)
    assert shown(resolve_relative("last year", new_year, Calendar("Asia/Tokyo"))) == ["2023-01-01 2023-12-31 year"]
    assert shown(resolve_relative("last year", new_year, PLAIN)) == ["2022-01-01 2022-12-31 year"]
    assert resolve_relative("today", NOW.replace(tzinfo=None), PLAIN) == resolve_relative("today", NOW, PLAIN)


def test_an_absolute_date_needs_no_clock() -> None:
    assert resolve_relative("2023年第三季度和Q3 2022的营收", NOW, PLAIN) == []


@pytest.mark.parametrize(
    ("zone", "month"), [("Mars/Olympus", 1), ("../etc/passwd", 1), ("", 1), ("UTC", 0), ("UTC", 13)]
)
def test_an_impossible_calendar_is_refused(zone: str, month: int) -> None:
    with pytest.raises(ValueError, match="time zone|fiscal_year_start_month"):
        Calendar(zone, month)


def test_what_is_no_time_is_not_read_as_one() -> None:
    now = datetime(2024, 5, 6, tzinfo=UTC)
    for text in (
        "What was revenue in the latest quarter?",
        "病假需要提前几天申请？",
        "Who sings Alone Again Tonight with the choir?",
    ):
        assert resolve_relative(text, now, Calendar()) == []
    assert resolve_relative("前几天发生了什么", now, Calendar())
    assert resolve_relative("Who sings tonight?", now, Calendar())


@given(st.dates(date(1000, 1, 1), date(2099, 12, 31)))
def test_a_written_day_is_read_back(day: date) -> None:
    for text in (
        day.isoformat(),
        f"{day.year}年{day.month}月{day.day}日",
        f"{day:%B} {day.day}, {day.year}",
        f"{day.day} {day:%B} {day.year}",
    ):
        assert [(each.start, each.end) for each in dates(text)] == [(day, day)]


@given(st.datetimes(datetime(1990, 1, 1), datetime(2080, 1, 1)), st.integers(1, 12))
def test_periods_meet_without_gap(now: datetime, start_month: int) -> None:
    calendar = Calendar(fiscal_year_start_month=start_month)
    for unit in ("week", "month", "quarter", "year"):
        last, this, following = (
            resolve_relative(f"{word} {unit}", now, calendar)[0] for word in ("last", "this", "next")
        )
        assert last.end + timedelta(days=1) == this.start
        assert this.end + timedelta(days=1) == following.start
        assert this.start <= now.date() <= this.end


@given(texts, st.datetimes(datetime(1, 1, 2), datetime(9998, 12, 30)), st.integers(1, 12))
def test_any_text_and_any_clock_give_ordered_spans_that_slice_the_text(text: str, now: datetime, month: int) -> None:
    for found in (dates(text), resolve_relative(text, now, Calendar("Asia/Shanghai", month))):
        for each in found:
            assert text[each.start_char : each.end_char] == each.text
            assert each.start <= each.end
        assert [each.start_char for each in found] == sorted(each.start_char for each in found)
