"""A resolved draft as one SELECT."""

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from services.language.lexicon.wordlist import words
from services.retrieval.sql.port import Column, Kind, Table
from services.retrieval.sql.reading.draft import Condition, Draft, Slot, Term
from services.retrieval.sql.reading.joins import Edge, JoinGraph
from services.retrieval.sql.reading.names import Candidate, display_columns, key_columns
from services.retrieval.sql.reading.resolving import Resolution

_PLAIN = re.compile(r"[a-z_][a-z0-9_]*")
_RESERVED = words(
    """
    order group table index select from to values where by case limit check default transaction references primary key
    and or not null join on in is as desc asc distinct having union all exists between like left right full natural
    using add alter create drop update delete insert into set column unique foreign when then else end cast
    """
)
_COMPARED = {"=": exp.EQ, ">": exp.GT, ">=": exp.GTE, "<": exp.LT, "<=": exp.LTE}
_PART_LENGTH = {"year": 4, "month": 7}


@dataclass
class Writer:
    """Writes one draft."""

    draft: Draft
    resolution: Resolution
    graph: JoinGraph
    tables: dict[str, Table] = field(init=False)

    def __post_init__(self) -> None:
        self.tables = {each.table.name: each.table for each in self.resolution.chosen.values()}

    def select(self) -> exp.Select:
        """The query."""
        draft = self.draft
        if self._only_counts():
            return self._counts()
        joined, apart = self._parted()
        query = exp.Select().from_(_table(self.resolution.root))
        for edge in joined:
            query = query.join(_table(edge.right), on=_equation(edge))
        self._fans = any(edge.fans_out for edge in joined)
        draft.order[:] = [(self._settled(term), down) for term, down in draft.order]
        grouped = self._group_columns()
        query = query.select(*self._outputs(bool(grouped)))
        for condition in self._conditions(apart):
            query = query.where(condition)
        if grouped:
            query = query.group_by(*grouped)
        for term, op, value in draft.having:
            query = query.having(_COMPARED[op](this=self._term(term), expression=exp.Literal.number(_number(value))))
        for term, descending in draft.order:
            query = query.order_by(exp.Ordered(this=self._term(term), desc=self._direction(term, descending)))
        if draft.limit:
            query = query.limit(draft.limit)
        elif grouped and not draft.order:
            natural = self._natural_order()
            query = query.order_by(*natural) if natural else query
        return query.distinct() if self._wants_distinct(grouped) else query

    def _only_counts(self) -> bool:
        """Whether it asks how many there are of several things, and nothing else."""
        draft = self.draft
        tables = {self.resolution.chosen[term.slot].table.name for term in draft.outputs if term.function == "count"}
        plain = not (draft.conditions or draft.groups or draft.order or draft.having or draft.without)
        return plain and len(tables) == len(draft.outputs) > 1

    def _counts(self) -> exp.Select:
        made = []
        for term in self.draft.outputs:
            candidate = self.resolution.chosen[term.slot]
            self._fans = False
            count = self._count(candidate.table, candidate.column)
            inner = exp.Select().select(count).from_(_table(candidate.table.name))
            made.append(exp.alias_(exp.Subquery(this=inner), self._label(term)))
        return exp.Select().select(*made)

    def _parted(self) -> tuple[list[Edge], list[list[Edge]]]:
        """Edges to join by, and branches that only conditions need: those are put as IN (SELECT …), so that a row is
        not counted once for each of its matches."""
        chosen = self.resolution.chosen
        core = {chosen[slot].table.name for slot in self.draft.core()}
        inside = {condition.slot: chosen[condition.slot].table.name for condition in self.draft.conditions}
        branches: list[list[Edge]] = []
        joined: list[Edge] = []
        taken: set[str] = set()
        for edge in self.resolution.edges:
            branch = self._branch(edge)
            reached = {each.right for each in branch}
            if edge.right in taken:
                continue
            negated = any(c.negated and inside[c.slot] in reached for c in self.draft.conditions)
            if not reached & core and (any(each.fans_out for each in branch) or negated):
                branches.append(branch)
                taken |= reached
            else:
                joined.append(edge)
        return joined, branches

    def _branch(self, edge: Edge) -> list[Edge]:
        """An edge with all that hangs on it."""
        branch, reached = [edge], {edge.right}
        for other in self.resolution.edges:
            if other.left in reached and other.right not in reached:
                branch.append(other)
                reached.add(other.right)
        return branch

    def _conditions(self, branches: Sequence[Sequence[Edge]]) -> Iterable[exp.Expr]:
        chosen = self.resolution.chosen
        left = list(self.draft.conditions)
        told: list[exp.Expr] = []
        for branch in branches:
            reached = {edge.right for edge in branch}
            own = [each for each in left if chosen[each.slot].table.name in reached]
            left = [each for each in left if each not in own]
            told += [self._within(branch, each, negated=bool(each) and each[0].negated) for each in self._apart(own)]
        told += [self._condition(each, negated=each.negated) for each in left]
        yield from [exp.Paren(this=exp.or_(*told))] if self.draft.either and len(told) > 1 else told
        yield from (lacking for slot in self.draft.without if (lacking := self._lacks(slot)) is not None)
        for term, _ in self.draft.order:
            candidate = chosen[term.slot]
            if self.draft.limit and candidate.column and not term.function:
                yield exp.Is(this=self._column(term.slot), expression=exp.Null()).not_()

    def _apart(self, conditions: Sequence[Condition]) -> list[list[Condition]]:
        """Conditions on one branch, together unless they are negated or each of several values must be met."""
        several = next(
            (each for each in conditions if self.draft.both and len(each.values) > 1 and each.op == "="), None
        )
        if several is not None:
            rest = [each for each in conditions if each is not several]
            return [[Condition(several.slot, "=", (value,), several.negated), *rest] for value in several.values]
        groups = [[each for each in conditions if each.negated is negated] for negated in (False, True)]
        return [group for group in groups if group] or [[]]

    def _within(self, branch: Sequence[Edge], conditions: Sequence[Condition], *, negated: bool) -> exp.Expr:
        first = branch[0]
        inner = exp.Select().from_(_table(first.right)).select(_column(first.right, first.right_column))
        for edge in branch[1:]:
            inner = inner.join(_table(edge.right), on=_equation(edge))
        for condition in conditions:
            inner = inner.where(self._condition(condition, negated=False))
        if negated:
            inner = inner.where(exp.Is(this=_column(first.right, first.right_column), expression=exp.Null()).not_())
        found = exp.In(this=_column(first.left, first.left_column), query=exp.Subquery(this=inner))
        if not negated:
            return found
        outside = found.not_()
        if first.fans_out:
            return outside
        # What points to nothing is not among them either; NULL NOT IN (…) alone would lose it.
        nothing = exp.Is(this=_column(first.left, first.left_column), expression=exp.Null())
        return exp.Paren(this=exp.or_(outside, nothing))

    def _lacks(self, slot: Slot) -> exp.Expr | None:
        """That the main thing has none of what a slot names: its own column is empty, or no row points to it."""
        root = self.resolution.root
        for candidate in slot.candidates:
            if candidate.table.name == root and candidate.column:
                return exp.Is(this=_column(root, candidate.column.name), expression=exp.Null())
            made = self.graph.tree(root, {candidate.table.name})
            if candidate.column is None and made and made[0]:
                edges = made[0]
                if len(edges) == 1 and not edges[0].fans_out:
                    return exp.Is(this=_column(root, edges[0].left_column), expression=exp.Null())
                return self._within(edges, (), negated=True)
        return None

    def _outputs(self, grouped: bool) -> list[exp.Expr]:
        made: list[exp.Expr] = []
        for term in self.draft.outputs:
            if term.function:
                made.append(exp.alias_(self._term(term), self._label(term)))
            else:
                made += self._shown(term.slot)
        return list(dict.fromkeys(made))

    def _shown(self, slot: Slot) -> list[exp.Expr]:
        candidate = self.resolution.chosen[slot]
        if slot.part:
            return [exp.alias_(self._column(slot), slot.part)]
        columns = (candidate.column,) if candidate.column else display_columns(candidate.table)
        return [_column(candidate.table.name, column.name) for column in columns]

    def _group_columns(self) -> list[exp.Expr]:
        """What is grouped by: what the question groups by, and what is put out beside a function."""
        draft = self.draft
        functions = any(term.function for term in draft.outputs) or any(term.function for term, _ in draft.order)
        if not draft.groups and not draft.having and not functions:
            return []
        slots = [*draft.groups, *(term.slot for term in draft.outputs if not term.function)]
        made: list[exp.Expr] = []
        for slot in slots:
            candidate = self.resolution.chosen[slot]
            shown = self._shown(slot)
            keys = () if candidate.column else key_columns(candidate.table)
            made += [_column(candidate.table.name, key.name) for key in keys]
            made += [each.this if isinstance(each, exp.Alias) else each for each in shown]
        return list(dict.fromkeys(made))

    def _natural_order(self) -> list[exp.Expr]:
        """By time or number where it is grouped by that, else the most first."""
        slot = self.draft.groups[0] if self.draft.groups else None
        column = self.resolution.chosen[slot].column if slot else None
        if slot and (slot.part or (column and column.kind is not Kind.TEXT)):
            return [self._column(slot)]
        functions = [term for term in self.draft.outputs if term.function]
        return [exp.Ordered(this=self._term(functions[0]), desc=True)] if functions else []

    def _wants_distinct(self, grouped: Sequence[exp.Expr]) -> bool:
        if grouped or any(term.function for term in self.draft.outputs) or self.draft.order:
            return False
        chosen = [self.resolution.chosen[term.slot] for term in self.draft.outputs]
        named = {each.table.name for each in self.resolution.chosen.values() if each.column is None}
        things = all(_is_thing(each) and each.table.name not in named for each in chosen)
        return self.draft.distinct or self._fans or things

    def _settled(self, term: Term) -> Term:
        """ "gather" decided: a sum where joins fan out to it."""
        if term.function != "gather":
            return term
        return Term(term.slot, "sum" if self._fans else "")

    def _term(self, term: Term) -> exp.Expr:
        candidate = self.resolution.chosen[term.slot]
        if not term.function:
            return self._column(term.slot)
        if term.function == "count":
            return self._count(candidate.table, candidate.column)
        kinds = {"sum": exp.Sum, "avg": exp.Avg, "min": exp.Min, "max": exp.Max}
        return kinds[term.function](this=self._column(term.slot))

    def _count(self, table: Table, column: Column | None) -> exp.Expr:
        if column is not None:
            return exp.Count(this=exp.Distinct(expressions=[_column(table.name, column.name)]))
        keys = key_columns(table)
        if keys and self._fans:
            return exp.Count(this=exp.Distinct(expressions=[_column(table.name, keys[0].name)]))
        return exp.Count(this=exp.Star())

    def _column(self, slot: Slot) -> exp.Expr:
        candidate = self.resolution.chosen[slot]
        column = candidate.column or display_columns(candidate.table)[0]
        made = _column(candidate.table.name, column.name)
        if not slot.part or column.kind is not Kind.DATE:
            return made
        parts = [exp.Literal.number(1), exp.Literal.number(_PART_LENGTH[slot.part])]
        return exp.Substring(this=made, start=parts[0], length=parts[1])

    def _label(self, term: Term) -> str:
        candidate = self.resolution.chosen[term.slot]
        name = candidate.column.name if candidate.column else candidate.table.name
        said = {"count": "number_of", "sum": "total", "avg": "average", "min": "lowest", "max": "highest"}
        return f"{said[term.function]}_{name}"

    def _direction(self, term: Term, descending: bool) -> bool:
        return term.slot.descending.get(self.resolution.chosen[term.slot].label, descending)

    def _condition(self, condition: Condition, *, negated: bool) -> exp.Expr:
        candidate = self.resolution.chosen[condition.slot]
        column = candidate.column or display_columns(candidate.table)[0]
        place = _column(candidate.table.name, column.name)
        made = _compared(place, column, condition, contains=self.draft.contains)
        return exp.Not(this=exp.Paren(this=made)) if negated else made


