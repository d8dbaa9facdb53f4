"""What a comparing question wants to know of the things that it compares."""

import re
from enum import StrEnum


class Direction(StrEnum):
    """The relation that is asked for."""

    MORE = "more"
    LESS = "less"
    EARLIER = "earlier"
    LATER = "later"
    SAME = "same"
    DIFFERENCE = "difference"
    RATIO = "ratio"
    TOTAL = "total"
    NONE = "none"


_RULES: tuple[tuple[Direction, str], ...] = (
    (Direction.RATIO, r"\bhow many times\b|\bratio\b|几倍|多少倍|倍数"),
    (
        Direction.DIFFERENCE,
        r"\bhow (?:much|many) (?:more|less|fewer|higher|lower|larger|longer|older|later|earlier)\b"
        r"|\bdifference (?:between|in)\b"
        r"|\bby how much\b|\bhow far apart\b|相差|差多少|高多少|多多少|低多少|少多少|差额|差距",
    ),
    (Direction.TOTAL, r"\b(?:in total|combined|altogether|sum of|total of)\b|合计|总共|一共|总和"),
    (
        Direction.SAME,
        r"\bsame\b|\bboth\b|\bidentical\b|\bshare (?:the|a)\b|相同|一样|同一|都是|是否都|均为|均是",
    ),
    (
        Direction.EARLIER,
        r"\bearlier\b|\bearliest\b|\bfirst\b|\bbefore\b|\bolder\b|\boldest\b|\bsooner\b|更早|较早|最早|先于|在先|早于|更老|年长|谁先|哪[^，。？]{0,6}先",
    ),
    (
        Direction.LATER,
        r"\blater\b|\blatest\b|\bmore recent(?:ly)?\b|\bmost recent(?:ly)?\b|\bnewer\b|\bnewest\b|\byounger\b"
        r"|\byoungest\b|\blast\b"
        r"|更晚|较晚|最晚|更新|后于|晚于|更年轻",
    ),
    (
        Direction.LESS,
        r"\bless\b|\blower\b|\blowest\b|\bfewer\b|\bfewest\b|\bsmaller\b|\bsmallest\b|\bshorter\b|\blighter\b|\bcheaper\b|\bleast\b"
        r"|更低|较低|最低|更少|较少|最少|更小|较小|更短|更轻|更便宜|低于|少于|小于",
    ),
    (
        Direction.MORE,
        r"\bmore\b|\bhigher\b|\bhighest\b|\bgreater\b|\blarger\b|\blargest\b|\bbigger\b|\bbiggest\b|\blonger\b|\bheavier\b|\btaller\b"
        r"|\bmost\b|\bbetter\b|\bstronger\b|\bexceed|更高|较高|最高|更多|较多|最多|更大|较大|更长|更重|更贵|更强|更好|高于|多于|大于|超过",
    ),
)
_COMPILED = tuple((direction, re.compile(pattern, re.IGNORECASE)) for direction, pattern in _RULES)


def direction_of(question: str) -> Direction:
    """The relation asked for, the most particular first."""
    return next((direction for direction, rule in _COMPILED if rule.search(question)), Direction.NONE)


_FALLS = re.compile(
    r"\b(?:decreas\w*|declin\w*|reduc\w*|drop(?:s|ped)?|f[ae]ll(?:s|en)?|loss of)\b|减少|下降|降低|降幅|下滑|减幅",
    re.IGNORECASE,
)
_RISES = re.compile(
    r"\b(?:increas\w*|grow(?:th|n|s)?|grew|r[io]se(?:n|s)?|improve\w*|gain\w*)\b|增加|增长|上升|提高|增幅|涨幅|增速",
    re.IGNORECASE,
)


def falls(question: str) -> bool:
    """Whether a question asks by how much something went down, and not up or down."""
    return bool(_FALLS.search(question)) and not _RISES.search(question)


def rises(question: str) -> bool:
    """Whether a question asks by how much something went up, and not up or down."""
    return bool(_RISES.search(question)) and not _FALLS.search(question)
