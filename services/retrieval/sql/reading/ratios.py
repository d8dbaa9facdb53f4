"""Questions for a ratio or a percentage, taken apart into what stands over and under the line."""

import re
from dataclasses import dataclass

_RATIO = re.compile(
    r"\bratio (?:of|between) (?P<over>.+?) (?:to|and|versus|vs\.?) (?P<under>.+?)[?.!]*$", re.IGNORECASE
)
_SHARE = re.compile(
    r"\b(?:percentage|percent|proportion|share|fraction) of (?:all |the )*(?P<whole>.+?)[?.!]*$", re.IGNORECASE
)
_PARTED = re.compile(r"(?P<whole>.+?) (?:are|is|were|was|have|has|had|that|who|which|whose|with)\b", re.IGNORECASE)
_PERCENT = re.compile(r"percent|百分", re.IGNORECASE)
_RATIO_ZH = re.compile(
    "(?P<over>.+?)(?:与|和|跟|同|比)(?P<under>.+?)的?(?:数量|人数|总数)?之?(?:的)?(?:比例|比率|比值|之比|比)"
    "(?:是多少|为多少|是什么)?[？?。]*$"
)
_GAP = re.compile(
    r"\bdifference (?:in (?:the )?(?P<measure>.+?) )?between (?P<over>.+?) and (?P<under>.+?)[?.!]*$", re.IGNORECASE
)
_GAP_ZH = re.compile(
    "(?P<over>.+?)(?:与|和|跟|比)(?P<under>.+?)的?(?P<measure>[^的]+?)(?:相差|差|之差)(?:是|为)?多少[？?。]*$"
)
_SHARE_ZH = re.compile(
    "(?P<under>.+?)中[，,]?(?P<over>.+?)(?:所占|占)的?(?P<kind>比例|百分比|比重|比率)(?:是多少|为多少)?[？?。]*$"
)


@dataclass(frozen=True, slots=True)
class Ratio:
    """Two figures set against each other, by division unless `difference`.

    `share`: what is under the line is the same thing without its conditions.
    """

    over: str
    under: str
    share: bool = False
    percent: bool = False
    difference: bool = False

    @property
    def name(self) -> str:
        """What the result is called."""
        return "difference" if self.difference else ("percentage" if self.percent else "ratio")


def ratio_of(text: str) -> Ratio | None:
    """The two sides of a ratio or of a difference; None for any other question."""
    gap = _GAP.search(text) or _GAP_ZH.search(text)
    if gap:
        return _difference(gap)
    share = _SHARE.search(text)
    if share:
        percent = bool(_PERCENT.search(text))
        parted = _PARTED.match(share["whole"])
        if parted:
            return Ratio(share["whole"], parted["whole"], percent=percent)
        return Ratio(share["whole"], share["whole"], share=True, percent=percent)
    found = _RATIO.search(text)
    if found:
        return Ratio(found["over"], found["under"])
    share = _SHARE_ZH.search(text)
    if share:
        return Ratio(share["over"], share["under"], percent=bool(_PERCENT.search(text)))
    found = _RATIO_ZH.search(text)
    return Ratio(found["over"], found["under"]) if found else None


def _difference(gap: re.Match[str]) -> Ratio:
    """A measure that is said once is of both sides."""
    over, under, measure = gap["over"], gap["under"], gap["measure"]
    if measure:
        over, under = f"the {measure} of {over}", f"the {measure} of {under}"
    elif " of " in over and " of " not in under:
        under = f"{over.rpartition(' of ')[0]} of {under}"
    return Ratio(over, under, difference=True)
