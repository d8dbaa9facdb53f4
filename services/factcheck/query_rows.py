"""Statements that cite rows of a query: every figure and name in them must be a cell, and pairs must share a row."""

import re
from collections.abc import Iterable, Sequence

from services.core.domain.answer import Claim, Verdict
from services.core.domain.passage import Passage
from services.factcheck.asked import Asked
from services.factcheck.claims import Piece
from services.factcheck.lines import Line
from services.language.query_results import NOTHING, QueryResult, read

_WORD = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+(?:\.\d+)?")
_ITEMS = re.compile(r"(?:; |, |；|、)")
_EMPTY = frozenset({"no row matches", "没有符合条件的记录"})
_JOINTS = frozenset({"and", "or", "和", "或"})


def told_by_rows(piece: Piece, lines: Iterable[Line], asked: Asked) -> Claim | None:
    """The verdict on a statement that cites a query's rows; None when it cites none, or documents as well that may
    say what the rows do not."""
    cited = _cited(piece, lines)
    results = [(passage, found) for passage in cited if (found := read(passage.text))]
    if not results:
        return None
    for passage, result in results:
        if _holds(piece.text, result, asked):
            return Claim(piece.text, piece.sentence, Verdict.SUPPORTED, ("rows",), (passage.id,), 1.0)
    if len(results) < len(cited):
        return None
    evidence = tuple(passage.id for passage, _ in results)
    reason = "not in the rows of the query"
    return Claim(piece.text, piece.sentence, Verdict.UNSUPPORTED, ("rows",), evidence, 0.1, reason)


def _cited(piece: Piece, lines: Iterable[Line]) -> list[Passage]:
    passages = {line.passage.id: line.passage for line in lines}
    return [passages[each] for each in piece.cited if each in passages]


def _holds(text: str, result: QueryResult, asked: Asked) -> bool:
    said = text.strip(" .。;；")
    if said.casefold() in _EMPTY:
        return all(cell == NOTHING for row in result.rows for cell in row)
    told = {each.casefold() for each in result.told} | {result.short.casefold()}
    if said.casefold() in told or all(item.strip().casefold() in told for item in _ITEMS.split(said)):
        return True
    return any(_is_of(said, row, result, asked=asked) for row in result.rows)


def _is_of(said: str, row: Sequence[str], result: QueryResult, *, asked: Asked) -> bool:
    """Whether a statement is one row's cells in words of the question: at least one cell, and nothing else."""
    rest, found = said.casefold(), 0
    for cell in sorted({cell.casefold() for cell in row if cell != NOTHING}, key=len, reverse=True):
        cut = re.sub(rf"(?<![\w.]){re.escape(cell)}(?![\w]|\.\d)", " ", rest)
        found += cut != rest
        rest = cut
    known = _words(asked.text, *result.columns, *result.tables, result.database) | _JOINTS
    return found > 0 and _words(rest) <= known


def _words(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in _WORD.findall(text.replace("_", " ").casefold()))
