"""A resolved draft as one SELECT."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from services.retrieval.sql.port import Column, Kind, Table
from services.retrieval.sql.reading.comparing import COMPARED, column_of, compared, equation, number_of, table_of
from services.retrieval.sql.reading.draft import CannotWrite, Condition, Draft, Slot, Term
from services.retrieval.sql.reading.joins import Edge, JoinGraph
from services.retrieval.sql.reading.names import Candidate, display_columns, key_columns
from services.retrieval.sql.reading.resolving import Resolution

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
        """The query. Raises CannotWrite for what one SELECT of these shapes cannot say."""
        draft = self.draft
        self._drop_own_groups()
        best = self._best_of_group()
        if self._only_counts():
            return self._counts()
        joined, apart = self._parted()
        query = exp.Select().from_(table_of(self.resolution.root))
        for edge in joined:
            query = query.join(table_of(edge.right), on=equation(edge))
        self._fans = any(edge.fans_out for edge in joined)
        draft.order[:] = [(self._settled(term), down) for term, down in draft.order]
        if best is not None:
            query = query.where(best)
        grouped = self._group_columns()
        query = query.select(*self._outputs(bool(grouped)))
        for condition in self._conditions(apart):
            query = query.where(condition)
        if grouped:
            query = query.group_by(*grouped)
        for term, op, value in draft.having:
            query = query.having(COMPARED[op](this=self._term(term), expression=exp.Literal.number(number_of(value))))
        for term, descending in draft.order:
            query = query.order_by(exp.Ordered(this=self._term(term), desc=self._direction(term, descending)))
        if draft.limit:
            query = query.limit(draft.limit)
        elif grouped and not draft.order:
            natural = self._natural_order()
            query = query.order_by(*natural) if natural else query
        return query.distinct() if self._wants_distinct(grouped) else query

    def _drop_own_groups(self) -> None:
        """ "the average fee per visit": a visit has one fee, so nothing is grouped by visits."""
        chosen, draft = self.resolution.chosen, self.draft
        measured = {
            chosen[t.slot].table.name for t in (*draft.outputs, *(t for t, _ in draft.order)) if t.function == "avg"
        }
        own = [slot for slot in draft.groups if chosen[slot].column is None and chosen[slot].table.name in measured]
        draft.groups[:] = [slot for slot in draft.groups if slot not in own]
        draft.outputs[:] = [term for term in draft.outputs if term.slot not in own]

    def _best_of_group(self) -> exp.Expr | None:
        """ "the oldest doctor of each ward": its measure is the largest (or smallest) among its group's rows."""
        draft, chosen = self.draft, self.resolution.chosen
        if not (draft.groups and draft.order and draft.limit):
            return None
        (term, down), group = draft.order[0], draft.groups[0]
        others = [each for each in draft.outputs if each.slot not in draft.groups]
        if not others or all(each.function for each in others):
            return None
        table, of = chosen[term.slot].table, self._grouped_in(chosen[term.slot].table, group)
        plain = term.function in ("", "gather") and draft.limit == 1 and len(draft.groups) == 1
        if of is None or not plain:
            raise CannotWrite("the best of each group cannot be asked of it")
        measure = self._column(term.slot)
        peer = exp.to_identifier("peer")
        best = exp.Max if self._direction(term, down) else exp.Min
        inner = exp.Select().select(best(this=exp.Column(this=measure.this.copy(), table=peer)))
        inner = inner.from_(exp.alias_(table_of(table.name), "peer", table=True))
        inner = inner.where(exp.EQ(this=exp.Column(this=of.this.copy(), table=peer.copy()), expression=of.copy()))
        draft.groups.clear()
        draft.order.clear()
        draft.limit = 0
        return exp.EQ(this=measure, expression=exp.Subquery(this=inner))

    def _grouped_in(self, table: Table, group: Slot) -> exp.Column | None:
        """The column of a table that tells its groups apart: the group's own, or the key that points to it."""
        place = self.resolution.chosen[group]
        if place.table is table and place.column is not None and not group.part:
            return column_of(table.name, place.column.name)
        edge = self.graph.between(table.name, place.table.name)
        if edge is None or edge.fans_out or place.column is not None:
            return None
        return column_of(table.name, edge.left_column)

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
            inner = exp.Select().select(count).from_(table_of(candidate.table.name))
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
        yield from (self._lacks(slot) for slot in self.draft.without)
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
        inner = exp.Select().from_(table_of(first.right)).select(column_of(first.right, first.right_column))
        for edge in branch[1:]:
            inner = inner.join(table_of(edge.right), on=equation(edge))
        for condition in conditions:
            inner = inner.where(self._condition(condition, negated=False))
        if negated:
            inner = inner.where(exp.Is(this=column_of(first.right, first.right_column), expression=exp.Null()).not_())
        found = exp.In(this=column_of(first.left, first.left_column), query=exp.Subquery(this=inner))
        if not negated:
            return found
        outside = found.not_()
        if first.fans_out:
            return outside
        # What points to nothing is not among them either; NULL NOT IN (…) alone would lose it.
        nothing = exp.Is(this=column_of(first.left, first.left_column), expression=exp.Null())
        return exp.Paren(this=exp.or_(outside, nothing))

    def _lacks(self, slot: Slot) -> exp.Expr:
        """That the main thing has none of what a slot names: its own column is empty, or no row points to it."""
        root = self.resolution.root
        for candidate in slot.candidates:
            if candidate.table.name == root and candidate.column:
                place = column_of(root, candidate.column.name)
                empty = exp.Is(this=place, expression=exp.Null())
                if candidate.column.kind is not Kind.NUMBER:
                    return empty
                zero = exp.EQ(this=place.copy(), expression=exp.Literal.number(0))
                return exp.Paren(this=exp.or_(empty, zero))
            made = self.graph.tree(root, {candidate.table.name})
            if candidate.column is None and made and made[0]:
                edges = made[0]
                if len(edges) == 1 and not edges[0].fans_out:
                    return exp.Is(this=column_of(root, edges[0].left_column), expression=exp.Null())
                return self._within(edges, (), negated=True)
        raise CannotWrite(f"nothing links it to {slot.text!r}")

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
        return [column_of(candidate.table.name, column.name) for column in columns]

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
            made += [column_of(candidate.table.name, key.name) for key in keys]
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
            return exp.Count(this=exp.Distinct(expressions=[column_of(table.name, column.name)]))
        keys = key_columns(table)
        if keys and self._fans:
            return exp.Count(this=exp.Distinct(expressions=[column_of(table.name, keys[0].name)]))
        return exp.Count(this=exp.Star())

    def _column(self, slot: Slot) -> exp.Expr:
        candidate = self.resolution.chosen[slot]
        column = candidate.column or display_columns(candidate.table)[0]
        made = column_of(candidate.table.name, column.name)
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
        place = column_of(candidate.table.name, column.name)
        made = compared(place, column, condition, contains=self.draft.contains)
        return exp.Not(this=exp.Paren(this=made)) if negated else made


def _is_thing(candidate: Candidate) -> bool:
    """Whether a column is asked for as a thing of its own: "which countries", beside no row that it is said of."""
    column = candidate.column
    return column is not None and column.kind is Kind.TEXT and column not in display_columns(candidate.table)
