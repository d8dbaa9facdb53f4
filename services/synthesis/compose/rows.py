"""The answer of a database query: its rows in short form first, all of them, then what they were computed from."""

from services.language.query_results import NOTHING, QueryResult, read
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.compose.replies import shortened
from services.synthesis.sources import Source

_MOST = 60
"""Rows that an answer tells; the citation holds all."""
_EN = {
    "empty": "No row matches.",
    "from": "Computed by a query over {tables} in the database {database}.",
    "more": "These are {told} of {rows} rows.",
    "cut": "There are more rows than the query may give.",
}
_ZH = {
    "empty": "没有符合条件的记录。",
    "from": "由对数据库{database}中{tables}的查询得出。",
    "more": "以上是{rows}行中的{told}行。",
    "cut": "结果行数超过查询上限，其余未列出。",
}


def compose(brief: Brief) -> Composition | None:
    """The answer from rows; None when the findings are not those of one query alone."""
    if len(brief.findings) != 1 or len(brief.findings[0].evidence) != 1:
        return None
    passage = brief.findings[0].evidence[0].passage
    result = read(passage.text)
    if result is None:
        return None
    phrases = _ZH if brief.wording.chinese else _EN
    source = Source(passage, passage.char_start, passage.char_end, f"{result.sql} → {result.short}")
    parts = [_answer(brief, result, source)]
    notices = [phrases["from"].format(tables=brief.wording.listed(result.tables), database=result.database)]
    if len(result.rows) > _MOST:
        notices.append(phrases["more"].format(told=_MOST, rows=len(result.rows)))
    if result.cut:
        notices.append(phrases["cut"])
    parts += [Part(notice, "notice") for notice in notices]
    short = phrases["empty"].rstrip(".。") if _is_empty(result) else shortened(result.short)
    return Composition(tuple(parts), short)


def _answer(brief: Brief, result: QueryResult, source: Source) -> Part:
    if _is_empty(result):
        phrases = _ZH if brief.wording.chinese else _EN
        return Part(phrases["empty"], "answer", (source,), computed=True)
    joint = ", " if len(result.columns) == 1 else "; "
    return Part(brief.wording.ended(joint.join(result.told[:_MOST])), "answer", (source,), computed=True)


def _is_empty(result: QueryResult) -> bool:
    return not result.rows or all(cell == NOTHING for row in result.rows for cell in row)
