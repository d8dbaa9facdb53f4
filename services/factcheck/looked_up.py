"""Looking a figure up in a table: the row by its label, the column by its head and its time.

A reader sees where a question and a text meet; in a table of filings it meets the row and misses the column. Here each
cell is held against the words of the question: what label, group and head say of them, and what of them stands in the
table's caption, in the title or in the text beside it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from services.core.domain.passage import Evidence, Passage
from services.factcheck import kinds
from services.factcheck.asked import Asked
from services.factcheck.lines import Line, lines_of, own_values
from services.factcheck.measured import MEASURED, unit_words
from services.factcheck.presence import present
from services.language.aspects import aspects, fits
from services.language.entities import named_entities
from services.language.lexicon.wordlist import words
from services.language.statements import Days, Value, periods
from services.language.table_heads import is_data
from services.language.tables import Place, place, tables
from services.language.tokens import content_tokens

_OPEN = frozenset({"thing", "list"})
_ASKS = re.compile(
    r"^\W*(?:(?:in|for|as of|as at|at|during)\b[^,]*,\s*)?what(?:['’]s|\s(?:is|was|are|were))\b"
    r"|\bhow (?:much|many)\b|多少",
    re.IGNORECASE,
)
_NOTE = re.compile(r"[(（]\s*(?:\d{1,2}|[a-z]|[ivx]+|note \d+)\s*[)）]|\*+|[¹²³⁴]+", re.IGNORECASE)
# What a label may have beyond the words of the question, and a question beyond those of a label.
_SLIGHT = frozenset(content_tokens("total net less plus including note item items amount of the company group"))
_ASKING = frozenset(
    content_tokens(
        "value figure amount number result reported report recorded record shown stated disclosed company group segment"
        " fiscal financial year ended end period as at respective respectively balance much many does do did latest"
        " newest recent most current quarter quarterly filing form 10-k 10-q 10k 10q 10 annual report statement"
    )
) | words("金额 数额 数值 数据 公司 年度 年末 期末 报告期")
_INCLUDED = re.compile(r"[(（](?:including|incl\.|e\.g\.|i\.e\.|such as|包括|含|如)[^()（）]*[)）]", re.IGNORECASE)
_WHOLE = 0.97
_PERCENT = frozenset(content_tokens("percentage percent per cent proportion share"))
_YEAR = re.compile(r"(?:19|20)\d\d")
_SHORT_SPAN = re.compile(
    r"\b(?:three|six|nine|3|6|9)[ -]months?\b|\bquarter(?:ly)?\b|\bQ[1-4]\b|\bhalf\b|\bH[12]\b|季度|半年|月",
    re.IGNORECASE,
)
_LONGER = re.compile(r"\b(?:six|nine|6|9)[ -]months?\b", re.IGNORECASE)
_LEAST, _ROW_LEAST, _TITLE, _TEXT = 0.62, 0.5, 0.8, 0.2
_ROW, _COVER, _COVER_OPEN = 0.4, 0.5, 0.7
_MOST = 4
_NEAR_BEST, _OLDER = 0.08, 0.75
_NEWEST = re.compile(r"\b(?:latest|newest|most recent|current)\b|最新|最近", re.IGNORECASE)
_YEAR_MONTH = re.compile(r"((?:19|20)\d\d)[-/.](0?[1-9]|1[0-2])$")
_ONLY_A_TIME = re.compile(
    r"(?:19|20)\d\d[-/.年]\s?\d{1,2}(?:[-/.月]\s?\d{1,2}日?)?月?|(?:[A-Z][a-z]{2,8}\.?|Q[1-4]|H[12])\s(?:19|20)\d\d"
)
_CHANGES = re.compile(r"\b(?:change|increase|decrease|growth|variance|%)|同比|增减|变动|增长", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Found:
    """A cell that a question describes: its line and value, and how well it does, in [0, 1]."""

    line: Line
    value: Value
    words: float
    period: float


def looked_up(asked: Asked, evidence: Sequence[Evidence]) -> list[Found]:
    """The cells that fit the question best, best first; none when the question asks for no figure."""
    if not _asks_for_figure(asked):
        return []
    found = described(asked, evidence)
    if not asked.periods and _NEWEST.search(asked.text):
        found = _newest_first(found)
    found.sort(key=lambda each: -(each.words * each.period))
    return found[:_MOST]


def described(asked: Asked, evidence: Sequence[Evidence]) -> list[Found]:
    """Every cell that the question describes, in the order of the evidence."""
    passages = {item.passage.id: item.passage for item in evidence}
    return [each for passage in passages.values() for each in _in_passage(asked, passage)]


def _newest_first(found: Sequence[Found]) -> list[Found]:
    """Of cells that the question describes about equally well, those of older documents are older."""
    best = max((each.words for each in found), default=0.0)
    dates = [each.line.passage.date for each in found if each.words >= best - _NEAR_BEST]
    newest = max(filter(None, dates), default=None)
    return [
        replace(each, period=each.period * _OLDER) if newest and each.line.passage.date != newest else each
        for each in found
    ]


def _asks_for_figure(asked: Asked) -> bool:
    if kinds.wanted(asked) == "quantity":
        return True
    return asked.expects in _OPEN and _ASKS.search(asked.text) is not None


def _in_passage(asked: Asked, passage: Passage) -> Iterator[Found]:
    lines = {line.start: line for line in lines_of(passage) if line.is_cell}
    wanted = _wanted(asked)
    if not wanted or not lines:
        return
    around = _around(passage)
    for there in _cells(passage.text):
        line = lines.get(there.cell.start)
        value = next((each for each in own_values(line) if each.quantity), None) if line else None
        if line is None or value is None or not value.quantity or value.quantity.kind in ("year", "ordinal"):
            continue
        period = _period(asked, there, passage)
        worth = _worth(asked, there, wanted=wanted, around=around) if period else 0.0
        if worth >= _LEAST:
            yield Found(line, value, worth, period)


@lru_cache(maxsize=256)
def _cells(text: str) -> tuple[Place, ...]:
    rows = [(table, row) for table in tables(text) for row in table.rows]
    cells = [(table, row, at) for table, row in rows for at in range(1, len(row.cells)) if is_data(row.cells[at].text)]
    return tuple(there for table, row, at in cells if (there := place(table, row, at)))


@lru_cache(maxsize=512)
def _around(passage: Passage) -> tuple[frozenset[str], frozenset[str]]:
    near = frozenset(content_tokens(f"{passage.title} {passage.section}"))
    return near, frozenset(content_tokens(passage.text))


def _owners(asked: Asked) -> list[str]:
    """Names of the question of which the table must be: not those in an aside, and no places, which a note may name."""
    asides = " ".join(match.group() for match in _INCLUDED.finditer(asked.text))
    places = {each.text for each in named_entities(asked.text) if each.kind == "place"}
    return [each.text for each in asked.names if not each.loose and each.text not in asides and each.text not in places]


def _wanted(asked: Asked) -> frozenset[str]:
    """Content words of the question without its times, its asides and what only asks."""
    rest = list(_INCLUDED.sub(lambda match: " " * len(match.group()), asked.text))
    for each in asked.periods:
        if each.start >= 0:
            rest[each.start : each.end] = " " * (each.end - each.start)
    return frozenset(content_tokens(_YEAR.sub(" ", "".join(rest)))) - _ASKING - unit_words(asked.text)


@lru_cache(maxsize=8_192)
def _said(text: str) -> frozenset[str]:
    """Words of a label or head without notes and times."""
    plain = _NOTE.sub(" ", text)
    rest = list(plain)
    for each in periods(plain):
        rest[each.start : each.end] = " " * (each.end - each.start)
    return frozenset(content_tokens(_YEAR.sub(" ", "".join(rest)))) - _ASKING


def _worth(
    asked: Asked, there: Place, *, wanted: frozenset[str], around: tuple[frozenset[str], frozenset[str]]
) -> float:
    """How well label, group and head say what the question says, in [0, 1]; 0 for another row or another's table."""
    label, group, head = _said(there.label), _said(there.row.group), _said(there.head)
    same = _same(asked, there.label or there.head)
    key = label or head
    own = (key - _SLIGHT) or key
    row = len(own & (wanted | same)) / len(own) if own else 0.0
    if any(not named.loose and present(named.key, there.label) >= _WHOLE for named in asked.names):
        row = 1.0  # Whatever else its name has: Ltd., the short form in brackets.
        if _is_of_another_column(asked, there, wanted):
            return 0.0
    if row < _ROW_LEAST or _is_of_another_measure(asked, there):
        return 0.0
    beyond = (label & _SLIGHT) - wanted
    met = wanted & (label | group | head | _matched(asked, there.context))
    left = wanted - met - (_PERCENT if _is_percent(there) else frozenset[str]())
    caption = _said(there.table.caption)
    share = sum(_TITLE if word in around[0] | caption else _TEXT if word in around[1] else 0.0 for word in left)
    if any(_is_missing(name, left - around[0] - around[1]) for name in _owners(asked)):
        return 0.0
    cover = 1 - (len(left) - share) / len(wanted)
    if cover < (_COVER_OPEN if asked.expects in _OPEN else _COVER):
        return 0.0
    aside = head - wanted if label else frozenset[str]()
    moved = _CHANGES.search(there.head) is not None and _CHANGES.search(asked.text) is None
    slip = 0.04 * bool(aside) + 0.02 * len(beyond) + 0.3 * moved
    return max(0.0, min(1.0, (_ROW * row + (1 - _ROW) * cover) - slip)) if met else 0.0


