"""Where a question speaks of time, in whatever words; what the words mean needs a clock and is found elsewhere."""

from datetime import UTC, datetime

from services.language.dates import Calendar, DateRange, dates, resolve_relative

_ANY_CLOCK = datetime(2024, 7, 1, tzinfo=UTC)
_CALENDAR = Calendar()


def times_of(text: str, now: datetime = _ANY_CLOCK, calendar: Calendar = _CALENDAR) -> list[tuple[DateRange, bool]]:
    """Times in order with whether they were relative to the clock; absolute ones win where both readings overlap."""
    found = [(each, False) for each in dates(text, calendar)]
    for each in resolve_relative(text, now, calendar):
        inside = [one for one in found if one[0].start_char < each.end_char and each.start_char < one[0].end_char]
        if any(one[0].end_char - one[0].start_char >= each.end_char - each.start_char for one in inside):
            continue
        found = [one for one in found if one not in inside]
        found.append((each, True))
    return sorted(found, key=lambda one: one[0].start_char)