def _is_thing(candidate: Candidate) -> bool:
    """Whether a column is asked for as a thing of its own: "which countries", beside no row that it is said of."""
    column = candidate.column
    return column is not None and column.kind is Kind.TEXT and column not in display_columns(candidate.table)


def _compared(place: exp.Column, column: Column, condition: Condition, *, contains: bool) -> exp.Expr:
    op, values = condition.op, condition.values
    if op == "null":
        return exp.Is(this=place, expression=exp.Null())
    if not values:
        mean = exp.Select().select(exp.Avg(this=place.copy())).from_(exp.Table(this=place.args["table"].copy()))
        return _COMPARED[op](this=place, expression=exp.Subquery(this=mean))
    if column.kind is Kind.TEXT:
        shapes = {"starts": "{}%", "ends": "%{}", "contains": "%{}%"}
        shape = shapes.get(op, "%{}%" if contains else "{}")
        return exp.or_(*(_like(place, shape, str(value)) for value in values))
    if any(isinstance(value, dt.date) for value in values):
        return _in_time(place, column, condition)
    if column.kind is Kind.DATE:
        return _by_year(place, condition)
    numbers = [exp.Literal.number(_number(value)) for value in values]
    if op == "between":
        return exp.Between(this=place, low=numbers[0], high=numbers[1])
    if len(numbers) > 1:
        return exp.In(this=place, expressions=numbers)
    return _COMPARED[op](this=place, expression=numbers[0])


