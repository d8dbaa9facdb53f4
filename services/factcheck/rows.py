"""Which row of a table a question means: the one whose label it says, word for word."""

from collections.abc import Sequence

from services.factcheck.lines import Line
from services.language.tables import place_at
from services.language.tokens import content_tokens


def other_rows(question: str, lines: Sequence[Line]) -> frozenset[tuple[str, int]]:
    """Cells (passage id, start) whose row label the question says in part at most, where it says another row's of the
    same passage in full: of "Cost of sales" and "Research expense", the research expense is asked for."""
    wanted = frozenset(content_tokens(question))
    labelled = {(line.passage.id, line.start): _label(line) for line in lines if line.is_cell}
    said = {place[0]: label for place, label in labelled.items() if label and label <= wanted}
    return frozenset(
        place
        for place, label in labelled.items()
        if label and place[0] in said and not label <= wanted and not said[place[0]] < label
    )


def _label(line: Line) -> frozenset[str]:
    there = place_at(line.passage.text, line.start)
    return frozenset(content_tokens(there.label)) if there else frozenset()
