"""Questions for a ratio or a percentage, taken apart into what stands over and under the line."""

import re
from dataclasses import dataclass

_RATIO = re.compile(
    r"\bratio (?:of|between) (?P<over>.+?) (?:to|and|versus|vs\.?) (?P<under>.+?)[?.!]*$", re.IGNORECASE
)
_SHARE = re.compile(
    r"\b(?:percentage|percent|proportion|share|fraction) of (?:all |the )*(?P<whole>.+?)[?.!]*$", re.IGNORECASE
)
_PERCENT = re.compile(r"percent|百分", re.IGNORECASE)
_RATIO_ZH = re.compile(
    "(?P<over>.+?)(?:与|和|跟|同|比)(?P<under>.+?)的?(?:数量|人数|总数)?之?(?:的)?(?:比例|比率|比值|之比|比)(?:是多少|为多少|是什么)?[？?。]*$"
)
_SHARE_ZH = re.compile(
    "(?P<under>.+?)中[，,]?(?P<over>.+?)(?:所占|占)的?(?P<kind>比例|百分比|比重|比率)(?:是多少|为多少)?[？?。]*$"
)


@dataclass(frozen=True, slots=True)
class Ratio:
    """`share`: what is under the line is the same thing without its conditions."""

    over: str
    under: str
    share: bool = False
    percent: bool = False


def ratio_of(text: str) -> Ratio | None:
    """The two sides of a ratio; None for any other question."""
    share = _SHARE.search(text)
    if share:
        return Ratio(share["whole"], share["whole"], share=True, percent=bool(_PERCENT.search(text)))
    found = _RATIO.search(text)
    if found:
        return Ratio(found["over"], found["under"])
    share = _SHARE_ZH.search(text)
    if share:
        return Ratio(share["over"], share["under"], percent=bool(_PERCENT.search(text)))
    found = _RATIO_ZH.search(text)
    return Ratio(found["over"], found["under"]) if found else None