def _is_of_another_measure(asked: Asked, there: Place) -> bool:
    """Whether the nearest words that name a measure (label and head, headings, caption) name none that is asked."""
    wanted = {each.key for each in asked.mentions if each.kind in MEASURED}
    if not wanted:
        return False
    own = f"{there.label} {there.head}"
    for said in (own, there.row.group, there.table.caption):
        named = {each.key for each in aspects(said) if each.kind in MEASURED}
        if named and not (said != own and _is_percent(there) and asked.expects == "percent"):
            return not fits(wanted, named)
    return False


def _is_of_another_column(asked: Asked, there: Place, wanted: frozenset[str]) -> bool:
    """In the row of a thing by its name, the head must say what is asked of it: the fuel of a ship is not its speed."""
    head = _said(there.head) - frozenset(content_tokens(there.label))
    return (
        bool(head)
        and not _times(there.head)
        and not head & (wanted | _same(asked, there.head) | _matched(asked, there.head))
    )


def _is_percent(there: Place) -> bool:
    return "%" in there.cell.text or "％" in there.cell.text or there.unit in ("%", "％")


def _is_missing(name: str, missing: frozenset[str]) -> bool:
    """Whether the word that tells a name from others, its first, or most of it is said nowhere."""
    own = content_tokens(name)
    return bool(own) and (own[0] in missing or len(missing & set(own)) * 2 > len(set(own)))


