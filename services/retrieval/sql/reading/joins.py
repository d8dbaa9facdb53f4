"""How tables of a schema are joined: by declared keys, else by columns that their names and values show to be keys."""

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import product

from services.retrieval.sql.port import Column, Kind, Schema, Table
from services.retrieval.sql.reading.names import identifies, key_columns, words_of
from services.retrieval.sql.reading.vocabulary import GENERIC

DECLARED, BY_NAME, LOOSE, DISTANT = 0.3, 0.32, 0.45, 0.9
_CALLED = 0.06


@dataclass(frozen=True, slots=True)
class Edge:
    """`left.left_column = right.right_column`. `fans_out`: a row of the left may meet several of the right."""

    left: str
    left_column: str
    right: str
    right_column: str
    cost: float
    fans_out: bool

    def turned(self, *, fans_out: bool) -> "Edge":
        """The same from the other side."""
        return Edge(self.right, self.right_column, self.left, self.left_column, self.cost, fans_out)


class JoinGraph:
    """Tables and the equations between them."""

    def __init__(self, schema: Schema) -> None:
        self._edges: dict[str, list[Edge]] = defaultdict(list)
        declared = set()
        for key in schema.keys:
            left, right = schema.table(key.table), schema.table(key.to_table)
            one = left.column(key.column) if left else None
            other = right.column(key.to_column) if right else None
            if left and right and one and other:
                self._add(left, one, (right, other), cost=DECLARED)
                declared.add(frozenset((left.name, right.name)))
        for at, left in enumerate(schema.tables):
            for right in schema.tables[at + 1 :]:
                if frozenset((left.name, right.name)) not in declared:
                    self._infer(left, right)

    def tree(self, root: str, wanted: Collection[str]) -> tuple[list[Edge], float] | None:
        """The cheapest edges that reach the wanted tables from a root, nearest first, with their cost; None when they
        cannot be reached."""
        reached, edges, cost = {root}, list[Edge](), 0.0
        for target in sorted(set(wanted) - {root}):
            path = self._path(reached, target)
            if path is None:
                return None
            for edge in path:
                if edge.right not in reached:
                    edges.append(edge)
                    reached.add(edge.right)
                    cost += edge.cost
        return edges, cost

    def neighbours(self, table: str) -> list[str]:
        """Tables that one equation leads to, cheapest first."""
        return [edge.right for edge in sorted(self._edges[table], key=lambda edge: edge.cost)]

    def between(self, left: str, right: str) -> Edge | None:
        """The cheapest direct edge of two tables."""
        return min(
            (edge for edge in self._edges[left] if edge.right == right), key=lambda edge: edge.cost, default=None
        )

    def _path(self, reached: Collection[str], target: str) -> list[Edge] | None:
        """Dijkstra, from a set."""
        waiting: list[tuple[float, int, str, list[Edge]]] = [(0.0, 0, table, []) for table in sorted(reached)]
        done: set[str] = set()
        count = 0
        while waiting:
            cost, _, table, path = heapq.heappop(waiting)
            if table == target:
                return path
            if table in done:
                continue
            done.add(table)
            for edge in self._edges[table]:
                count += 1
                heapq.heappush(waiting, (cost + edge.cost, count, edge.right, [*path, edge]))
        return None

    def _add(self, left: Table, one: Column, other: tuple[Table, Column], *, cost: float) -> None:
        right, column = other
        # A table of links that is called after a table is the way to it: "team_player" leads from teams to players.
        cost -= _CALLED if set(words_of(left.name)) & set(words_of(right.name)) - GENERIC else 0.0
        edge = Edge(left.name, one.name, right.name, column.name, cost, not (column.unique or column.primary))
        self._edges[left.name].append(edge)
        self._edges[right.name].append(edge.turned(fans_out=not (one.unique or one.primary)))

    def _infer(self, left: Table, right: Table) -> None:
        found = sorted(_alike(left, right), key=lambda each: each[2])
        if found:
            one, other, cost = found[0]
            self._add(left, one, (right, other), cost=cost)


def _alike(left: Table, right: Table) -> Iterator[tuple[Column, Column, float]]:
    for one, other in product(left.columns, right.columns):
        cost = _cost(left, one, (right, other)) if one.kind is other.kind else None
        if cost is not None:
            yield one, other, cost


def _cost(left: Table, one: Column, at: tuple[Table, Column]) -> float | None:
    right, other = at
    if _points_to(one, right, other) or _points_to(other, left, one):
        return BY_NAME
    words = words_of(one.name)
    if words != words_of(other.name) or words == ("id",):
        return None
    if identifies(one):
        return BY_NAME if one.unique or other.unique else LOOSE * 2
    if one.kind is not Kind.TEXT or set(words) <= GENERIC or not set(one.values) & set(other.values):
        return None
    own = set(words_of(left.name)) | set(words_of(right.name))
    return LOOSE if own & set(words) - GENERIC else DISTANT


def _points_to(column: Column, table: Table, key: Column) -> bool:
    """customer_id → customer.id, customers.id, customer.customer_id; doctor → doctor.id is left out."""
    words, own = words_of(column.name), words_of(table.name)
    if key not in key_columns(table) and not key.unique:
        return False
    return words[-1:] == ("id",) and words[:-1] == own and words_of(key.name) in (("id",), (*own, "id"))
