"""Which table and column each slot of a draft is: all decided together, so that what is named fits into few tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from services.retrieval.sql.reading.draft import Draft, Slot
from services.retrieval.sql.reading.joins import Edge, JoinGraph
from services.retrieval.sql.reading.names import Candidate

_BEAM, _WIDTH = 160, 8
_STRANGER = 0.25
"""What it costs that a column is not of the thing it is said of."""
_TABLE = 0.12

Chosen = Mapping[Slot, Candidate]


@dataclass(frozen=True, slots=True)
class Resolution:
    """What each slot is, how the tables are joined from `root`, and what it costs."""

    chosen: Chosen
    root: str
    edges: tuple[Edge, ...]
    cost: float


def resolutions(draft: Draft, graph: JoinGraph) -> list[Resolution]:
    """Readings of a draft, cheapest first; none when no choice of tables can be joined."""
    slots = draft.slots()
    beam: list[tuple[float, dict[Slot, Candidate]]] = [(0.0, {})]
    for slot in slots:
        grown = [
            (cost + candidate.penalty + _estranged(slot, candidate, chosen), {**chosen, slot: candidate})
            for cost, chosen in beam
            for candidate in slot.candidates[:_WIDTH]
        ]
        grown.sort(key=lambda each: each[0] + _TABLE * len({one.table.name for one in each[1].values()}))
        beam = grown[:_BEAM]
    found = [made for cost, chosen in beam if chosen and (made := _joined(chosen, slots, (graph, cost)))]
    return sorted(found, key=lambda each: each.cost)


def _estranged(slot: Slot, candidate: Candidate, chosen: Mapping[Slot, Candidate]) -> float:
    """Said of one thing, standing in another; either may have been chosen first."""
    cost = 0.0
    if slot.owner is not None and slot.owner in chosen and chosen[slot.owner].table is not candidate.table:
        cost += _STRANGER
    cost += sum(
        _STRANGER for other, taken in chosen.items() if other.owner is slot and taken.table is not candidate.table
    )
    return cost


def _joined(chosen: Mapping[Slot, Candidate], slots: Sequence[Slot], at: tuple[JoinGraph, float]) -> Resolution | None:
    graph, cost = at
    root = chosen[slots[0]].table.name
    made = graph.tree(root, {each.table.name for each in chosen.values()})
    if made is None:
        return None
    edges, joined = made
    return Resolution(chosen, root, tuple(edges), cost + joined + _TABLE * len(edges))
