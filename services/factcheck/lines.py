"""Sentences and table cells of the evidence, each with what stands around it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from services.core.domain.passage import Evidence, Passage
from services.factcheck.holders import holders
from services.factcheck.measured import MEASURED, limits, may_be
from services.language.aspects import aspects, keys
from services.language.instructions import instructs, visible
from services.language.sentences import sentences
from services.language.statements import Context, Value, context_of, values
from services.language.tables import Table, place, place_at, spoken, tables, told_at

_MAX_CELLS = 400
# "Until May the post was held by …": the office is the one that the sentence before names.
_SAME_OFFICE = re.compile(
    r"\b(?:the|this|that)\s(?:post|position|role|office|job)\b|(?:该|这一?|此)(?:职务|职位|岗位|职)", re.IGNORECASE
)


def origin_of(passage: Passage) -> tuple[str, int, str]:
    """Whom a passage speaks for: a version of its document; a record, which came with an id of its own, for itself."""
    return passage.document_id, passage.version, passage.external_id


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence at `passage.text[start:end]`, or a table cell there whose `text` is the cell put in words."""

    passage: Passage
    start: int
    end: int
    text: str
    is_cell: bool = False

    @property
    def around(self) -> str:
        """The words of title and section."""
        return f"{self.passage.title} {self.passage.section}".strip()

    @property
    def origin(self) -> tuple[str, int, str]:
        """The document or the record that says it."""
        return origin_of(self.passage)

    @property
    def values(self) -> tuple[Value, ...]:
        """What the line says of what."""
        return _values(self)

    @property
    def context(self) -> Context:
        """What title, section and table say about the line."""
        return _context(self)


@lru_cache(maxsize=1_024)
def lines_of(passage: Passage) -> tuple[Line, ...]:
    """The passage's sentences and cells in order. Sentences that order the reader about are no evidence and are
    left out."""
    text = passage.text
    grids = tables(text)
    found = [
        Line(passage, each.start, each.end, visible(text[each.start : each.end]))
        for each in sentences(text)
        if not any(grid.start <= each.start < grid.end for grid in grids)
    ]
    for grid in grids:
        found.extend(_cells(passage, grid))
    return tuple(line for line in sorted(found, key=lambda line: line.start) if not instructs(line.text))


def all_lines(evidence: Iterable[Evidence]) -> list[Line]:
    """Lines of every passage, each passage once, in the order of the evidence."""
    passages = {item.passage.id: item.passage for item in evidence}
    return [line for passage in passages.values() for line in lines_of(passage)]


def line_at(passage: Passage, start: int, end: int) -> Line | None:
    """The line that holds most of `passage.text[start:end]`; None when there is none that may be used."""
    best, most = None, 0
    for line in lines_of(passage):
        shared = min(end, line.end) - max(start, line.start)
        if shared > most:
            best, most = line, shared
    return best


@lru_cache(maxsize=8_192)
def own_values(line: Line) -> tuple[Value, ...]:
    """What a cell itself says, without what its label, head and caption do; of a sentence all its values."""
    there = place_at(line.passage.text, line.start) if line.is_cell else None
    if there is None:
        return line.values
    at = told_at(there)
    return tuple(value for value in line.values if value.start >= at)


def led_by(line: Line) -> list[Line]:
    """The sentences that a sentence goes on from: at most three before it in the same paragraph, nearest first."""
    if line.is_cell:
        return []
    before = [each for each in lines_of(line.passage) if each.end <= line.start and not each.is_cell][-3:][::-1]
    return [each for each in before if "\n\n" not in line.passage.text[each.end : line.start]]


def _cells(passage: Passage, grid: Table) -> Iterable[Line]:
    count = 0
    for row in grid.rows:
        for column, cell in enumerate(row.cells):
            if not cell.text or (column == 0 and len(row.cells) > 1):
                continue
            there = place(grid, row, column)
            count += 1
            if there is None or count > _MAX_CELLS:
                continue
            yield Line(passage, cell.start, cell.end, spoken(there), is_cell=True)


@lru_cache(maxsize=8_192)
def _values(line: Line) -> tuple[Value, ...]:
    plain = values(line.text, line.context)
    every = sorted([*plain, *holders(line.text, line.context, plain)], key=lambda value: value.start)
    found = tuple(_by_unit(line, value) for value in every)
    if not _SAME_OFFICE.search(line.text) or line.is_cell:
        return found
    roles = next((said for before in led_by(line) if (said := keys(before.text, "role"))), frozenset[str]())
    return tuple(replace(value, aspects=roles) if value.kind == "name" and roles else value for value in found)


def _by_unit(line: Line, value: Value) -> Value:
    """A figure whose unit its nearest measure cannot have is one of the nearest measure that can: in "employees get 26
    days of annual leave" of leave."""
    if value.quantity is None or all(may_be(key, value.quantity) for key in value.aspects):
        return value
    others = [
        each
        for each in aspects(line.text)
        if each.kind in MEASURED and limits(each.key) and may_be(each.key, value.quantity)
    ]
    nearest = min(others, key=lambda each: abs(each.start - value.end), default=None)
    return replace(value, aspects=frozenset({nearest.key}) if nearest else frozenset(), carried=False)


@lru_cache(maxsize=8_192)
def _context(line: Line) -> Context:
    there = place_at(line.passage.text, line.start) if line.is_cell else None
    table = (there.head, there.label, there.table.caption) if there else ()
    return context_of(*table, line.passage.section, line.passage.title)
