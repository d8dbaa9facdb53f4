"""The year that a text is about as a whole: what it says without a date, it says of that year.

"In fiscal 2019 the company … In March 2019 … In October 2019 … Net profit was 3 million": a report of a year names it
once or month by month, and its figures have no date of their own.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache

from services.core.domain.passage import Evidence, Passage
from services.factcheck.asked import Asked, Origin
from services.factcheck.lines import origin_of
from services.language.statements import Days, periods

_FEWEST, _SHARE = 2, 0.8


@lru_cache(maxsize=1_024)
def prevailing_year(*passages: Passage) -> Days | None:
    """The year of nearly all dates of the passages of one source; None when there are too few, or of several years.

    The first date of a text that names more of another year may be that of a founding; it counts as one of all.
    """
    found = [each for passage in passages for each in periods(passage.text)]
    years = Counter(each.first.year for each in found if each.first.year == each.last.year)
    if not years:
        return None
    year, times = years.most_common(1)[0]
    if times < _FEWEST or times < _SHARE * len(found):
        return None
    return Days(date(year, 1, 1), date(year, 12, 31), "year")


def with_years(asked: Asked, evidence: Sequence[Evidence]) -> Asked:
    """The question with the years that its sources are about, each by all of its passages at hand."""
    if not asked.periods:
        return asked
    sources: dict[Origin, list[Passage]] = {}
    for item in evidence:
        sources.setdefault(origin_of(item.passage), []).append(item.passage)
    years = ((origin, prevailing_year(*passages)) for origin, passages in sources.items())
    return replace(asked, years=tuple((origin, year) for origin, year in years if year))


def year_of(asked: Asked, passage: Passage) -> Days | None:
    """The year that a passage is about: its own, or that of its source."""
    return prevailing_year(passage) or dict(asked.years).get(origin_of(passage))
