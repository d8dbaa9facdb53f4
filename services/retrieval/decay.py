"""Age as a part of the score, when the question is about time or the profile's domain moves fast."""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from services.core.domain.question import Question, TimeRange
from services.retrieval.profile import Decay

_LATEST = re.compile(
    r"\b(?:latest|newest|most recent(?:ly)?|recent(?:ly)?|current(?:ly)?|up[- ]to[- ]date|as of (?:now|today)|now|"
    r"today|nowadays|at present)\b|最新|最近|目前|现在|当前|现任|如今|截至目前|今日|近期",
    re.IGNORECASE,
)
_UNKNOWN = 0.5


@dataclass(frozen=True, slots=True)
class TemporalIntent:
    """What a question wants of time: certain periods, the newest, or nothing."""

    ranges: tuple[TimeRange, ...] = ()
    latest: bool = False

    @property
    def present(self) -> bool:
        """Whether time matters to the question."""
        return bool(self.ranges) or self.latest


def temporal_intent(question: Question, cues: Sequence[str] = ()) -> TemporalIntent:
    """Resolved ranges of the question; without any, words such as "latest" or 最新, or a cue of the profile."""
    text = question.text.casefold()
    latest = bool(_LATEST.search(text)) or any(cue.casefold() in text for cue in cues)
    return TemporalIntent(question.time_ranges, latest and not question.time_ranges)


def recency(date: dt.date | None, intent: TemporalIntent, *, today: dt.date, decay: Decay) -> float:
    """How well a document's date fits, in [0, 1]. An unknown date is neither good nor bad: 0.5.

    With asked ranges: 1 inside one (or within the profile's lag after it, when reports about it appear), else halved
    for each half-life of distance. Without: halved for each half-life of age; dates in the future count as today.
    """
    if date is None:
        return _UNKNOWN
    if intent.ranges:
        lag = dt.timedelta(days=decay.lag_days)
        days = min(_distance(date, asked, lag) for asked in intent.ranges)
    else:
        days = max((today - date).days, 0)
    return float(0.5 ** (days / decay.half_life_days))


def share_of_age(intent: TemporalIntent, decay: Decay) -> float:
    """How much of the score recency makes, in [0, 1]."""
    return decay.weight if intent.present else decay.always


def decayed(fused: float, fit: float, share: float) -> float:
    """The fused score with recency mixed in: never above the fused score, never below 0."""
    return fused * (1 - share + share * fit)


def _distance(date: dt.date, asked: TimeRange, lag: dt.timedelta) -> int:
    if date < asked.start:
        return (asked.start - date).days
    # A range that ends on the calendar's last day cannot be lengthened.
    end = asked.end + lag if asked.end < dt.date.max - lag else dt.date.max
    return max((date - end).days, 0)
