"""From when until when what a line says holds: by its own clause, by its row of a table, by the sentence after it."""

import re

from services.factcheck.lines import Line, lines_of
from services.factcheck.validity import Validity, validity_at
from services.language.statements import periods
from services.language.tables import place_at

_FROM_HEAD = re.compile(
    r"\b(?:from|since|start(?:s|ed|ing)?(?: date)?|effective|valid from|in (?:office|force) since|appointed|as of)\b"
    r"|起始|开始|生效|到任|上任|任职(?:日期|时间|起)|自",
    re.IGNORECASE,
)
_UNTIL_HEAD = re.compile(
    r"\b(?:until|till|to|end(?:s|ed|ing)?(?: date)?|expir\w+|valid (?:to|until)|left)\b"
    r"|截止|结束|到期|卸任|离任|失效|止",
    re.IGNORECASE,
)
_TAKES_EFFECT = re.compile(
    r"^\W*(?:the|this|that|his|her|their|both)\s(?:\w+\s){0,2}?(?:appointments?|changes?|prices?|rates?|polic(?:y|ies)|rules?|decisions?"
    r"|tariffs?|terms?)\s(?:will\s)?(?:takes?|is|are|becomes?|comes?|appl(?:y|ies)|starts?)\b"
    r"|^\W*(?:该|此|上述|以上|本次)?(?:任命|任职|调整|变更|价格|规定|决定|政策|通知)[^。；]{0,12}(?:生效|执行|实施|施行|起)",
    re.IGNORECASE,
)


def holding(line: Line, offset: int) -> Validity:
    """The bounds for what stands at `line.text[offset]`; unbounded when nothing sets any."""
    if line.is_cell:
        return _of_row(line)
    own = validity_at(line.text, offset)
    return own if own.bounded else _of_next(line)


def _of_row(line: Line) -> Validity:
    """By the cells of the row whose heads say from when or until when."""
    there = place_at(line.passage.text, line.start)
    if there is None:
        return Validity()
    first = last = None
    for column, cell in enumerate(there.row.cells):
        head = there.table.header[column] if column < len(there.table.header) else ""
        said = periods(cell.text)
        if not said or cell.start == line.start:
            continue
        if _UNTIL_HEAD.search(head):
            last = last or said[0].last
        elif _FROM_HEAD.search(head):
            first = first or said[0].first
    return Validity(first, last)


def _of_next(line: Line) -> Validity:
    """By "The appointment takes effect on …", which goes on from the line."""
    after = next((each for each in lines_of(line.passage) if each.start >= line.end and not each.is_cell), None)
    if after is None or "\n\n" in line.passage.text[line.end : after.start] or not _TAKES_EFFECT.search(after.text):
        return Validity()
    said = periods(after.text)
    return Validity(said[0].first, None) if said else Validity()
