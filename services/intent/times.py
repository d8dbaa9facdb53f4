"""The times that a question is about, resolved against the run's clock and the tenant's calendar."""

from services.core.domain.question import RunContext, TimeRange
from services.language.dates import Calendar
from services.language.structure.spans import times_of

MOST_TIMES = 16
_LONGEST_TEXT = 200


def time_ranges(text: str, context: RunContext) -> tuple[TimeRange, ...]:
    """Closed ranges in order of appearance, at most 16; `text` is the exact substring that was read.

    "Last quarter" is a quarter of the tenant's fiscal year, in the tenant's time zone. Raises ValueError when the
    locale names no known time zone.
    """
    locale = context.locale
    calendar = Calendar(locale.time_zone, locale.fiscal_year_start_month)
    found = [
        TimeRange(each.start, each.end, text[each.start_char : each.end_char], relative)
        for each, relative in times_of(text, context.now, calendar)
        if each.end_char - each.start_char <= _LONGEST_TEXT
    ]
    return tuple(found[:MOST_TIMES])
