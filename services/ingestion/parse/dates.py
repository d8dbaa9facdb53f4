"""Days as metadata write them."""

import datetime as dt
import re

_ISO = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:$|[T ])")
_COMPACT = re.compile(r"(?:D:)?(\d{4})(\d{2})(\d{2})(?:$|[\dT])")
_SLASHED = re.compile(r"(\d{4})[/.年](\d{1,2})(?:[/.月](\d{1,2})日?)?$")


def day_of(text: object) -> dt.date | None:
    """The day that a metadata value names.

    ISO 8601, `D:20240131…` of PDF, 2024/1/31, 2024年1月31日; a month is its first day.
    """
    if isinstance(text, dt.datetime):
        return text.date()
    if isinstance(text, dt.date):
        return text
    for pattern in (_ISO, _COMPACT, _SLASHED):
        found = pattern.match(str(text).strip())
        if found:
            year, month, day = (int(part or 1) for part in found.groups())
            try:
                return dt.date(year, month, day)
            except ValueError:
                return None
    return None
