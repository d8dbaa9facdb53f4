"""Times that are no days of a calendar: of the day, of the week, and how often."""

import re

_MOMENT = re.compile(
    r"\b(?:[01]?\d|2[0-3])[:.h][0-5]\d\b(?!\s*%)"
    r"|\b\d{1,2}\s?(?:[ap]\.?m\b|o['’]clock)"
    r"|\b(?:noon|midnight|midday|weekdays?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
    r"|\b(?:daily|weekly|monthly|quarterly|yearly|annually|every (?:day|week|month|quarter|year|morning|evening))\b"
    r"|[上下]午|凌晨|中午|正午|晚上|早上|清晨|午夜"
    r"|[\d一二三四五六七八九十两]{1,3}(?:点钟|点半|点(?![\d零一二三四五六七八九两])|时(?=\d{1,2}分|整|半|许))"
    r"|星期[一二三四五六日天]|周[一二三四五六日](?!期)|工作日|周末|每(?:天|日|周|月|季度|年)",
    re.IGNORECASE,
)


def is_moment(text: str) -> bool:
    """Whether a short text names a time of the day or the week, or says how often: "7:40", "on Mondays", "每周一"."""
    return _MOMENT.search(text) is not None