def _like(place: exp.Column, shape: str, value: str) -> exp.Expr:
    if shape == "{}":
        return exp.EQ(this=exp.Lower(this=place.copy()), expression=exp.Lower(this=exp.Literal.string(value)))
    told = re.sub(r"([%_!])", r"!\1", value)
    like = exp.Like(this=exp.Lower(this=place.copy()), expression=exp.Literal.string(shape.format(told.lower())))
    return like if told == value else exp.Escape(this=like, expression=exp.Literal.string("!"))


def _in_time(place: exp.Column, column: Column, condition: Condition) -> exp.Expr:
    """Between two days, or beside one; a column of numbers holds years."""
    days = [value for value in condition.values if isinstance(value, dt.date)]
    if column.kind is Kind.NUMBER:
        years = [exp.Literal.number(day.year) for day in days]
        if condition.op == "between" and days[0].year != days[-1].year:
            return exp.Between(this=place, low=years[0], high=years[-1])
        return _COMPARED.get(condition.op, exp.EQ)(this=place, expression=years[0])
    if condition.op in ("between", "="):
        low = exp.GTE(this=place, expression=_day(days[0]))
        return exp.and_(low, exp.LT(this=place.copy(), expression=_day(days[-1] + dt.timedelta(days=1))))
    if condition.op in (">", "<="):
        op, day = {">": ">=", "<=": "<"}[condition.op], days[0] + dt.timedelta(days=1)
        return _COMPARED[op](this=place, expression=_day(day))
    return _COMPARED[condition.op](this=place, expression=_day(days[0]))


