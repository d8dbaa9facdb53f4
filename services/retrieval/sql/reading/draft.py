"""A question as a draft of a query: what is put out, under which conditions, grouped and ordered how. Its slots name
what the question names; which table and column each is, is decided together, later."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from services.retrieval.sql.reading.names import Candidate


class CannotWrite(Exception):
    """A draft that asks for what one plain SELECT cannot say; the message says what."""


@dataclass(eq=False, slots=True)
class Slot:
    """Something named. `owner` is the thing that it is said of; `part` is "year" or "month" of a date.

    `descending` says, by the label of a candidate, which end a superlative means.
    """

    text: str
    candidates: tuple[Candidate, ...]
    words: tuple[str, ...] = ()
    owner: "Slot | None" = None
    part: str = ""
    descending: dict[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Term:
    """A slot put out or ordered by; `function` is "", count, sum, avg, min or max.

    "gather" is the sum where a row of what is put out has several of it, else nothing.
    """

    slot: Slot
    function: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """`op` is one of = > >= < <= between, starts, ends, contains, null; `values` are texts, numbers or days.

    Without a value it compares with the average. `at` is where the question says it.
    """

    slot: Slot
    op: str
    values: tuple[str | float | date, ...] = ()
    negated: bool = False
    at: int = 0


@dataclass(slots=True)
class Draft:
    """`having` are conditions on a count or another function; `without`: the main thing has none of these.

    `limit` is 0 for all rows. `contains`: texts match in part. `both`: of several values each must be met.
    `either`: one condition is enough.
    """

    outputs: list[Term] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    groups: list[Slot] = field(default_factory=list)
    order: list[tuple[Term, bool]] = field(default_factory=list)
    having: list[tuple[Term, str, float]] = field(default_factory=list)
    context: list[Slot] = field(default_factory=list)
    without: list[Slot] = field(default_factory=list)
    limit: int = 0
    distinct: bool = False
    contains: bool = False
    both: bool = False
    either: bool = False

    def core(self) -> Iterator[Slot]:
        """Slots that are put out, grouped or ordered by."""
        yield from (term.slot for term in self.outputs)
        yield from self.groups
        yield from (term.slot for term, _ in self.order)
        yield from (term.slot for term, _, _ in self.having)

    def slots(self) -> list[Slot]:
        """All that must be reached by joins, each once, in the order of their importance."""
        every = [*self.core(), *(condition.slot for condition in self.conditions), *self.context]
        return list(dict.fromkeys(every))
