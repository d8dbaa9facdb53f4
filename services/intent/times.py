"""The times that a question is about, resolved against the run's clock and the tenant's calendar."""

import re

from services.core.domain.question import RunContext, TimeRange
from services.language.dates import Calendar
from services.language.structure.spans import times_of

MOST_TIMES = 16
# "Harbour (1936 film)", 《港湾》（1936年电影）: the year tells titles apart, and is no time that is asked about.
_OF_A_TITLE = re.compile(
    r"[(（][^()（）]{0,40}?(?:film|movie|song|album|single|novel|book|play|opera|series|game|magazine"
    r"|电影|影片|歌曲|专辑|小说|电视剧|游戏)[^()（）]{0,20}[)）]",
    re.IGNORECASE,
)
_LONGEST_TEXT = 200


def time_ranges(text: str, context: RunContext) -> tuple[TimeRange, ...]:
    """Closed ranges in order of appearance, at most 16; `text` is the exact substring that was read.

    "Last quarter" is a quarter of the tenant's fiscal year, in the tenant's time zone. Raises ValueError when the
    locale names no known time zone.
    """
    locale = context.locale
    calendar = Calendar(locale.time_zone, locale.fiscal_year_start_month)
    asides = list(_OF_A_TITLE.finditer(text))
    found = [
        TimeRange(each.start, each.end, text[each.start_char : each.end_char], relative)
        for each, relative in times_of(text, context.now, calendar)
        if each.end_char - each.start_char <= _LONGEST_TEXT
        and not any(aside.start() < each.start_char and each.end_char < aside.end() for aside in asides)
    ]
    return tuple(found[:MOST_TIMES])
