"""Calendar periods: ranges of days with a grain, and their arithmetic under a fiscal year."""

import calendar as month_lengths
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

Grain = Literal["day", "week", "month", "quarter", "half", "year"]

MONTHS_IN: dict[str, int] = {"month": 1, "quarter": 3, "half": 6, "year": 12}
FIRST_YEAR, LAST_YEAR = 1, 9998


@dataclass(frozen=True, slots=True)
class DateRange:
    """Days `start` to `end`, both included, as said by `text[start_char:end_char]`; `grain` is the unit in which it
    was said.
    """

    start: date
    end: date
    text: str
    start_char: int
    end_char: int
    grain: Grain


@dataclass(frozen=True, slots=True)
class Calendar:
    """A tenant's clock. Raises ValueError for an unknown IANA time zone or a month outside 1-12.

    A fiscal year is named by the calendar year in which it ends: with `fiscal_year_start_month=10`, fiscal 2024 is
    2023-10-01 to 2024-09-30.
    """

    time_zone: str = "UTC"
    fiscal_year_start_month: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.fiscal_year_start_month <= 12:
            raise ValueError(f"fiscal_year_start_month must be 1-12, not {self.fiscal_year_start_month}")
        _zone(self.time_zone)

    def today(self, now: datetime) -> date:
        """The tenant's day at `now`; a naive `now` is UTC."""
        aware = now if now.tzinfo else now.replace(tzinfo=UTC)
        return aware.astimezone(_zone(self.time_zone)).date()


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"unknown time zone {name!r}") from error


Days = tuple[date, date]


def day_of(year: int, month: int, day: int) -> date | None:
    """The date, or None when there is no such day."""
    if not (FIRST_YEAR <= year <= LAST_YEAR and 1 <= month <= 12):
        return None
    return date(year, month, day) if 1 <= day <= month_lengths.monthrange(year, month)[1] else None


def months(year: int, month: int, count: int = 1) -> Days:
    """`count` whole months from a month on; months outside 1-12 roll over into other years."""
    first = _month_start(year * 12 + month - 1)
    after = _month_start(year * 12 + month - 1 + count)
    return first, after - timedelta(days=1)


def _month_start(index: int) -> date:
    index = min(max(index, FIRST_YEAR * 12), LAST_YEAR * 12 + 11)
    return date(index // 12, index % 12 + 1, 1)


def years(first: int, last: int) -> Days:
    """Whole calendar years."""
    return months(first, 1)[0], months(last, 12)[1]


def fiscal_year_of(day: date, start_month: int) -> int:
    """The name of the fiscal year that holds a day (the year in which it ends)."""
    return day.year + 1 if start_month > 1 and day.month >= start_month else day.year


def fiscal_part(year: int, part: tuple[Grain, int], start_month: int) -> Days:
    """The nth (from 1) quarter, half or month-sized part of a fiscal year; n outside the year rolls over."""
    grain, nth = part
    first_year = year if start_month == 1 else year - 1
    size = MONTHS_IN[grain]
    return months(first_year, start_month + (nth - 1) * size, size)


def fiscal_index(day: date, grain: Grain, start_month: int) -> tuple[int, int]:
    """Fiscal year and number (from 1) of the quarter, half or year that holds a day."""
    return fiscal_year_of(day, start_month), (day.month - start_month) % 12 // MONTHS_IN[grain] + 1


def period(day: date, grain: Grain, shift: int = 0, *, start_month: int = 1) -> Days:
    """The period of a grain that holds `day`, moved by `shift` periods. Weeks begin on Monday; quarters, halves and
    years are fiscal.
    """
    if grain == "day":
        moved = shift_days(day, shift)
        return moved, moved
    if grain == "week":
        monday = shift_days(day, 7 * shift - day.weekday())
        return monday, shift_days(monday, 6)
    if grain == "month":
        return months(day.year, day.month + shift)
    year, nth = fiscal_index(day, grain, start_month)
    return fiscal_part(year, (grain, nth + shift), start_month)


def shift_days(day: date, count: int) -> date:
    """A day moved, held inside the years Python knows."""
    ordinal = min(max(day.toordinal() + count, date.min.toordinal()), date(LAST_YEAR, 12, 31).toordinal())
    return date.fromordinal(ordinal)


def shift_months(day: date, count: int) -> date:
    """A day moved by months; the 31st becomes the last day of a shorter month."""
    first = _month_start(day.year * 12 + day.month - 1 + count)
    return first.replace(day=min(day.day, month_lengths.monthrange(first.year, first.month)[1]))


def shifted_years(found: DateRange, count: int) -> DateRange:
    """The same range some years away; the end of February stays the end of February."""
    start = shift_months(found.start, 12 * count)
    end = shift_months(found.end, 12 * count)
    if shift_days(found.end, 1).day == 1:
        end = end.replace(day=month_lengths.monthrange(end.year, end.month)[1])
    return replace(found, start=start, end=end)
