"""The year that a text is about as a whole: what it says without a date, it says of that year.

"In fiscal 2019 the company … In March 2019 … In October 2019 … Net profit was 3 million": a report of a year names it
once or month by month, and its figures have no date of their own.
"""

from collections import Counter
from datetime import date
from functools import lru_cache

from services.core.domain.passage import Passage
from services.language.statements import Days, periods

_FEWEST, _SHARE = 2, 0.8


@lru_cache(maxsize=1_024)
def prevailing_year(passage: Passage) -> Days | None:
    """The year of nearly all of the passage's dates; None when there are too few, or of several years.

    The first date of a text that names more of another year may be that of a founding; it counts as one of all.
    """
    found = periods(passage.text)
    years = Counter(each.first.year for each in found if each.first.year == each.last.year)
    if not years:
        return None
    year, times = years.most_common(1)[0]
    if times < _FEWEST or times < _SHARE * len(found):
        return None
    return Days(date(year, 1, 1), date(year, 12, 31), "year")
