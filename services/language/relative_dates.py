"""Dates said from where the speaker stands in time: "last quarter", "去年同期", "past 3 months", "年初至今"."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import cast

from services.language.absolute_dates import MONTH_EN, NTH_EN, absolute_dates, number_of, without_overlaps
from services.language.lexicon.time_words import NAMED_DAYS, NAMED_YEARS, SHIFTS, UNITS, WEEKDAYS
from services.language.numerals import chinese_number, english_number
from services.language.periods import (
    Calendar,
    DateRange,
    Days,
    Grain,
    day_of,
    fiscal_index,
    fiscal_part,
    months,
    period,
    shift_days,
    shift_months,
    shifted_years,
    years,
)


@dataclass(frozen=True, slots=True)
class Clock:
    """Today, and the month in which the fiscal year starts."""

    today: date
    start_month: int


Reading = tuple[Days, Grain]
_Rule = tuple[re.Pattern[str], Callable[[re.Match[str], Clock], Reading | None]]

_COUNT_EN = (
    r"(?P<n>\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty"
    r"|thirty|sixty|ninety|couple\sof|few|several|)"
)
_COUNT_ZH = r"(?P<n>\d{1,3}|[一二两三四五六七八九十]{1,3}|半|几|数)"
_UNIT_EN = r"(?P<fiscal>fiscal\s|financial\s|calendar\s)?(?P<u>day|week|month|quarter|half[\s-]year|half|year|decade)s?"
_UNIT_ZH = r"(?P<u>天|日|周|星期|礼拜|月|季度|季|财政年度|会计年度|财年|年度|年)"
_YEAR_EN = "|".join(sorted((name for name in NAMED_YEARS if name.isascii()), key=len, reverse=True))
_YEAR_ZH = "|".join(sorted((name for name in NAMED_YEARS if not name.isascii()), key=len, reverse=True))
_DAY_EN = "|".join(sorted((name for name in NAMED_DAYS if name.isascii()), key=len, reverse=True))
_DAY_ZH = "|".join(sorted((name for name in NAMED_DAYS if not name.isascii()), key=len, reverse=True))
_PREV = "last|previous|prior|preceding|this|the\\scurrent|current|present|next|coming|upcoming|following"
_PREV_ZH = "上上个|上上|上一个|上个|上一|前一个|前一|上|这一|这个|这|本|当前|当|下一个|下个|下一|下"


_TITLE_BEFORE = re.compile(r"(?<=[a-z]\s)[A-Z][\w'’]*\s$|[A-Z][\w'’]*\s[A-Z][\w'’]*\s$")


def _number(written: str) -> int:
    low = written.strip().lower()
    if low in ("", "a", "an"):
        return 1
    if low in ("couple of", "两"):
        return 2
    if low in ("few", "several", "几", "数"):
        return 3
    value = english_number(low) if low.isascii() and not low.isdigit() else chinese_number(low)
    return int(low) if low.isdigit() else int(value or 1)


def _shifted(m: re.Match[str], clock: Clock) -> Reading | None:
    grain = _grain(m["u"])
    shift = SHIFTS[re.sub(r"^the\s", "", m["rel"].lower())]
    start = 1 if "fiscal" in m.groupdict() and (m["fiscal"] or "").lower().startswith("calendar") else clock.start_month
    return (period(clock.today, grain, shift, start_month=start), grain) if m["u"].lower() != "decade" else None


def _grain(unit: str) -> Grain:
    low = unit.lower()
    return cast(Grain, "half" if low.startswith("half") else UNITS.get(low, "year"))


def _rolling(m: re.Match[str], clock: Clock) -> Reading | None:
    """The last n: whole quarters, halves and fiscal years that have ended; the others up to today."""
    if m["n"] == "半":
        return ((shift_months(clock.today, -6), clock.today), "month") if _grain(m["u"]) == "year" else None
    count, grain = _number(m["n"]), _grain(m["u"])
    if m["u"] == "decade":
        count *= 10
    fiscal = m["u"] in ("财年", "财政年度", "会计年度") or ("fiscal" in m.groupdict() and bool(m["fiscal"]))
    if grain in ("quarter", "half") or fiscal:
        start, _ = period(clock.today, grain, -count, start_month=clock.start_month)
        _, end = period(clock.today, grain, -1, start_month=clock.start_month)
        return (start, end), grain
    return (_back(clock.today, grain, count), clock.today), grain


def _back(day: date, grain: Grain, count: int) -> date:
    if grain in ("day", "week"):
        return shift_days(day, -count * (7 if grain == "week" else 1))
    return shift_months(day, -count * {"month": 1, "quarter": 3, "half": 6, "year": 12}[grain])


def _ago(m: re.Match[str], clock: Clock) -> Reading | None:
    count, grain = _number(m["n"]), _grain(m["u"])
    if m["n"] == "半" and grain == "year":
        return period(shift_months(clock.today, -6), "month"), "month"
    if m["u"] == "decade":
        count *= 10
    if (m.groupdict().get("later") or "").lower() in ("from now", "later", "后"):
        count = -count
    return period(clock.today, grain, -count, start_month=clock.start_month), grain


def _named_year(m: re.Match[str], clock: Clock) -> Reading | None:
    return period(clock.today, "year", NAMED_YEARS[_plain(m["year"])], start_month=clock.start_month), "year"


def _plain(words: str) -> str:
    return re.sub(r"['’]s$", "", re.sub(r"\s+", " ", words.lower()))


def _part_of_year(m: re.Match[str], clock: Clock) -> Reading | None:
    """A quarter, half, month or day of a named year; without one, of the current year, or of the last if that has not
    begun.
    """
    named = m.groupdict().get("year")
    shift = NAMED_YEARS[_plain(named)] if named else 0
    found = _read_part(m, clock, shift)
    if found and not named and found[0][0] > clock.today:
        return _read_part(m, clock, -1)
    return found


def _read_part(m: re.Match[str], clock: Clock, shift: int) -> Reading | None:
    parts = m.groupdict()
    fiscal_year = fiscal_index(clock.today, "year", clock.start_month)[0] + shift
    for group, grain in (("q", "quarter"), ("h", "half")):
        if parts.get(group):
            return fiscal_part(fiscal_year, (cast(Grain, grain), number_of(parts[group])), clock.start_month), cast(
                Grain, grain
            )
    month, year = number_of(parts["m"]), clock.today.year + shift
    if parts.get("d"):
        day = day_of(year, month, number_of(parts["d"]))
        return ((day, day), "day") if day else None
    return (months(year, month), "month") if 1 <= month <= 12 else None


def _last_named_month(m: re.Match[str], clock: Clock) -> Reading | None:
    month = number_of(m["m"])
    year = clock.today.year
    if m["rel"].lower() == "last":
        year -= month >= clock.today.month
    elif m["rel"].lower() == "next":
        year += month <= clock.today.month
    return months(year, month), "month"


def _day_of_month(m: re.Match[str], clock: Clock) -> Reading | None:
    first, _ = period(clock.today, "month", SHIFTS[m["rel"]])
    day = day_of(first.year, first.month, number_of(m["d"]))
    return ((day, day), "day") if day else None


def _weekday(m: re.Match[str], clock: Clock) -> Reading | None:
    wanted = WEEKDAYS[m["w"].lower()[:3]]
    monday = shift_days(clock.today, -clock.today.weekday())
    day = shift_days(monday, 7 * SHIFTS[m["rel"].lower()] + wanted)
    return (day, day), "day"


def _named_day(m: re.Match[str], clock: Clock) -> Reading | None:
    day = shift_days(clock.today, NAMED_DAYS[_plain(m["day"])])
    return (day, day), "day"


def _to_date(m: re.Match[str], clock: Clock) -> Reading | None:
    said = m.group().lower()
    grain: Grain = (
        "quarter"
        if "quarter" in said or "季" in said or said == "qtd"
        else "month"
        if "month" in said or "月" in said or said == "mtd"
        else "year"
    )
    grain = "week" if "week" in said or "周" in said else grain
    return (period(clock.today, grain, 0, start_month=clock.start_month)[0], clock.today), grain


def _latest(m: re.Match[str], clock: Clock) -> Reading | None:
    grain = _grain(m["u"])
    return period(clock.today, grain, -1, start_month=clock.start_month), grain


def _since(m: re.Match[str], clock: Clock) -> Reading | None:
    year = int(m["y"])
    first, _ = months(year, number_of(m["m"])) if m["m"] else years(year, year)
    return ((first, clock.today), "month" if m["m"] else "year") if first <= clock.today else None


_SAME = re.compile(
    r"(?:the\s)?(?:same|corresponding|comparable|equivalent|year[\s-]ago|prior[\s-]year"
    r"|previous[\s-]year)\s(?P<u>period|quarter|month|time|half|week)"
    r"(?:(?:\s(?:of|in|from))?\s(?:the\s)?(?:last|previous|prior|preceding)\s(?:fiscal\s)?year|\s(?:a"
    r"|one)\syear\s(?:ago|earlier|before))?"
    r"|(?:a|one)\syear\s(?:earlier|before)|(?P<zh>(?:去年|上年|上一年度?|上年度|前一年)(?:的)?同(?:期"
    r"|季度?|月)|前年同期)",
    re.I,
)

_RULES: tuple[_Rule, ...] = tuple(
    (re.compile(pattern, re.I), read)
    for pattern, read in (
        (
            rf"\b(?:the\s)?(?P<rel>{_PREV})\s{_UNIT_EN.removesuffix('s?')}\b(?!\s(?:to\sdate|ago|before\slast"
            rf"|so\sfar))", _shifted),
        (
            rf"\b(?:(?:in|over|during|for|within)\s)?(?:the\s)?(?:last|past|previous|preceding|recent"
            rf"|most\srecent|trailing)\s{_COUNT_EN}\s{_UNIT_EN}\b", _rolling),
        (r"\b(?:the\s)?past\s(?P<n>)(?P<fiscal>fiscal\s)?(?P<u>year|quarter|month|week|day|decade)\b", _rolling),
        (r"\b(?:the\s)?last\s(?P<n>)(?P<u>decade)\b", _rolling),
        (rf"\b{_COUNT_EN}\s{_UNIT_EN}\s(?P<later>ago|earlier|back|from\snow)\b", _ago),
        (rf"\b(?P<year>{_YEAR_EN})(?:['’]s)?\b(?!\s(?:to\sdate|so\sfar))", _named_year),
        (
            r"\b(?:year[\s-]to[\s-]date|ytd|mtd|qtd|(?:month|quarter|week)[\s-]to[\s-]date|(?:so\sfar"
            r"|thus\sfar)\sthis\s(?:fiscal\s)?(?:year|month|quarter|week)"
         r"|this\s(?:fiscal\s)?(?:year|quarter|month|week)\s(?:so\sfar|to\sdate)|since\sthe\s(?:beginning"
             r"|start)\sof\s(?:the|this)\s(?:year|quarter|month))\b", _to_date),
        (rf"\b(?:the\s)?(?P<day>{_DAY_EN})\b", _named_day),
        (
            # "The latest quarter" is the newest that a document reports, whatever today is.
            r"\b(?:the\s)?(?:most\srecently\scompleted|last\scompleted|last\sfull)\s"
            r"(?:fiscal\s)?(?P<u>quarter|year|month|half)\b", _latest),
        (
            rf"\b(?:the\s)?(?P<q>{NTH_EN})[\s-](?:fiscal\s)?quarter(?:\s(?:of"
            rf"|in))?\s(?:the\s)?(?P<year>{_YEAR_EN})\b", _part_of_year),
        (rf"\b(?P<year>{_YEAR_EN})(?:['’]s)?\s(?P<q>{NTH_EN})[\s-]quarter\b", _part_of_year),
        (rf"\bQ(?P<q>[1-4])(?:\s(?:of|in))?\s(?:the\s)?(?P<year>{_YEAR_EN})\b", _part_of_year),
        (rf"\b(?:the\s)?(?P<h>first|second)[\s-]half(?:\s(?:of|in))?\s(?:the\s)?(?P<year>{_YEAR_EN})\b", _part_of_year),
        (
            rf"\b(?P<m>{MONTH_EN})(?:\s(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?)?(?:\s(?:of"
            rf"|in))?\s(?P<year>{_YEAR_EN})\b", _part_of_year),
        (rf"\b(?:the\s)?(?P<q>{NTH_EN})[\s-](?:fiscal\s)?quarter\b(?!\s?(?:of\s)?(?:fiscal\s)?\d{{4}})", _part_of_year),
        (r"\bQ(?P<q>[1-4])\b(?!\s?(?:of\s)?(?:fiscal\s|FY)?'?\d{2})", _part_of_year),
        (rf"\b(?P<rel>last|this|next)\s(?P<m>{MONTH_EN})(?!\s\d{{4}})", _last_named_month),
        (
            r"\b(?:on\s)?(?P<rel>last|this|next)\s(?P<w>monday|tuesday|wednesday|thursday|friday|saturday"
            r"|sunday)\b", _weekday),
        (rf"\bsince\s(?:(?P<m>{MONTH_EN})\s)?(?P<y>(?:19|20)\d{{2}})\b", _since),
        (rf"(?P<rel>{_PREV_ZH})(?:个)?{_UNIT_ZH}(?!份?以来|初|半|同期|[一二三四五六日天](?!.?季))", _shifted),
        (rf"(?:在)?(?:最近|近|过去|过往|(?<!提)前)(?:的)?{_COUNT_ZH}个?{_UNIT_ZH}(?:间|内|以来|来|里)?", _rolling),
        (rf"(?<!第)(?<![近去]){_COUNT_ZH}个?{_UNIT_ZH}(?:以|之)?前", _ago),
        (rf"(?P<year>{_YEAR_ZH})(?:全年|度|底|年底|年末|初|年初)?", _named_year),
        (
            r"年初(?:至今|以来|到现在|迄今)|今年(?:以来|至今|迄今|年初至今)|本年(?:以来|至今)|(?:本月|月初"
            r"|本季度?|季初|本周)(?:以来|至今)", _to_date),
        (rf"(?P<day>{_DAY_ZH})", _named_day),
        (r"(?:最近一|最近一个|最近的一个)(?P<u>季度|财年|财季|季)", _latest),
        (rf"(?:(?P<year>{_YEAR_ZH})(?:的)?)(?:第)?(?P<q>[一二三四1-4])个?季度?", _part_of_year),
        (rf"(?P<year>{_YEAR_ZH})(?:的)?Q(?P<q>[1-4])", _part_of_year),
        (rf"(?:(?P<year>{_YEAR_ZH})(?:的)?)(?P<h>[上下])半年", _part_of_year),
        (
            rf"(?:(?P<year>{_YEAR_ZH})(?:的)?)(?P<m>\d{{1,2}}|[一二三四五六七八九十]{{1,2}})月(?:份"
            rf"|(?P<d>\d{{1,2}}|[一二三四五六七八九十]{{1,3}})[日号])?", _part_of_year),
        (r"(?<![年度\d])(?:第)?(?P<q>[一二三四])个?季度", _part_of_year),
        (r"(?<![年度])(?P<h>[上下])半年", _part_of_year),
        (r"(?P<rel>上个|上|本|这个|下个|下)月(?P<d>\d{1,2}|[一二三四五六七八九十]{1,3})[日号]", _day_of_month),
        (r"(?P<rel>上上|上个|上|本|这|下个|下)(?:周|星期|礼拜)(?P<w>[一二三四五六日天])", _weekday),
        (r"(?:自|从)?(?P<y>(?:19|20)\d{2})年(?:(?P<m>\d{1,2})月)?(?:以来|至今|起至今)", _since),
    )
)  # fmt: skip


def resolve_relative(text: str, now: datetime, calendar: Calendar) -> list[DateRange]:
    """Ranges of the phrases that need a clock, in order of appearance, not overlapping.

    `now` is moved to the tenant's zone first (a naive one is UTC). Quarters, halves and years, fiscal or not, begin
    with the tenant's fiscal year; "calendar year" does not. "Last month" is the whole month before; "past 3 months"
    ends today; "past 2 quarters" are the last two that ended. "Same period last year" is the other range of the text
    a year earlier, or this year to date a year earlier.
    """
    clock = Clock(calendar.today(now), calendar.fiscal_year_start_month)
    absolute = absolute_dates(text, calendar)
    same = list(_SAME.finditer(text))
    found = [
        each
        for each in without_overlaps(list(_readings(text, clock)))
        if not any(each.start_char < m.end() and each.end_char > m.start() for m in same)
    ]
    found = [each for each in found if not _inside_absolute(each, absolute)]
    result = [*found]
    for match in same:
        others = [each for each in (*found, *absolute) if each.end_char <= match.start()] or [*found, *absolute]
        result.append(_same_period(match, others, clock))
    return sorted(result, key=lambda one: one.start_char)


def _readings(text: str, clock: Clock) -> Iterator[DateRange]:
    for pattern, read in _RULES:
        for match in pattern.finditer(text):
            reading = None if _in_title(text, match) else read(match, clock)
            if reading:
                (start, end), grain = reading
                yield DateRange(start, end, match.group(), match.start(), match.end(), grain)


def _in_title(text: str, match: re.Match[str]) -> bool:
    """Whether capitals make the phrase part of a name: "Home Alone Tonight", but not "Revenue Last Quarter"."""
    if not match.group()[0].isupper() or text.istitle() or text.isupper():
        return False
    return _TITLE_BEFORE.search(text[max(0, match.start() - 60) : match.start()]) is not None


def _inside_absolute(each: DateRange, absolute: list[DateRange]) -> bool:
    """Whether an absolute date in the text already holds the phrase ("第三季度" in "2023年第三季度")."""
    return any(other.start_char <= each.start_char and each.end_char <= other.end_char for other in absolute)


def _same_period(match: re.Match[str], others: list[DateRange], clock: Clock) -> DateRange:
    count = -2 if (match["zh"] or "").startswith("前年") else -1
    said = (match["u"] or match["zh"] or "").lower()
    if others:
        base = others[-1]
    else:
        grain: Grain = next((g for key, g in _SAME_GRAINS.items() if key in said), "year")
        start, end = period(clock.today, grain, 0, start_month=clock.start_month)
        base = DateRange(start, clock.today if grain == "year" else end, "", 0, 0, grain)
    return replace(shifted_years(base, count), text=match.group(), start_char=match.start(), end_char=match.end())


_SAME_GRAINS: dict[str, Grain] = {
    "quarter": "quarter",
    "month": "month",
    "half": "half",
    "week": "week",
    "季": "quarter",
    "同月": "month",
}
