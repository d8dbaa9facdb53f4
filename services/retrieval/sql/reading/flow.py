"""The marks of a question that say something, with who stands beside whom, and slots made of them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from services.core.domain.question import TimeRange
from services.language.stems import stem
from services.retrieval.sql.port import Column, Kind, Schema
from services.retrieval.sql.reading.cues import Cue
from services.retrieval.sql.reading.draft import Draft, Slot, Term
from services.retrieval.sql.reading.marks import Mark, MarkKind
from services.retrieval.sql.reading.names import PARTIAL, Candidate, candidates, words_of
from services.retrieval.sql.reading.vocabulary import MEASURES

_SAYS_NOTHING = frozenset({MarkKind.FILLER, MarkKind.PUNCTUATION})
_YEARLY, _DATED, _TECHNICAL = 0.0, 0.05, 0.2
_TECHNICAL_WORDS = frozenset(map(stem, ("create", "update", "modify", "delete", "insert")))
Accepts = Callable[[Candidate], bool]


@dataclass
class Flow:
    """A question while its marks are given their parts in a draft. `chinese` turns some directions round."""

    text: str
    marks: Sequence[Mark]
    schema: Schema
    times: Sequence[TimeRange] = ()
    draft: Draft = field(default_factory=Draft)
    slots: list[tuple[Mark, Slot]] = field(default_factory=list)
    places: dict[Term, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.said = [mark for mark in self.marks if mark.kind not in _SAYS_NOTHING]
        self.chinese = bool(re.search("[\u3400-\u9fff]", self.text))

    def at(self, index: int) -> Mark | None:
        """The mark at a place, None beyond the ends."""
        return self.said[index] if 0 <= index < len(self.said) else None

    def name_at(self, index: int, accepts: Accepts = lambda _: True) -> Mark | None:
        """The unused name at a place, if it can be what is accepted."""
        mark = self.at(index)
        if mark is None or mark.used or mark.kind is not MarkKind.NAME:
            return None
        return mark if any(accepts(each) for each in mark.candidates) else None

    def name_from(self, index: int) -> Mark | None:
        """The next unused name from a place on, past values that conditions have taken: "Italian restaurants"."""
        while (mark := self.at(index)) is not None and mark.used and mark.kind is MarkKind.VALUE:
            index += 1
        return self.name_at(index)

    def head_of(self, mark: Mark) -> Mark:
        """Of measures that stand together the last is meant: "population density" is a density."""
        following = self.name_at(self.said.index(mark) + 1)
        between = self.text[mark.end : following.start] if following is not None else "-"
        if (
            self.chinese
            or following is None
            or between.strip()
            or not (prefers_measure(mark) and prefers_measure(following))
        ):
            return mark
        mark.used = True
        return following

    def slot(self, mark: Mark, accepts: Accepts = lambda _: True) -> Slot:
        """A slot of a name; the mark is used from now on. The same words again are the same slot."""
        mark.used = True
        kept = tuple(each for each in mark.candidates if accepts(each))
        for _, known in self.slots:
            if known.words == mark.words and known.words and known.candidates == kept:
                return known
        made = Slot(mark.text, kept, mark.words)
        self.slots.append((mark, made))
        return made

    def free(self, text: str, found: Sequence[Candidate], near: Mark | None = None) -> Slot:
        """A slot that no single name stands for."""
        made = Slot(text, tuple(sorted(found, key=lambda each: each.penalty)))
        if near is not None:
            self.slots.append((near, made))
        return made

    def put(self, term: Term, mark: Mark) -> None:
        """Put something out, where the question says it."""
        if term not in self.places:
            self.draft.outputs.append(term)
            self.places[term] = mark.start

    def times_of(self) -> list[Candidate]:
        """Columns that hold times: years, then dates; those of bookkeeping last."""
        found = []
        for table in self.schema.tables:
            for column in table.columns:
                words = set(words_of(column.name))
                if column.kind is Kind.NUMBER and "year" in words:
                    found.append(Candidate(table, column, _YEARLY))
                elif column.kind is Kind.DATE:
                    found.append(Candidate(table, column, _TECHNICAL if words & _TECHNICAL_WORDS else _DATED))
        return found

    def measures(self, adjective: str) -> tuple[list[Candidate], dict[str, bool]]:
        """Columns that an adjective can be about, and which end of each its superlative means."""
        found: list[Candidate] = []
        ends: dict[str, bool] = {}
        for place, (said, most) in enumerate(MEASURES.get(adjective, ())):
            words = [word for part in said.split() for word in words_of(part)]
            for each in candidates(words, self.schema):
                if is_measure(each) and each.label not in ends and each.penalty <= PARTIAL:
                    found.append(Candidate(each.table, each.column, each.penalty + 0.04 * place))
                    ends[each.label] = most
        return found, ends


def is_measure(candidate: Candidate) -> bool:
    """Whether it is a column that can be compared: of numbers or of times, and no key."""
    column = candidate.column
    return column is not None and column.kind is not Kind.TEXT and not _is_key(column)


def is_number(candidate: Candidate) -> bool:
    """Whether it is a column of numbers that can be added."""
    return is_measure(candidate) and candidate.column is not None and candidate.column.kind is Kind.NUMBER


def is_text(candidate: Candidate) -> bool:
    """Whether it is a column of words."""
    return candidate.column is not None and candidate.column.kind is Kind.TEXT


def _is_key(column: Column) -> bool:
    words = words_of(column.name)
    return column.primary or words[-1:] == ("id",)


def prefers_measure(mark: Mark) -> bool:
    """Whether a name means a number rather than a thing: its nearest measure is nearer than its nearest table."""
    measure = min((each.penalty for each in mark.candidates if is_measure(each)), default=1.0)
    thing = min((each.penalty for each in mark.candidates if not is_measure(each)), default=1.0)
    return measure < thing


def is_year(mark: Mark) -> bool:
    """Whether a number can be a year."""
    return mark.kind is MarkKind.NUMBER and bool(re.fullmatch(r"(?:1[5-9]|20|21)\d\d", mark.text))


def is_asked(flow: Flow, index: int) -> bool:
    """Whether a cue before a name asks for it, so that it labels nothing."""
    before = flow.at(index - 1)
    return before is not None and before.is_cue(
        Cue.WHICH, Cue.COUNT, Cue.EACH, Cue.BY, Cue.MOST, Cue.LEAST, Cue.AVG, Cue.SUM
    )


def is_joint(flow: Flow, index: int) -> bool:
    """Whether "and" or a comma stands at a place."""
    mark = flow.at(index)
    return mark is not None and mark.is_cue(Cue.AND)