def _same(asked: Asked, label: str) -> frozenset[str]:
    """Words of a label that name a measure of the question in other words: "net sales" for revenue."""
    said = [each for each in aspects(label) if fits(asked.aspects, {each.key})]
    return frozenset(word for each in said for word in content_tokens(label[each.start : each.end]))


def _matched(asked: Asked, label: str) -> frozenset[str]:
    """Words of the question's measures that the label names in other words."""
    keys = {each.key for each in aspects(label)}
    met = [each for each in asked.mentions if fits({each.key}, keys)]
    return frozenset(word for each in met for word in content_tokens(asked.text[each.start : each.end]))


def _period(asked: Asked, there: Place, passage: Passage) -> float:
    """1 when the cell is of the time asked about, 0 when it is of another, between when nothing says."""
    own = _times(there.head) or _times(there.label) or _times(there.row.group) or _row_times(there)
    group = _times(there.row.group)
    if not asked.periods:
        return _latest(there, own)
    if not own:
        said = _times(there.table.caption) or _times(passage.title)
        return max((_meets(each, said, there) for each in asked.periods), default=0.0) if said else 0.6
    best = max(_meets(each, own, there) for each in asked.periods)
    if not best and any(_is_titled(each, passage) for each in asked.periods):
        best = _latest(there, own) if _latest(there, own) > _OLDER else 0.0
    if group and group != own and not any(_meets(each, group, there) for each in asked.periods):
        return 0.0
    return best


def _is_titled(asked: Days, passage: Passage) -> bool:
    """Whether the title calls the document after the quarter or half that is asked about: a fiscal one may be any."""
    said = _times(f"{passage.title} {passage.section}")
    return asked.grain in ("quarter", "half") and any(
        (each.first, each.last) == (asked.first, asked.last) for each in said
    )


def _latest(there: Place, own: Sequence[Days]) -> float:
    """Without a time the newest column is meant, slightly."""
    if not own:
        return 0.95
    all_times = [day for head in there.table.header for day in _times(head)]
    newest = max((each.last for each in all_times), default=own[0].last)
    if own[0].last < newest:
        return _OLDER
    return 0.95 if _LONGER.search(there.head) else 0.97


@lru_cache(maxsize=8_192)
def _times(text: str) -> tuple[Days, ...]:
    return tuple(periods(text))


def _row_times(there: Place) -> tuple[Days, ...]:
    """The time that a cell of its own gives a row: "2024-08" under "Month"."""
    others = (cell.text.strip() for cell in there.row.cells if cell is not there.cell)
    dates = (_times(_YEAR_MONTH.sub(r"\1年\2月", text)) for text in others if _ONLY_A_TIME.fullmatch(text))
    return next((found for found in dates if found), ())


def _meets(asked: Days, own: Iterable[Days], there: Place) -> float:
    return max((_alike(asked, each, f"{there.head} {there.row.group}") for each in own), default=0.0)


def _alike(asked: Days, own: Days, head: str) -> float:
    """A year is met by itself and by the days on which its books close; a day by itself, its month and its year."""
    if (asked.first, asked.last) == (own.first, own.last):
        return 1.0
    long = (asked.last - asked.first).days
    if long >= 350:
        if own.last.year != asked.last.year:
            return 0.0
        if (own.last - own.first).days >= 350:
            return 0.97
        return 0.6 if _SHORT_SPAN.search(head) or own.grain in ("quarter", "half", "month") else 0.98
    if own.first <= asked.first and asked.last <= own.last:
        return 0.95
    if not asked.first <= own.last <= asked.last:
        return 0.0
    return 0.8 if _LONGER.search(head) else 0.95
