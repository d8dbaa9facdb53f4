"""Tables whose cells stand one below the other, as text taken out of filings has them, put back into rows.

"Services / $ / 21.3 / 19.4" on lines of their own is a row of a table with two columns. A stretch of at least three
such rows with equally many figures is written as a grid; its heads are the dates and spans above it. All else is left
alone.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_FIGURE = re.compile(
    r"[$€£¥]?\s?[-−(]?\s?[$€£¥]?\s?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?\s?(?:[%％)]|\)\s?[%％]|[%％]\))?(?=\s|$)"
    r"|[—–](?=\s|$)|(?:\*|NM|N/M|N/A)(?=\s|$)"
)
_GRID = re.compile(r"^\s*\|.*\|\s*$", re.MULTILINE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_DAY = re.compile(rf"{_MONTH}\s\d{{1,2}},?(?:\s(?:19|20)\d\d)?$")
_SPAN = re.compile(
    r"\b(?:three|six|nine|twelve|3|6|9|12)\s(?:months|weeks)\b|\b(?:fiscal\s)?(?:years?|quarters?)\s(?:ended|ending)\b",
    re.IGNORECASE,
)
_CHANGE = re.compile(r"\b(?:percentage|percent|change|variance|increase|decrease)\b|^[%$]", re.IGNORECASE)
_MOVED = "Change"
_LONGEST_LABEL, _LONGEST_HEAD = 120, 12
_FEWEST_ROWS, _FEWEST, _MOST = 3, 2, 8


@dataclass(slots=True)
class _Row:
    """Lines `start` to `end` (exclusive): words, then figures."""

    start: int
    end: int
    words: list[str]
    figures: list[str] = field(default_factory=list)


def as_grids(text: str) -> str:
    """The text with tables of one cell a line as grids of bars."""
    lines = text.split("\n")
    if len(lines) < _FEWEST_ROWS * 3 or _GRID.search(text):
        return text
    rows = _rows(lines)
    made: list[str] = []
    done = 0
    for first, last in _stretches(rows):
        table = _Table(rows[first:last])
        made.extend(lines[done : rows[first].start])
        made.extend(table.lines())
        done = rows[last - 1].end
    return "\n".join([*made, *lines[done:]])


def _rows(lines: Sequence[str]) -> list[_Row]:
    rows: list[_Row] = []
    for at, line in enumerate(lines):
        figures = [] if _is_year(lines, at) else _figures(line)
        if figures is None or _is_year(lines, at):
            if not rows or rows[-1].figures:
                rows.append(_Row(at, at + 1, []))
            rows[-1].words.append(line)
        elif rows:
            rows[-1].figures.extend(figures)
        else:
            rows.append(_Row(at, at + 1, [], figures))
        rows[-1].end = at + 1
    return [_joined(row) for row in rows]


def _figures(line: str) -> list[str] | None:
    """The figures of a line of nothing else, lone signs among them; None for words."""
    found, rest = [], line.strip()
    while rest:
        match = _FIGURE.match(rest)
        if match is None:
            sign = re.match(r"[$€£¥%％)](?=\s|$)", rest)
            if sign is None:
                return None
            match = sign
        found.append(match.group().strip())
        rest = rest[match.end() :].strip()
    return found


def _is_year(lines: Sequence[str], at: int) -> bool:
    """Whether a line is a year that heads a column: beside another, under a day, or under the span that it ends."""
    if not _YEAR.fullmatch(lines[at].strip()):
        return False
    beside = [lines[each].strip() for each in (at - 1, at + 1) if 0 <= each < len(lines)]
    return any(_YEAR.fullmatch(each) or _DAY.search(each) or _SPAN.search(each) for each in beside) or bool(
        at and _CHANGE.search(lines[at - 1])
    )


def _joined(row: _Row) -> _Row:
    """Signs that stand alone go with the figure they belong to."""
    made: list[str] = []
    before = ""
    for each in row.figures:
        if each in "$€£¥":
            before = each
        elif each in "%％)" and made:
            made[-1] += each
        else:
            made.append(before + each)
            before = ""
    row.figures = made
    return row


def _stretches(rows: Sequence[_Row]) -> list[tuple[int, int]]:
    """Runs of rows that make a table: the same number of figures, no prose between them."""
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(rows):
        width, end = len(rows[at].figures), at + 1
        while end < len(rows) and len(rows[end].figures) == width and _is_label(rows[end].words):
            end += 1
        if end - at >= _FEWEST_ROWS and _FEWEST <= width <= _MOST:
            found.append((at, end))
        at = end
    return found


def _is_label(words: Sequence[str]) -> bool:
    """Whether lines between two rows are a label with headings above it, and no new heads and no prose."""
    return (
        0 < len(words) <= 4
        and all(len(line) <= _LONGEST_LABEL for line in words)
        and not any(_SPAN.search(line) or _YEAR.fullmatch(line.strip()) for line in words)
        and not any(len(line) > 60 and line.rstrip().endswith(".") for line in words)
    )


class _Table:
    """A stretch of rows as lines of a grid."""

    def __init__(self, rows: Sequence[_Row]) -> None:
        self._rows, self._width = rows, len(rows[0].figures)

    def lines(self) -> list[str]:
        """What stands above the heads, the heads, headings and rows."""
        above, heads, first = self._head()
        made = [*above, *(_bar(["", *head]) for head in heads)]
        for row in [_Row(0, 0, first, self._rows[0].figures), *self._rows[1:]]:
            *headings, label = _labels(row.words)
            made.extend(_bar([heading, *[""] * self._width]) for heading in headings)
            made.append(_bar([label, *row.figures]))
        return made

    def _head(self) -> tuple[list[str], list[list[str]], list[str]]:
        """Lines above the table, its rows of heads, and the words of its first row."""
        words = self._rows[0].words
        marks = [at for at, line in enumerate(words) if _is_head(line)]
        if not marks:
            label = _tail(words)
            return words[: len(words) - len(label)], [], label
        first, last = marks[0], marks[-1]
        while last - first > 2 * _LONGEST_HEAD:
            marks.pop(0)
            first = marks[0]
        spans, columns = self._columns(words[first : last + 1])
        below = words[last + 1 :] or [""]
        if columns and len(below) > 1 and _CHANGE.search(below[0]):
            below = below[1:]
        heads = [row for row in (spans, columns) if row]
        above = words[:first] if heads else words[: last + 1]
        return above, heads, below

    def _columns(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        """Spans ("Three Months Ended") spread over the columns, and the date of each column; empty when they do not go
        into the columns."""
        dates, spans = _dates(words), [line.strip() for line in words if _SPAN.search(line)]
        if len(dates) < self._width and self._width % max(1, len(dates)) and any(map(_CHANGE.search, words)):
            dates = [*dates, *[_MOVED] * (self._width - len(dates))]
        elif dates and self._width % len(dates) == 0:
            dates = dates * (self._width // len(dates))
        if len(dates) != self._width:
            return [], []
        dated = sum(each != _MOVED for each in dates)
        if not spans or dated % len(spans):
            return [], dates
        share = dated // len(spans)
        spread = [span if at == 0 else "" for span in spans for at in range(share)]
        return spread + [""] * (self._width - dated), dates


def _dates(words: Sequence[str]) -> list[str]:
    """Days with their years, or years; a single day over several years is one of each."""
    dates: list[str] = []
    day = ""
    for text in (line.strip() for line in words):
        if _YEAR.fullmatch(text):
            dates.append(f"{day} {text}".strip())
            day = ""
        elif _DAY.match(text):
            if _YEAR.search(text):
                dates.append(text)
            else:
                day = text
    if len(dates) > 1 and " " in dates[0] and not any(" " in each for each in dates[1:]):
        shared = dates[0].rpartition(" ")[0]
        return [dates[0], *[f"{shared} {each}" for each in dates[1:]]]
    return dates


def _is_head(line: str) -> bool:
    text = line.strip()
    return bool(
        _YEAR.fullmatch(text) or _DAY.fullmatch(text) or (_SPAN.search(text) and len(text) <= _LONGEST_LABEL // 2)
    )


def _labels(words: Sequence[str]) -> list[str]:
    """Headings, then the label; a line that goes on in small letters belongs to the one before."""
    made: list[str] = []
    for line in words:
        if made and (line[:1].islower() or made[-1].endswith((",", " of", " and", "-"))):
            made[-1] = f"{made[-1]} {line}"
        else:
            made.append(line)
    return made or [""]


def _tail(words: Sequence[str]) -> list[str]:
    """The label of a first row without heads: its last line, with a short heading above it."""
    if len(words) > 1 and words[-2].endswith(":") and len(words[-2]) <= _LONGEST_LABEL // 2:
        return list(words[-2:])
    return list(words[-1:])


def _bar(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"
