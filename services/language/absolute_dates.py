"""Dates that say their own year, in English, Chinese and mixed text."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from services.language.numerals import chinese_number
from services.language.periods import Calendar, DateRange, Days, Grain, day_of, fiscal_part, months, years

_MONTH_NAMES = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_SHORT = {name[:3]: number for number, name in enumerate(_MONTH_NAMES, start=1)}
MONTH_EN = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
NTH_EN = r"first|second|third|fourth|1st|2nd|3rd|4th|[1-4]"
_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "上": 1, "下": 2, "一": 1, "二": 2, "三": 3, "四": 4}
_Y = r"(?P<y>1\d{3}|20\d{2}|21\d{2})"
_B, _E = r"(?<![\w.,/-])", r"(?![\w/]|[.,-]\d)"
_ZD = "[零〇一二三四五六七八九十廿卅]"
_ZY = r"(?P<y>(?<!\d)(?:1\d{3}|20\d{2}|21\d{2})|[一二][零〇一二三四五六七八九]{3})\s?年"
_ZM = rf"(?P<m>\d{{1,2}}|{_ZD}{{1,3}})\s?月份?"
_ZDAY = rf"(?P<d>\d{{1,2}}|{_ZD}{{1,3}})\s?[日号號]"
_DASH = r"\s*(?:-|–|—|~|～|至|到|to|through|until)\s*"
_FISCAL = r"(?:fiscal\s(?:year\s)?|FY\s?'?)"

Reading = tuple[Days, Grain]
_Reader = Callable[[re.Match[str], Calendar], Reading | None]
_Rule = tuple[re.Pattern[str], _Reader, str]


def number_of(written: str) -> int:
    """1 for "1", "一", "first", "1st", "jan", "March", "上"."""
    low = written.strip().lower().rstrip(".")
    if low in _NTH:
        return _NTH[low]
    if low[:3] in _SHORT:
        return _SHORT[low[:3]]
    digits = re.match(r"\d+", low)
    if digits:
        return int(digits.group())
    value = chinese_number(low)
    return int(value) if value is not None else 0


def _day(m: re.Match[str], _: Calendar) -> Reading | None:
    found = day_of(_year(m), number_of(m["m"]), number_of(m["d"]))
    return ((found, found), "day") if found else None


def _us_day(m: re.Match[str], _: Calendar) -> Reading | None:
    first, second = int(m["a"]), int(m["b"])
    found = day_of(_year(m), first, second) or day_of(_year(m), second, first)
    return ((found, found), "day") if found else None


def _month(m: re.Match[str], _: Calendar) -> Reading | None:
    month = number_of(m["m"])
    return (months(_year(m), month), "month") if 1 <= month <= 12 else None


def _months(m: re.Match[str], _: Calendar) -> Reading | None:
    first, last = number_of(m["m"]), number_of(m["n"])
    return (months(_year(m), first, last - first + 1), "month") if 1 <= first < last <= 12 else None


def _quarter(m: re.Match[str], calendar: Calendar) -> Reading | None:
    return fiscal_part(_year(m), ("quarter", number_of(m["q"])), calendar.fiscal_year_start_month), "quarter"


def _half(m: re.Match[str], calendar: Calendar) -> Reading | None:
    return fiscal_part(_year(m), ("half", number_of(m["h"])), calendar.fiscal_year_start_month), "half"


def _fiscal(m: re.Match[str], calendar: Calendar) -> Reading | None:
    return fiscal_part(_year(m), ("year", 1), calendar.fiscal_year_start_month), "year"


def _one_year(m: re.Match[str], _: Calendar) -> Reading | None:
    return years(_year(m), _year(m)), "year"


def _bare_year(m: re.Match[str], calendar: Calendar) -> Reading | None:
    """A year without a word that says so; far from now and right behind a name it is part of that: Neon Harbor 2088."""
    named = _NAME_BEFORE.search(m.string, max(0, m.start() - 24), m.start())
    return None if named and _year(m) > _LAST_NEAR_YEAR else _one_year(m, calendar)


def _years(m: re.Match[str], _: Calendar) -> Reading | None:
    first, last = _year(m), int(m["z"])
    if len(m["z"]) == 2:
        last += first // 100 * 100
    return (years(first, last), "year") if first < last <= first + 300 else None


def _first_months(m: re.Match[str], calendar: Calendar) -> Reading | None:
    count = {"three": 3, "six": 6, "nine": 9}.get(m["c"].lower()) or number_of(m["c"])
    first, _ = fiscal_part(_year(m), ("month", 1), calendar.fiscal_year_start_month)
    return (months(first.year, first.month, count), "month") if 1 <= count <= 12 else None


def _decade(m: re.Match[str], _: Calendar) -> Reading | None:
    first = number_of(m["y"]) // 10 * 10
    return years(first, first + 9), "year"


def _century_decade(m: re.Match[str], _: Calendar) -> Reading | None:
    first = (number_of(m["c"]) - 1) * 100 + number_of(m["e"].replace("年", ""))
    return (years(first, first + 9), "year") if 0 < first < 2200 else None


def _century(m: re.Match[str], _: Calendar) -> Reading | None:
    number = number_of(m["c"])
    return (years(number * 100 - 99, number * 100), "year") if 1 <= number <= 22 else None


def _year(m: re.Match[str]) -> int:
    written = m["y"].lstrip("'")
    value = number_of(written) if not written.isdigit() or not written.isascii() else int(written)
    return value + (2000 if value < 70 else 1900) if value < 100 else value


_LAST_NEAR_YEAR = 2060
_NAME_BEFORE = re.compile(r"\b(?!(?:In|By|Until|Till|Since|For|During|From|To|Of|And|Year|The)\s)[A-Z][\w'’-]*\s$")
# What a text must hold before the rules that need it are tried: most texts hold few of these, and each scan costs.
_GATES: dict[str, re.Pattern[str]] = {
    "month": re.compile("jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec", re.I),
    "quarter": re.compile(r"quarter|q\s?'?\d|\dq", re.I),
    "half": re.compile(r"half|h[12]|[12]h", re.I),
    "fiscal": re.compile(r"f[yi]|cy|months\sof", re.I),
    "slash": re.compile(r"\d/\d"),
    "century": re.compile(r"century|0'?s\b", re.I),
}


def _gate(pattern: str, read: _Reader) -> str:
    if MONTH_EN in pattern:
        return "month"
    by_reader: dict[_Reader, str] = {
        _quarter: "quarter",
        _half: "half",
        _fiscal: "fiscal",
        _first_months: "fiscal",
        _us_day: "slash",
    }
    return by_reader.get(read, "century" if read in (_century, _decade) else "")


_LATIN: tuple[_Rule, ...] = tuple(
    (re.compile(pattern, re.I), read, _gate(pattern, read))
    for pattern, read in (
        (
            rf"(?<![\d./-]){_Y}(?P<s>[-/.])(?P<m>\d{{1,2}})(?P=s)(?P<d>\d{{1,2}})(?![\d/-]"
            rf"|\.\d)(?:T\d{{2}}:\d{{2}}(?::\d{{2}})?Z?)?",
            _day,
        ),
        (rf"(?<![\d./-])(?P<a>\d{{1,2}})[/](?P<b>\d{{1,2}})[/]{_Y}(?!\d)", _us_day),
        (rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:\sday)?(?:\sof)?[\s-](?P<m>{MONTH_EN})[,\s-]\s?{_Y}(?!\d)", _day),
        (rf"\b(?P<m>{MONTH_EN})\s?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:,\s?|\s)(?:of\s)?{_Y}(?!\d)", _day),
        (rf"\b(?P<m>{MONTH_EN})(?:{_DASH}|\sand\s)(?P<n>{MONTH_EN})(?:\sof)?,?\s{_Y}(?!\d)", _months),
        (rf"\b(?P<m>{MONTH_EN})(?:\sof|\sin)?,?[\s-]?'?{_Y}(?!\d)", _month),
        (rf"{_B}(?:{_FISCAL})?{_Y}[\s-]?Q(?P<q>[1-4])\b", _quarter),
        (
            rf"\bQ(?P<q>[1-4])(?:\s?(?:of|in))?[\s,-]?\s?(?:the\s)?{_FISCAL}?(?P<y>(?:19|20)\d{{2}}"
            rf"|'?\d{{2}})(?![\d%])",
            _quarter,
        ),
        (r"\b(?P<q>[1-4])Q\s?'?(?P<y>(?:20)?\d{2})\b", _quarter),
        (
            rf"\b(?P<q>{NTH_EN})[\s-](?:fiscal\s)?quarter(?:\s(?:of|in"
            rf"|for))?,?\s(?:the\s)?(?:year\s)?{_FISCAL}?{_Y}(?!\d)",
            _quarter,
        ),
        (rf"{_Y}(?:'s)?\s(?P<q>{NTH_EN})[\s-]quarter\b", _quarter),
        (rf"\bH(?P<h>[12])(?:\s?of)?[\s-]?\s?{_FISCAL}?(?P<y>(?:19|20)\d{{2}}|'?\d{{2}})(?![\d%])", _half),
        (rf"{_B}{_Y}[\s-]?H(?P<h>[12])\b", _half),
        (r"\b(?P<h>[12])H\s?'?(?P<y>(?:20)?\d{2})\b", _half),
        (rf"\b(?P<h>first|second)[\s-]half(?:\s(?:of|in))?,?\s(?:the\s)?(?:year\s)?{_FISCAL}?{_Y}(?!\d)", _half),
        (rf"\bfirst\s(?P<c>three|six|nine|\d{{1,2}})\smonths\sof\s{_FISCAL}?{_Y}(?!\d)", _first_months),
        (r"\b(?:FY|CY)\s?'?(?P<y>(?:19|20)\d{2}|\d{2})(?!\d)", _fiscal),
        (rf"\b(?:fiscal|financial)(?:\syear)?\s{_Y}(?!\d)", _fiscal),
        (rf"{_B}{_Y}\s(?:fiscal|financial)\syear\b", _fiscal),
        (
            rf"\b(?:(?:from|between)\s)?(?<![\d.,$€£¥/-]){_Y}(?:{_DASH}|(?<=\d)\sand\s)(?P<z>(?:1[0-9]"
            rf"|2[01])\d{{2}}|\d{{2}}(?=\b))(?![\d%.,/-]\d|\d|年|%)",
            _years,
        ),
        (r"(?<![\d.,$€£¥])(?P<y>(?:1\d|20)\d0)'?s\b", _decade),
        (r"\b(?P<c>\d{1,2})(?:st|nd|rd|th)[\s-]century\b", _century),
        (
            r"(?<![\d.,$€£¥/#-])(?<![A-Za-z])(?P<y>1[89]\d{2}|20\d{2}|(?<=\bin\s)1[0-7]\d{2})"
            r"(?![\d/%A-Za-z]|[.,-]\d|\s?[%年月元万亿人家个]"
            r"|\s(?:million|billion|thousand|percent|people|employees|dollars|yuan|km|kg|metres|meters|miles"
            r"|feet|units|shares)\b)",
            _bare_year,
        ),
    )
)

_WIDE: tuple[_Rule, ...] = tuple(
    (re.compile(pattern), read, "")
    for pattern, read in (
        (rf"{_ZY}\s?{_ZM}\s?{_ZDAY}", _day),
        (rf"(?<!\d)(?P<y>[0-4]\d)年{_ZM}{_ZDAY}", _day),
        (
            rf"{_ZY}\s?(?P<m>\d{{1,2}}|{_ZD}{{1,3}})月?(?:{_DASH}|、|和)(?P<n>\d{{1,2}}"
            rf"|{_ZD}{{1,3}})月份?(?!\s?\d{{1,2}}[日号])",
            _months,
        ),
        (rf"{_ZY}(?:的)?\s?{_ZM}", _month),
        (rf"(?<!\d)(?P<y>[0-4]\d)年{_ZM}", _month),
        (rf"{_ZY}度?(?:的)?\s?(?:第)?(?P<q>[一二三四1-4])\s?个?季度?", _quarter),
        (rf"{_ZY}度?\s?Q(?P<q>[1-4])", _quarter),
        (rf"{_ZY}度?(?:的)?\s?(?P<h>[上下])半(?:年度?|财年)", _half),
        (rf"{_ZY}度?\s?H(?P<h>[12])", _half),
        (rf"{_ZY}前(?P<c>[三六九369])个?(?:月|季)", _first_months),
        (r"(?<!\d)(?P<y>(?:1\d|20)\d{2})\s?财政?年度?", _fiscal),
        (
            rf"(?:从|自)?(?<!\d)(?P<y>(?:1\d|20|21)\d{{2}})\s?年?(?:{_DASH}|和)(?P<z>(?:1\d|20"
            rf"|21)\d{{2}})\s?年(?!\s?\d{{1,2}}月)",
            _years,
        ),
        (
            r"(?P<c>\d{1,2}|[一二]?十?[一二三四五六七八九十])世纪(?P<e>[1-9一二三四五六七八九][0十])年代",
            _century_decade,
        ),
        (r"(?P<c>\d{1,2}|[一二]?十?[一二三四五六七八九十])世纪(?!\d)", _century),
        (r"(?<!\d)(?P<y>(?:1\d|20)\d0)年代", _decade),
        (rf"(?<!前){_ZY}(?:度|底|末|初|间|内|全年)?", _one_year),
    )
)
_TRAILING_DAY = re.compile(rf"(?:{_DASH})(?:(?P<m>\d{{1,2}})\s?月)?(?P<d>\d{{1,2}})\s?[日号]")
_JOIN = re.compile(_DASH, re.I)
_JOIN_AND = re.compile(r"\s+and\s+|和|与")
_HAS_DIGIT = re.compile("\\d")
_HAS_WIDE = re.compile("[年世]")


def absolute_dates(text: str, calendar: Calendar) -> list[DateRange]:
    """Ranges in order of appearance, not overlapping; two dates joined by "to", "至" or a dash become one range."""
    found: list[DateRange] = []
    if _HAS_WIDE.search(text):
        found.extend(_scan(text, _WIDE, calendar))
    if _HAS_DIGIT.search(text):
        found.extend(_scan(text, _LATIN, calendar))
    return _joined(text, without_overlaps(found))


def _scan(text: str, rules: tuple[_Rule, ...], calendar: Calendar) -> Iterator[DateRange]:
    open_gates = {""} | {name for name, cue in _GATES.items() if cue.search(text)}
    for pattern, read, gate in rules:
        for match in pattern.finditer(text) if gate in open_gates else ():
            reading = read(match, calendar)
            if reading:
                (start, end), grain = reading
                yield DateRange(start, end, match.group(), match.start(), match.end(), grain)


def without_overlaps(found: list[DateRange]) -> list[DateRange]:
    """Where ranges overlap in the text the longer wins, then the earlier found; the rest in order."""
    taken: list[DateRange] = []
    for each in sorted(found, key=lambda one: one.start_char - one.end_char):
        if all(each.end_char <= other.start_char or each.start_char >= other.end_char for other in taken):
            taken.append(each)
    return sorted(taken, key=lambda one: one.start_char)


def _joined(text: str, found: list[DateRange]) -> list[DateRange]:
    joined: list[DateRange] = []
    for each in found:
        last = joined[-1] if joined else None
        if last and each.start > last.start and _connects(text, last, each):
            joined[-1] = _span(text, last, each)
        else:
            joined.append(each)
    return [_with_trailing_day(text, each) for each in joined]


def _connects(text: str, last: DateRange, each: DateRange) -> bool:
    between = text[last.end_char : each.start_char]
    if _JOIN.fullmatch(between):
        return True
    before = text[max(0, last.start_char - 9) : last.start_char].lower()
    return bool(_JOIN_AND.fullmatch(between)) and (
        "between " in before or "在" in before and "之间" in text[each.end_char : each.end_char + 2]
    )


def _span(text: str, first: DateRange, last: DateRange) -> DateRange:
    said = text[first.start_char : last.end_char]
    return replace(first, end=max(first.end, last.end), text=said, end_char=last.end_char, grain=last.grain)


def _with_trailing_day(text: str, found: DateRange) -> DateRange:
    """ "2023年1月1日至3月31日": the second date borrows the year."""
    tail = _TRAILING_DAY.match(text, found.end_char) if found.grain == "day" else None
    if not tail:
        return found
    end = day_of(found.start.year, int(tail["m"] or found.start.month), int(tail["d"]))
    if not end or end < found.start:
        return found
    return replace(found, end=end, text=text[found.start_char : tail.end()], end_char=tail.end())