def _by_year(place: exp.Column, condition: Condition) -> exp.Expr:
    """Years of a column of dates."""
    if condition.op == "=" and len(condition.values) > 1:
        each = [_by_year(place.copy(), Condition(condition.slot, "=", (value,))) for value in condition.values]
        return exp.or_(*each)
    years = [int(float(str(value))) for value in condition.values]
    first, last = dt.date(years[0], 1, 1), dt.date(years[-1], 12, 31)
    if condition.op in ("between", "="):
        return _in_time(place, Column("", Kind.DATE), Condition(condition.slot, "between", (first, last)))
    edge = last if condition.op in (">", "<=") else first
    return _in_time(place, Column("", Kind.DATE), Condition(condition.slot, condition.op, (edge,)))


def _day(day: dt.date) -> exp.Literal:
    return exp.Literal.string(day.isoformat())


def _number(value: str | float | dt.date) -> str:
    number = float(str(value))
    return str(int(number)) if number.is_integer() else repr(number)


def _identifier(name: str) -> exp.Identifier:
    return exp.to_identifier(name, quoted=not _PLAIN.fullmatch(name) or name in _RESERVED)


def _table(name: str) -> exp.Table:
    return exp.Table(this=_identifier(name))


def _column(table: str, name: str) -> exp.Column:
    return exp.Column(this=_identifier(name), table=_identifier(table))


def _equation(edge: Edge) -> exp.EQ:
    return exp.EQ(this=_column(edge.left, edge.left_column), expression=_column(edge.right, edge.right_column))
