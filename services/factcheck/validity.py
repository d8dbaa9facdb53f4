"""From when until when a sentence says that something held: "since 1 June 2024", "until May", 自2024年6月1日起.

A state that changed at a stated date is no disagreement between sources, and answers only questions about its own time.
"""

import datetime as dt
import re
from dataclasses import dataclass

from services.language.statements import Days, periods

_CLAUSE = re.compile(r"[;；。]|\bafter which\b", re.IGNORECASE)
_SOFT = re.compile(r"\b(?:and|but|while|then)\b|[，、]|,(?!\d)|而|但", re.IGNORECASE)
_SUCCESSOR = re.compile(
    r"(?:\b(?:succeeded|replaced|followed) by|继任者?为?|由[\u4e00-\u9fff]?)\s*(?:Mr|Ms|Dr)?\.?\s*$", re.IGNORECASE
)
# Whom someone succeeds holds the office until then.
_PREDECESSOR = re.compile(
    r"(?:\b(?:succeed(?:s|ed|ing)?|replac(?:es?|ed|ing)|follow(?:s|ed|ing)?|takes? over from|took over from"
    r"|in place of|instead of)|接替|取代|替换|代替)\s*(?:Mr|Ms|Dr)?\.?\s*$",
    re.IGNORECASE,
)
_BEFOREHAND = re.compile(
    r"\b(?:previously|formerly|until then|before that|the former)\b|此前|之前|原为|原价|原由|原先", re.IGNORECASE
)
_FROM_BEFORE = re.compile(
    r"(?:\b(?:since|from|starting|beginning|effective|with effect from|valid from|in force since|took over|took office"
    r"|takes? over|takes? office|takes? up|becomes?|assumes?|will|is to|are to|shall|succeeds?|replaces?"
    r"|appointed|became|succeeded|replaced|joined|promoted|introduced|switched|changed|raised|lowered|moved)\b[^,;.]{0,60}?"
    r"(?:\b(?:on|in|from|as of|since|at|of)\b)?\s*(?:the\s+)?|(?:自从?|从|于|起自)\s*)$",
    re.IGNORECASE,
)
_FROM_AFTER = re.compile(
    r"^\s*(?:(?:日)?起|以来|开始|以后|之后|后)|^\s*(?:出任|上任|就任|接任|担任|任命|履新|改为|改由|调整为|更换为|变更为|生效|启用)"
    r"|^\s*(?:onwards?|onward|and after)\b"
    r"|^[^,;.]{0,40}\b(?:took over|took office|became|was appointed|succeeded|joined|replaced|came into force)\b",
    re.IGNORECASE,
)
_UNTIL_BEFORE = re.compile(
    r"(?:\b(?:until|till|up to|through|before|ended|expired|ending|stepped down|resigned|retired|left|departed)\b"
    r"[^,;.]{0,40}?(?:\b(?:on|in|at|of)\b)?\s*(?:the\s+)?|(?:直到|直至|至|到)\s*)$",
    re.IGNORECASE,
)
_UNTIL_AFTER = re.compile(r"^\s*(?:止|为止|(?:之|以)?前|卸任|离任|辞任|辞职|退休|到期|失效|停用|期满)")
_TO_BE = re.compile(
    r"\bincoming\b|\b(?:director|chair\w*|president|head|officer|manager)[ -](?:designate|elect)\b|\bthe next\b"
    r"|\bheir\b|候任|拟任|下一任|下任|即将(?:出任|接任|担任)",
    re.IGNORECASE,
)
_SNAPSHOT = re.compile(r"(?:\bas (?:of|at)\s*|截至|截止)\s*$", re.IGNORECASE)
_RANGE = re.compile(r"\S\s*(?:-|–|—|~|～|至|到|\bto\b|\buntil\b|\bthrough\b)\s*\S*\d", re.IGNORECASE)
_FROM_INSIDE = re.compile(r"^\s*(?:from|between|since|自从?|从)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Validity:
    """First and last day on which a statement holds; None where the sentence sets no bound."""

    first: dt.date | None = None
    last: dt.date | None = None

    @property
    def bounded(self) -> bool:
        """Whether the sentence bounds it at all."""
        return self.first is not None or self.last is not None

    def holds_in(self, first: dt.date, last: dt.date) -> bool:
        """Whether it holds on some day of a period."""
        return (self.first is None or self.first <= last) and (self.last is None or first <= self.last)

    def overlaps(self, other: "Validity") -> bool:
        """Whether both hold on some day."""
        starts = [day for day in (self.first, other.first) if day]
        ends = [day for day in (self.last, other.last) if day]
        return not starts or not ends or max(starts) <= min(ends)


def validity_at(sentence: str, offset: int) -> Validity:
    """The bounds that the clause around an offset sets, unbounded when it sets none."""
    left, right = _clause(sentence, offset)
    clause = sentence[left:right]
    first = last = None
    ends = len(clause)
    for period in periods(clause):
        start, end = _bounds(clause, period)
        ends = min(ends, period.end) if end else ends
        first, last = first or start, last or end
    before = clause[: offset - left]
    if first and not last and (_BEFOREHAND.search(before) or _PREDECESSOR.search(before)):
        return Validity(None, first - dt.timedelta(days=1))
    if last and not first and ends <= offset - left and _SUCCESSOR.search(before):
        return Validity(last + dt.timedelta(days=1), None)
    return Validity(first, last)


def is_snapshot(sentence: str, period: Days) -> bool:
    """Whether a day is one on which something is found to be so: as of 30 June, 截至6月30日."""
    return period.start > 0 and _SNAPSHOT.search(sentence[: period.start]) is not None


def is_to_be(sentence: str) -> bool:
    """Whether a sentence speaks of who is to hold an office and does not hold it yet."""
    return _TO_BE.search(sentence) is not None


def _clause(sentence: str, offset: int) -> tuple[int, int]:
    """Hard joints always part clauses, soft ones ("and", commas) only between two dates."""
    dated = periods(sentence)
    cuts = [match.end() for match in _CLAUSE.finditer(sentence)]
    for match in _SOFT.finditer(sentence):
        sides = [day for day in dated if day.end <= match.start()], [day for day in dated if day.start >= match.end()]
        cuts.extend([match.end()] if all(sides) else [])
    left = max((cut for cut in cuts if cut <= offset), default=0)
    return left, min((cut for cut in cuts if cut > offset), default=len(sentence))


def _bounds(clause: str, period: Days) -> tuple[dt.date | None, dt.date | None]:
    before, after = clause[: period.start], clause[period.end :]
    if _SNAPSHOT.search(before):
        return None, None
    if _UNTIL_AFTER.match(after) or _UNTIL_BEFORE.search(before):
        day_before = after.lstrip().startswith(("前", "之前", "以前")) or re.search(
            r"\bbefore\s*$", before, re.IGNORECASE
        )
        return None, period.first - dt.timedelta(days=1) if day_before else period.last
    written = clause[period.start : period.end]
    if _FROM_AFTER.match(after) or _FROM_BEFORE.search(before) or _FROM_INSIDE.match(written):
        return period.first, period.last if _RANGE.search(written) else None
    return None, None
