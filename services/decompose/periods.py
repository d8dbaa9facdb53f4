"""Times in words: "last quarter" as "Q3 2024", the year before a period, periods of a span."""

import re
from collections.abc import Iterable
from datetime import date, timedelta

from services.core.domain.question import Locale, Question, TimeRange
from services.language.lexicon.months import MONTH_NAMES
from services.language.periods import MONTHS_IN, Days, Grain, fiscal_index, fiscal_part, months, shift_days, years

_QUARTERS_ZH = "一二三四"
_PREPOSITION = re.compile(
    r"\b(?:in|for|during|of|since|until|from|by|at|on|over|within|between|before|after|as of)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_OWN_PREPOSITION = re.compile(r"^(?:(?:in|over|during|for|within|on)\s+)", re.IGNORECASE)


def named(start: date, end: date, *, locale: Locale, language: str) -> str:
    """A range as people write it: "March 2024", "Q3 2024", "FY2024", "5 March 2024", "1 May 2024 to 9 May 2024"."""
    chinese = language == "zh"
    if start == end:
        return (
            f"{start.year}年{start.month}月{start.day}日"
            if chinese
            else f"{start.day} {MONTH_NAMES[start.month - 1]} {start.year}"
        )
    if (start, end) == months(start.year, start.month):
        return f"{start.year}年{start.month}月" if chinese else f"{MONTH_NAMES[start.month - 1]} {start.year}"
    if (start, end) == years(start.year, end.year):
        return _years(start.year, end.year, chinese)
    for grain in ("year", "half", "quarter"):
        said = _fiscal((start, end), grain, locale, chinese=chinese)
        if said:
            return said
    joint = "至" if chinese else " to "
    return joint.join(named(day, day, locale=locale, language=language) for day in (start, end))


def _years(first: int, last: int, chinese: bool) -> str:
    if first == last:
        return f"{first}年" if chinese else str(first)
    return f"{first}年至{last}年" if chinese else f"{first} to {last}"


def _fiscal(days: Days, grain: Grain, locale: Locale, *, chinese: bool) -> str:
    """Name of a part of a fiscal year, or ""; of years that are no calendar years it says the months."""
    start, end = days
    first_month = locale.fiscal_year_start_month
    year, nth = fiscal_index(start, grain, first_month)
    if (start, end) != fiscal_part(year, (grain, nth), first_month):
        return ""
    if grain == "year":
        return f"{year}财年" if chinese else f"FY{year}"
    fiscal = first_month > 1
    if chinese:
        part = f"第{_QUARTERS_ZH[nth - 1]}季度" if grain == "quarter" else f"{'上下'[nth - 1]}半年"
        return f"{year}{'财年' if fiscal else '年'}{part}" + (
            f"（{start.year}年{start.month}月至{end.year}年{end.month}月）" if fiscal else ""
        )
    part = f"{'Q' if grain == 'quarter' else 'H'}{nth} {'FY' if fiscal else ''}{year}"
    span = f" ({MONTH_NAMES[start.month - 1]} {start.year} to {MONTH_NAMES[end.month - 1]} {end.year})"
    return part + (span if fiscal else "")


def with_dates(text: str, ranges: Iterable[TimeRange], *, locale: Locale, language: str) -> str:
    """The text with its relative times said absolutely: "revenue last quarter" → "revenue in Q3 2024"."""
    for time in ranges:
        at = text.lower().find(time.text.lower()) if time.relative and time.text else -1
        if at < 0:
            continue
        said = named(time.start, time.end, locale=locale, language=language)
        if " to " in said.split("(")[0] or "至" in said.split("（")[0]:
            text = _annotated(text, at + len(time.text), time, language=language)
            continue
        before, after = text[:at], text[at + len(time.text) :]
        if language != "zh":
            own = _OWN_PREPOSITION.match(time.text)
            joined = _PREPOSITION.search(before)
            before = re.sub(r"\bthe\s+$", "", before, flags=re.IGNORECASE)
            said = said if joined and not own else f"{_preposition(time)} {said}"
            said = said[0].upper() + said[1:] if not before.strip() else said
        text = f"{before}{said}{after}"
    return text


def _annotated(text: str, at: int, time: TimeRange, *, language: str) -> str:
    """A span that has no name keeps its words: "over the last three years (May 2021 to May 2024)"."""
    if language == "zh":
        span = f"（{time.start.year}年{time.start.month}月至{time.end.year}年{time.end.month}月）"
    else:
        first, last = (f"{MONTH_NAMES[day.month - 1]} {day.year}" for day in (time.start, time.end))
        span = f" ({first} to {last})"
    return f"{text[:at]}{span}{text[at:]}"


def _preposition(time: TimeRange) -> str:
    return "on" if time.start == time.end else "in"


def years_of(question: Question, most: int) -> list[str]:
    """The single years of a span of two years or more that the question names, latest first, at most `most`.

    Of a span that ends within a year, such as "the last three years", the years that are over.
    """
    for time in question.time_ranges:
        count = round((time.end - time.start + timedelta(days=1)).days / 365.25)
        if count > 1:
            last = time.end.year if (time.end.month, time.end.day) == (12, 31) else time.end.year - 1
            return [str(year) for year in range(last, last - min(count, most), -1)]
    return []


def moved(days: Days, grain: Grain, count: int) -> Days:
    """A range moved by whole periods of a grain: the year before March 2023 is March 2022."""
    start, end = days
    if grain in ("day", "week"):
        by = count * (7 if grain == "week" else 1)
        return shift_days(start, by), shift_days(end, by)
    step = count * MONTHS_IN[grain]
    length = (end.year - start.year) * 12 + end.month - start.month + 1
    if start.day == 1 and shift_days(end, 1).day == 1:
        return months(start.year, start.month + step, length)
    first, _ = months(start.year, start.month + step)
    last, limit = months(end.year, end.month + step)
    return first.replace(day=min(start.day, 28)), last.replace(day=min(end.day, limit.day))
