"""Heads of a ruled table drawn into one cell: a group's name, and below it, without rules, the names of its columns."""

from collections.abc import Sequence
from statistics import median

from services.ingestion.parse.pdf_lines import Line, Word, lines_of

_FIRST_ROWS = 4
_APART = 0.35  # of the type's size: names of columns stand farther apart than words of a sentence
_NAMED = 0.6  # of the columns below the cell

Box = tuple[float, float, float, float]
Edges = Sequence[tuple[float, float]]


def split_heads(
    cells: Sequence[Box | None], texts: list[str], *, words: Sequence[Word], columns: Edges
) -> list[list[str]]:
    """A row as two, where cells that span columns name them one by one; else the row alone.

    `cells` are the boxes of the row, None where the cell on the left spans the column; `columns` the edges of each.
    """
    groups, names = list(texts), [""] * len(texts)
    found = False
    for at, box in enumerate(cells):
        end = at + 1
        while end < len(cells) and cells[end] is None:
            end += 1
        if box is None or end - at < 2:
            continue
        lines = lines_of([word for word in words if _is_in(word, box)])
        group = lines[0].text if len(lines) > 1 else ""
        named = _named(lines[1:] or lines, columns[at:end])
        if named:
            found = True
            groups[at:end] = [group] * (end - at)
            names[at:end] = named
    return [groups, names] if found else [texts]


def has_heads(number: int, cells: Sequence[Box | None]) -> bool:
    """Whether a row may be one of heads with cells that span others."""
    return number < _FIRST_ROWS and any(cell is None for cell in cells) and any(cell is not None for cell in cells[1:])


def _named(lines: Sequence[Line], columns: Edges) -> list[str]:
    """The words of lines by the columns they stand in the middle of; [] when they are running text."""
    names = [""] * len(columns)
    gaps: list[float] = []
    for line in lines:
        before: tuple[int, Word] | None = None
        for word in line.words:
            middle = (word.x0 + word.x1) / 2
            at = min(range(len(columns)), key=lambda column: _off(middle, columns[column]))
            names[at] = f"{names[at]} {word.text}".strip()
            if before is not None and before[0] != at:
                gaps.append((word.x0 - before[1].x1) / max(word.size, 1.0))
            before = at, word
    several = sum(map(bool, names)) >= max(2, _NAMED * len(columns))
    return names if several and gaps and median(gaps) > _APART else []


def _off(middle: float, edge: tuple[float, float]) -> float:
    return 0.0 if edge[0] <= middle <= edge[1] else min(abs(middle - edge[0]), abs(middle - edge[1]))


def _is_in(word: Word, box: Box) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.top + word.bottom) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]
