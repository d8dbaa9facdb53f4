"""The date that a document says in its first lines."""

import datetime as dt
import re

from services.language.dates import dates

_LINES = 15
_LABEL = re.compile(
    r"\b(?:dated?|published|issued|released?|updated|added|as (?:of|at)|effective|edition|issue|state)\b|"
    r"发布日期|发布时间|发布于|日期|更新时间|更新于|签发|印发|编制日期|报告日期",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:birth|born|death|died|founded|due|expir|deadline)|出生|生日|成立|截止|到期|逝世", re.IGNORECASE
)


def dateline(text: str) -> dt.date | None:
    """A day on a line of its own or behind a label, in the first 15 lines; None when no line says one.

    A date inside running text is what the text is about, not when it was written.
    """
    lines = [line for line in text[:4_000].splitlines() if line.strip()][:_LINES]
    for line in lines:
        for found in dates(line):
            before = line[: found.start_char]
            if found.grain != "day" or found.start != found.end or _OTHER.search(before):
                continue
            alone = found.end_char - found.start_char >= 0.5 * len(line.strip())
            if alone or (len(before) < 40 and _LABEL.search(before)):
                return found.start
    return None
