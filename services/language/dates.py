"""Dates of English, Chinese and mixed text: those that say their year, and those that need a clock."""

from services.language.absolute_dates import absolute_dates
from services.language.periods import Calendar, DateRange, Grain
from services.language.relative_dates import resolve_relative

__all__ = ["Calendar", "DateRange", "Grain", "dates", "resolve_relative"]

_PLAIN_CALENDAR = Calendar()


def dates(text: str, calendar: Calendar = _PLAIN_CALENDAR) -> list[DateRange]:
    """Absolute dates and ranges in order of appearance ("5 May 2020", "2023年第三季度", "FY2022", "2019-2021").

    Quarters, halves and fiscal years follow the calendar's fiscal year; the default is the calendar year. Slashed
    dates are read month first where both readings exist.
    """
    return absolute_dates(text, calendar)
