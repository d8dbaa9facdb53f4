"""What each figure, date and name of a sentence is said of: which measure, which period, which thing.

A sentence such as "Revenue was 3.5 million in 2022, up from 3.1 million in 2021, and profit 0.4 million" holds three
statements. Attachment is by clause: a value belongs to what its own clause names, then to what the sentence named
before it, then to the context (title, section, a table's label and head). "Respectively" and 分别 are read in order.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import Literal, Protocol, TypeVar

from services.language.aspects import aspects
from services.language.clauses import figures
from services.language.dates import dates
from services.language.entities import Entity, name_key, named_entities
from services.language.numbers import Quantity
from services.language.periods import DateRange, shifted_years
from services.language.role_order import roles_after, roles_held

ValueKind = Literal["quantity", "date", "name"]
_JOINT = re.compile(
    r"[;；,，。]|\b(?:and|but|while|whereas|compared (?:with|to)|versus|up from|down from)\b|、|而|但", re.IGNORECASE
)
_ASIDE = re.compile(r"(?:compared (?:with|to)|versus|up from|down from)\s*$", re.IGNORECASE)
_RESPECTIVELY = re.compile(r"\brespectively\b|分别|依次", re.IGNORECASE)
_LISTED = re.compile(r"\s*(?:,|，|、)?\s*(?:and|和|与|及)?\s*(?:[$€£¥]\s*)?", re.IGNORECASE)
# "3.1 million (2022: 2.9 million)": in brackets stands the year before.
_COMPARED = re.compile(r"^[^()（）;,，。]{0,12}[(（]\s*(?P<year>(?:19|20)\d\d)\s*(?:年度?)?\s*[:：]")
# "Revenue grew 5 %": a rate of growth, whatever has grown.
_GREW = re.compile(
    r"(?:\b(?:grew|grown|growth of|rose|risen|increased|up|fell|fallen|declined|decreased|down)"
    r"(?:\s(?:by|about|around))?"
    r"|(?:增长|上涨|上升|提高|下降|下跌|减少)(?:了|约|达)?)\s*$",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(
    r"\b(?:a|one|the) year (?:earlier|before)\b|\b(?:the )?(?:previous|prior|preceding) year\b"
    r"|上年同期|上年度?|上一年度?|去年同期",
    re.IGNORECASE,
)
_PLANNED = re.compile(
    r"\b(?:budget(?:ed)?|plan(?:s|ned)?|target(?:ed|s)?|forecast(?:s|ed)?|expect(?:s|ed)?|project(?:ed|ion)|estimate[ds]?"
    r"|guidance|will|aim(?:s|ed)?|intend(?:s|ed)?)\b|预计|预期|预算|计划|目标|拟|将(?:达|为|增|有|于)|有望|预测|力争",
    re.IGNORECASE,
)
P = TypeVar("P", bound="_Placed")


class _Placed(Protocol):
    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Days:
    """A period that something holds for; `start` and `end` are where it is written, -1 when that is the context."""

    first: date
    last: date
    grain: str
    start: int = -1
    end: int = -1

    def meets(self, other: "Days") -> bool:
        """Whether one lies within the other: 2022 meets its third quarter, May 2022 does not meet June 2022."""
        return (self.first <= other.first and other.last <= self.last) or (
            other.first <= self.first and self.last <= other.last
        )


@dataclass(frozen=True, slots=True)
class Value:
    """A figure, date or name at `text[start:end]` of its sentence, with what it is said of.

    `aspects` are keys of measures, roles and events; `subjects` are name keys. Both, and `period`, may be empty: then
    neither the sentence nor its context says. `carried` when the aspect comes from an earlier clause. `planned` marks
    budgets, targets and forecasts. A name has its `key` and,
    as `label`, what it names ("person", "org", "place", "product", "other").
    """

    kind: ValueKind
    start: int
    end: int
    text: str
    aspects: frozenset[str] = frozenset()
    period: Days | None = None
    subjects: tuple[str, ...] = ()
    planned: bool = False
    carried: bool = False
    quantity: Quantity | None = None
    days: Days | None = None
    key: str = field(default="", compare=False)
    label: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Context:
    """What stands around a sentence: words that tell what it is about, and the period they name."""

    aspects: frozenset[str] = frozenset()
    period: Days | None = None
    subjects: tuple[str, ...] = ()


def context_of(*words: str) -> Context:
    """The context that titles, sections, captions, labels and heads give; the most telling words come first."""
    said: frozenset[str] = frozenset()
    period: Days | None = None
    subjects: list[str] = []
    for part in filter(None, words):
        said = said or frozenset(mention.key for mention in aspects(part))
        period = period or next((replace(each, start=-1, end=-1) for each in periods(part)), None)
        subjects.extend(entity_key(entity) for entity in named_entities(part))
    return Context(said, period, tuple(dict.fromkeys(subjects)))


def periods(text: str) -> list[Days]:
    """Every period of a text in order, "a year earlier" resolved against the one before it."""
    return list(_periods(text))


@lru_cache(maxsize=8_192)
def _periods(text: str) -> tuple[Days, ...]:
    found = [_days(each) for each in dates(text)]
    for match in _YEAR_BEFORE.finditer(text):
        base = next((each for each in found if each.start < match.start()), None) or next(iter(found), None)
        if base:
            moved = shifted_years(DateRange(base.first, base.last, "", 0, 0, "year"), -1)
            found.append(Days(moved.start, moved.end, base.grain, match.start(), match.end()))
    return tuple(sorted(found, key=lambda each: each.start))


def is_planned(text: str) -> bool:
    """Whether a text speaks of a budget, a target or a forecast."""
    return _PLANNED.search(text) is not None


def entity_key(entity: Entity) -> str:
    """The key under which two writings of a name meet."""
    return name_key(entity.text)


def values(sentence: str, context: Context = Context()) -> list[Value]:
    """Every value of a sentence in order of appearance, with what it is said of."""
    return list(_values(sentence, context))


@lru_cache(maxsize=4_096)
def _values(sentence: str, context: Context) -> tuple[Value, ...]:
    spoken = periods(sentence)
    named = [each for each in named_entities(sentence) if not _inside(each.start, spoken)]
    models = [each for each in named if each.kind == "product"]
    counted = [
        each
        for each in figures(sentence)
        if not _inside(each.start, spoken) and (each.unit or not _inside(each.start, models))
    ]
    reader = _Reader(sentence, context, counted, spoken, named)
    found = [reader.figure(each, spoken, named) for each in counted]
    found += [reader.day(each, named) for each in spoken]
    found += [reader.name(each, spoken, named) for each in named]
    return tuple(sorted(_in_order(sentence, found), key=lambda value: value.start))


class _Reader:
    """Attaches mentions to values within one sentence."""

    def __init__(self, sentence: str, context: Context, *mentions: Sequence[_Placed]) -> None:
        self._sentence, self._context = sentence, context
        self._said = aspects(sentence)
        placed = [each for group in mentions for each in group]
        valued = [each.start for group in mentions[:2] for each in group]
        self._cuts = [
            joint.end()
            for joint in _JOINT.finditer(sentence)
            if not _inside(joint.start(), placed) and any(at < joint.start() for at in valued)
        ]

    def figure(self, quantity: Quantity, spoken: Sequence[Days], named: Sequence[Entity]) -> Value:
        value = Value("quantity", quantity.start, quantity.end, quantity.text, quantity=quantity)
        said = self._attached(value, spoken, named)
        if quantity.kind == "percent" and _GREW.search(self._sentence, 0, quantity.start):
            said = replace(said, aspects=said.aspects | {"growth_rate"})
        beside = _COMPARED.match(self._sentence[quantity.end :])
        if beside is None or any(day.end <= quantity.start for day in spoken):
            return said
        year = int(beside["year"]) + 1
        return replace(said, period=Days(date(year, 1, 1), date(year, 12, 31), "year"))

    def day(self, days: Days, named: Sequence[Entity]) -> Value:
        value = Value("date", days.start, days.end, self._sentence[days.start : days.end], days=days)
        return self._attached(value, (), named)

    def name(self, entity: Entity, spoken: Sequence[Days], named: Sequence[Entity]) -> Value:
        value = Value("name", entity.start, entity.end, entity.text, key=entity_key(entity), label=entity.kind)
        return self._attached(value, spoken, [each for each in named if each is not entity])

    def _attached(self, value: Value, spoken: Sequence[Days], named: Sequence[Entity]) -> Value:
        at = (value.start, value.end)
        said, days, names = self._near(at, self._said), self._near(at, spoken), self._near(at, named)
        if value.kind == "name":
            said = roles_after(self._sentence, at, said=self._said, named=named) or said
        return replace(
            value,
            aspects=frozenset(each.key for each in said[:1]) | self._held(value) or self._context.aspects,
            period=days[0] if days else self._context.period,
            subjects=tuple(map(entity_key, names)) or self._context.subjects,
            carried=bool(said) and not self._in_clause(at, said[0]),
            planned=is_planned(self._sentence[slice(*self._clause(at))]),
        )

    def _held(self, value: Value) -> frozenset[str]:
        at = (value.start, value.end)
        return roles_held(self._sentence, at, said=self._said) if value.kind == "name" else frozenset()

    def _clause(self, at: tuple[int, int]) -> tuple[int, int]:
        left = max((cut for cut in self._cuts if cut <= at[0]), default=0)
        right = min((cut for cut in self._cuts if cut >= at[1]), default=len(self._sentence))
        return left, right

    def _in_clause(self, at: tuple[int, int], mention: _Placed) -> bool:
        left, right = self._clause(at)
        return left <= mention.start and mention.end <= right

    def _near(self, at: tuple[int, int], mentions: Sequence[P]) -> list[P]:
        """Mentions of the same clause, nearest first; without any, those before it, last first."""
        left, right = self._clause(at)
        outside = [each for each in mentions if each.end <= at[0] or each.start >= at[1]]
        inside = [each for each in outside if left <= each.start and each.end <= right]
        if inside:
            return sorted(inside, key=lambda each: _distance(at, each))
        before = [each for each in outside if each.end <= left][::-1]
        # What stands in an aside ("up from 3.1 million in 2021") is not what the sentence goes on about.
        return sorted(before, key=self._in_aside)

    def _in_aside(self, mention: _Placed) -> bool:
        left, _ = self._clause((mention.start, mention.end))
        return _ASIDE.search(self._sentence[max(0, left - 16) : left]) is not None


def _distance(at: tuple[int, int], mention: _Placed) -> int:
    """Characters between; what stands before a value is more often its subject than what follows."""
    return at[0] - mention.end if mention.end <= at[0] else 2 * (mention.start - at[1]) + 1


def _inside(offset: int, placed: Sequence[_Placed]) -> bool:
    return any(each.start <= offset < each.end for each in placed)


def _days(found: DateRange) -> Days:
    return Days(found.start, found.end, found.grain, found.start_char, found.end_char)


def _in_order(sentence: str, found: list[Value]) -> list[Value]:
    """ "Sales in March and April were 3 and 4 million respectively": as many of each, given to each other in order."""
    figures_said = [value for value in found if value.kind == "quantity"]
    if not _RESPECTIVELY.search(sentence):
        days = [value for value in found if value.kind == "date"]
        if len(days) != len(figures_said) or not (_is_listed(sentence, days) and _is_listed(sentence, figures_said)):
            return found
    for kind in ("date", "name"):
        listed = [value for value in found if value.kind == kind]
        # "… were 3 and 4, of which 1 and 2 were ours": as many figures again, in the same order.
        if len(listed) > 1 and figures_said and len(figures_said) % len(listed) == 0:
            again = [*listed] * (len(figures_said) // len(listed))
            pairs = dict(zip((value.start for value in figures_said), again, strict=True))
            found = [_paired(value, pairs.get(value.start)) if value.kind == "quantity" else value for value in found]
    return found


def _is_listed(sentence: str, said: Sequence[Value]) -> bool:
    """Whether values stand in one list: "in 2023 and 2022", "$3 and $4"."""
    gaps = [sentence[one.end : other.start] for one, other in pairwise(said)]
    return bool(gaps) and all(map(_LISTED.fullmatch, gaps))


def _paired(value: Value, other: Value | None) -> Value:
    if other is None:
        return value
    return replace(value, period=other.days) if other.kind == "date" else replace(value, subjects=(other.key,))
