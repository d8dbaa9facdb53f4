"""Two or more periods that an English question sets side by side: "from 2018 to 2019", "in Q1 2020 and Q1 2019"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?"
)
_YEAR = r"(?:19|20)\d{2}"
_ONE = (
    rf"(?:{_YEAR}\s?[-–]\s?{_YEAR}|(?:FY|CY)\s?['’]?\d{{2,4}}|(?:Q[1-4]|H[12])\s?(?:FY\s?)?['’]?\d{{2,4}}"
    rf"|(?:{_MONTH}\s+\d{{1,2}},?\s+|\d{{1,2}}\s+{_MONTH}\s+|{_MONTH}\s+)?{_YEAR})(?![\d%])"
)
_LEAD = (
    r"(?:(?:between|from|for|in|during|over|of|at|as at|as of|across)\s+)?(?:both\s+)?(?:the\s+)?(?:periods?\s+)?"
    r"(?:(?:fiscal|financial|calendar)\s+)?(?:years?\s+)?(?:end(?:ed|ing)\s+)?"
)
_JOINT = (
    r"\s*(?:,\s*(?:and\s+|or\s+)?|\s(?:and|to|or|through|until|from|versus|vs\.?|over|against|compared\s+(?:to|with)"
    r"|relative\s+to|as\s+compared\s+(?:to|with))\s+)(?:in\s+|for\s+)?(?:the\s+)?"
    r"(?:(?:fiscal|financial|calendar)\s+)?(?:years?\s+)?(?:end(?:ed|ing)\s+)?"
)
_PERIODS = re.compile(
    rf"\s*(?P<all>\b{_LEAD}(?P<first>{_ONE})(?:(?P<joint>{_JOINT}){_ONE})+)(?:\s+(?:fiscal\s+)?years?(?:[- ]ends?)?\b)?"
    r"(?:,?\s+respectively)?",
    re.IGNORECASE,
)
_RANGE = re.compile(
    rf"\s*\b(?:for|over|in|during|across|of|from)\s+(?:the\s+)?(?:(?:two|three|four|2|3|4)[- ]year\s+)?"
    r"(?:periods?\s+|years?\s+)?"
    rf"(?:of\s+|from\s+)?(?P<first>{_YEAR})\s?[-–]\s?(?P<last>{_YEAR})\b",
    re.IGNORECASE,
)
_LONGEST_SPAN = 3
_EACH = re.compile(_ONE, re.IGNORECASE)
_BACKWARDS = re.compile(r"\s(?:from|versus|vs\.?|over|against|compared|relative|as compared)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Beside:
    """Periods in the order in which a change goes, the earlier first; they stand at `text[start:end]`.

    `spanned` are all years from the first to the last where the text means those between as well ("from 2016 to 2019").
    """

    periods: tuple[str, ...]
    start: int
    end: int
    spanned: tuple[str, ...] = ()


def periods_beside(text: str) -> Beside | None:
    """The periods that are set side by side, or None for none or one."""
    for match in _PERIODS.finditer(text):
        periods = tuple(dict.fromkeys(each.group().strip() for each in _EACH.finditer(match["all"])))
        if len(periods) < 2:
            continue
        starts_from = re.match(r"\s*from\b", match.group(), re.IGNORECASE)
        turned = len(periods) == 2 and not starts_from and _BACKWARDS.search(match["joint"])
        years = [int(year) for year in re.findall(_YEAR, " ".join(periods))]
        falling = len(years) == len(periods) == 2 and years[0] > years[1]
        spanned = _between(years) if len(years) == len(periods) == 2 and _is_span(match) else ()
        return Beside(periods[::-1] if turned or falling else periods, match.start(), match.end(), spanned)
    return _range(text)


def _is_span(match: re.Match[str]) -> bool:
    joint, lead = match["joint"].lower(), match.group().strip().lower()
    return re.match(r"\s(?:to|through|until)\s", joint) is not None or (lead.startswith("between") and " and " in joint)


def _between(years: Sequence[int]) -> tuple[str, ...]:
    first, last = min(years), max(years)
    return tuple(str(year) for year in range(first, last + 1)) if last - first <= _LONGEST_SPAN else ()


def _range(text: str) -> Beside | None:
    """ "for the period 2016-2018" means three years."""
    match = _RANGE.search(text)
    years = _between([int(match["first"]), int(match["last"])]) if match else ()
    if match is None or len(years) < 2:
        return None
    return Beside((years[0], years[-1]), match.start(), match.end(), years)
