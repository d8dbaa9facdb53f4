"""A question, who asks it, and when."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum


class Role(StrEnum):
    """Author of a turn."""

    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Turn:
    """One earlier message of the conversation."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class TimeRange:
    """A closed range of days, and the words it was read from."""

    start: date
    end: date
    text: str = ""
    relative: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it moves through a run: `text` is worked with, `original` is what the person wrote, `database` the
    one that it is asked of, "" for any."""

    text: str
    original: str = ""
    language: str = ""
    history: tuple[Turn, ...] = ()
    time_ranges: tuple[TimeRange, ...] = ()
    database: str = ""


@dataclass(frozen=True, slots=True)
class Scope:
    """Who asks: what they may see follows from it alone."""

    tenant: str
    user: str = ""
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Locale:
    """The tenant's calendar, which "last quarter" obeys."""

    time_zone: str = "UTC"
    fiscal_year_start_month: int = 1


@dataclass(frozen=True, slots=True)
class Budget:
    """What a run may still spend: remote steps, searches, and tokens of evidence to write from."""

    steps: int = 60
    searches: int = 30
    tokens: int = 6000


@dataclass(frozen=True, slots=True)
class RunContext:
    """What every call of a run carries. `now` and `deadline` are aware datetimes."""

    run_id: str
    scope: Scope
    locale: Locale
    now: datetime
    deadline: datetime
    profile: str
    budget: Budget
