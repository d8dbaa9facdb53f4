"""A question and a schema to a query, or to the reason why there is none.

A schema-linking semantic parser: words are linked to tables, columns and values; cues give them parts; joins are
inferred; all choices are made together. The method follows what is known of such parsers (Zelle and Mooney 1996; Wang
et al., RAT-SQL, 2020, for the linking), with rules in the place of learning: it never guesses at a word that it cannot
link, it says that the database cannot answer.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from sqlglot import exp

from services.core.domain.question import TimeRange
from services.language.structure.courtesy import bare
from services.retrieval.sql.port import Schema
from services.retrieval.sql.reading.conditions import read_conditions
from services.retrieval.sql.reading.cues import Cue
from services.retrieval.sql.reading.draft import CannotWrite, Draft, Slot, Term
from services.retrieval.sql.reading.flow import Flow, is_number
from services.retrieval.sql.reading.joins import JoinGraph
from services.retrieval.sql.reading.marks import Mark, Marker, MarkKind, is_verb_of
from services.retrieval.sql.reading.names import Candidate, links
from services.retrieval.sql.reading.ratios import Ratio, ratio_of
from services.retrieval.sql.reading.resolving import Resolution, resolutions
from services.retrieval.sql.reading.roles import read_roles
from services.retrieval.sql.reading.vocabulary import NUMBER_WORDS
from services.retrieval.sql.reading.writing import Writer

_INSTRUCTION = re.compile(
    r"case[- ]?insensitiv|wild ?card|\b(?:I?LIKE)\b|string match|match (?:all )?(?:the )?(?:strings?|names?|text)"
    r"|不区分大小写|模糊匹配",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"[(（][^()（）]*[)）]")
_SENTENCE = re.compile(r"(?<=[.?!])\s+|(?<=[。？！])")
_CONTAINS = re.compile(r"wild ?card|\bI?LIKE\b|模糊匹配")
_POLAR = re.compile(
    r"^\W*(?:is|are|was|were|do|does|did|has|have|can|should|why|how (?:do|does|did|can|to)\b)"
    r"|^\W*(?:为什么|为何|如何|怎样|怎么)|吗[？?]?$|是否",
    re.IGNORECASE,
)
_SCALES = tuple(
    (re.compile(shape, re.IGNORECASE), times)
    for shape, times in (
        (r"\b(an?|\d[\d,.]*|one|two|three|five|ten) hundred(?= thousand| million|\b)", 100.0),
        (r"\b(an?|\d[\d,.]*|one|two|three|five|ten) thousand\b", 1e3),
        (r"\b(an?|\d[\d,.]*|one|two|three|five|ten) million\b", 1e6),
        (r"\b(an?|\d[\d,.]*|one|two|three|five|ten) billion\b", 1e9),
        (r"(\d[\d,.]*)万", 1e4),
        (r"(\d[\d,.]*)亿", 1e8),
    )
)
_BOUNDS = tuple(
    (re.compile(shape, re.IGNORECASE), said)
    for shape, said in (
        (r"\b(\d[\d,.]*) or (?:more|higher|above|greater|over)\b", r"at least \1"),
        (r"\b(\d[\d,.]*) or (?:less|fewer|lower|below|under)\b", r"at most \1"),
        (r"(\d[\d,.]*)(?:及|或)?以上", r"不低于\1"),
        (r"(\d[\d,.]*)(?:及|或)?以下", r"不超过\1"),
    )
)
_COUNTED = re.compile(
    r"\b((?:than|least|most|over|under|exactly) )("
    + "|".join(word for word in NUMBER_WORDS if word.isascii())
    + r")\b",
    re.IGNORECASE,
)
_BOTH = re.compile(r"\bboth\b|既.+又|同时", re.IGNORECASE)
_NEAR = 0.04
_MISMATCH = 0.3
_SURE, _UNUSED = 0.95, 0.25
# A cue of these that no rule could use asks for something that was not understood.
_OPEN = tuple(
    cue
    for cue in Cue
    if cue not in (Cue.SUM, Cue.BY, Cue.SORTED, Cue.ASCENDING, Cue.DESCENDING, Cue.DISTINCT, Cue.THAT, Cue.OF, Cue.AND)
    and cue not in (Cue.WHICH, Cue.WHO, Cue.WHEN, Cue.WHERE)
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A query, how sure it is that the question asks for it (0 to 1), and what was decided, for people to check.

    `telling`: more than one word was linked, or something is computed; one name alone says little about a database.
    """

    sql: str
    score: float
    tables: tuple[str, ...]
    reasons: tuple[str, ...]
    telling: bool = True


@dataclass(frozen=True, slots=True)
class Unread:
    """Why the database cannot answer."""

    reason: str


class Reader:
    """Reads questions about one schema."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._marker, self._graph = Marker(schema), JoinGraph(schema)

    def read(self, question: str, times: Sequence[TimeRange] = ()) -> Reading | Unread:
        """The query that a question asks for, or why there is none."""
        try:
            return self._read(question, times)
        except CannotWrite as error:
            return Unread(str(error))

    def _read(self, question: str, times: Sequence[TimeRange]) -> Reading | Unread:
        text, contains = asked(bare(question))
        if _POLAR.search(text):
            return Unread("it asks for yes or no, or for a reason, which no query gives")
        ratio = ratio_of(text)
        if ratio is not None:
            return self._ratio(ratio, times, contains=contains)
        flow = self._flow(text, times, contains=contains)
        if isinstance(flow, Unread):
            return flow
        each = mean_count(flow)
        if each is not None:
            return self._ratio(each, times, contains=contains)
        self._beside_links(flow.draft)
        found = resolutions(flow.draft, self._graph) or self._without_verbs(flow.draft)
        if not found:
            return Unread("what it names cannot be joined")
        tree = Writer(flow.draft, found[0], self._graph).select()
        return _reading(tree, flow.draft, found, graph=self._graph)

    def _flow(self, text: str, times: Sequence[TimeRange], *, contains: bool) -> Flow | Unread:
        marks = self._marker.marks(text)
        flow = Flow(text, marks, self._schema, times)
        flow.draft.contains, flow.draft.both = contains, _BOTH.search(text) is not None
        read_conditions(flow)
        read_roles(flow)
        left = [mark for mark in marks if _is_unknown(mark, marks)]
        unknown = [mark.text for mark in left if mark.cue is None]
        if unknown:
            return Unread(f"the database has nothing that is called {', '.join(repr(word) for word in unknown[:3])}")
        if left:
            return Unread(f"what {left[0].text!r} is about was not understood")
        if not flow.draft.outputs:
            return Unread("nothing that the database has is asked for")
        if any(not slot.candidates for slot in flow.draft.slots()):
            return Unread("no column can be what it asks to compute")
        return flow

    def _without_verbs(self, draft: Draft) -> list[Resolution]:
        """The readings without words that only look like names: "references cited by" asks nothing of citations."""
        kept = [slot for slot in draft.context if not slot.text.casefold().endswith(("ed", "ing"))]
        if len(kept) == len(draft.context):
            return []
        draft.context[:] = kept
        return resolutions(draft, self._graph)

    def _beside_links(self, draft: Draft) -> None:
        """A table of links put out ("who wrote …") stands for the things that it links, but those that are given."""
        given = {each.table.name for condition in draft.conditions for each in condition.slot.candidates}
        for slot in (term.slot for term in draft.outputs if not term.function):
            if all(each.column is None and links(each.table) for each in slot.candidates):
                near = [table for each in slot.candidates for table in self._graph.neighbours(each.table.name)]
                slot.candidates = tuple(
                    Candidate(table, None, 0.1)
                    for name in dict.fromkeys(near)
                    if name not in given and (table := self._schema.table(name)) and not links(table)
                )

    def _ratio(self, ratio: Ratio, times: Sequence[TimeRange], *, contains: bool) -> Reading | Unread:
        """Two queries of one number each, divided. Words that both sides say mean the same on both."""
        sides = [self._flow(side, times, contains=contains) for side in (ratio.over, ratio.under)]
        for side in sides:
            if isinstance(side, Unread):
                return side
        over, under = (side for side in sides if isinstance(side, Flow))
        for flow in (over, under):
            _as_number(flow)
        if ratio.share:
            under.draft.conditions.clear()
            under.draft.context.clear()
        else:
            _share_conditions(over.draft, under.draft)
        pairs = [
            (left.cost + right.cost + _MISMATCH * _differ(left, right), left, right)
            for left in resolutions(over.draft, self._graph)[:20]
            for right in resolutions(under.draft, self._graph)[:20]
        ]
        if not pairs:
            return Unread("what it names cannot be joined")
        _, left, right = min(pairs, key=lambda pair: pair[0])
        parts = [
            exp.Subquery(this=Writer(d, r, self._graph).select()) for d, r in ((over.draft, left), (under.draft, right))
        ]
        tree = exp.Select().select(exp.alias_(_combined(ratio, parts), ratio.name))
        return _reading(tree, over.draft, [left], graph=self._graph)


def _combined(ratio: Ratio, parts: Sequence[exp.Expr]) -> exp.Expr:
    if ratio.difference:
        return exp.Sub(this=parts[0], expression=parts[1])
    over_line = exp.Mul(this=parts[0], expression=exp.Literal.number("100.0" if ratio.percent else "1.0"))
    return exp.Div(this=over_line, expression=exp.func("NULLIF", parts[1], exp.Literal.number(0)), typed=True)


def mean_count(flow: Flow) -> Ratio | None:
    """ "the average number of visits per doctor": how many visits, divided by how many doctors."""
    draft = flow.draft
    counted = [
        term for term in draft.outputs if term.function == "avg" and not any(map(is_number, term.slot.candidates))
    ]
    if not counted:
        return None
    plain = len(draft.groups) == 1 and not (draft.conditions or draft.order or draft.having)
    if not plain:
        raise CannotWrite("an average of counts cannot be asked of it here")
    return Ratio(counted[0].slot.text, draft.groups[0].text)


def asked(question: str) -> tuple[str, bool]:
    """The question without instructions on how to match texts, and whether they say to match parts of them."""
    contains = False
    text = question
    for match in _BRACKETS.findall(question):
        if _INSTRUCTION.search(match):
            contains |= bool(_CONTAINS.search(match))
            text = text.replace(match, " ")
    kept = []
    for sentence in _SENTENCE.split(text):
        if _INSTRUCTION.search(sentence):
            contains |= bool(_CONTAINS.search(sentence))
        else:
            kept.append(sentence)
    return in_digits(" ".join(" ".join(kept).split())), contains


def in_digits(text: str) -> str:
    """Amounts in digits: "a hundred thousand" is 100000, "more than one" more than 1; "4 or more" is at least 4."""
    for pattern, times in _SCALES:
        text = pattern.sub(partial(_scaled, times=times), text)
    for pattern, said in _BOUNDS:
        text = pattern.sub(said, text)
    return _COUNTED.sub(lambda match: f"{match[1]}{NUMBER_WORDS[match[2].casefold()]}", text)


def _scaled(match: re.Match[str], *, times: float) -> str:
    return str(round(_amount(match[1]) * times))


def _amount(said: str) -> float:
    low = said.strip().casefold()
    return 1.0 if low in ("a", "an", "") else float(NUMBER_WORDS.get(low) or low.replace(",", ""))


def _is_unknown(mark: Mark, marks: Sequence[Mark]) -> bool:
    """A word that was neither linked nor says nothing: what it asks for is not in the database."""
    if mark.used:
        return False
    if mark.kind in (MarkKind.TEXT, MarkKind.NUMBER, MarkKind.DATE):
        return True
    if mark.is_cue(*_OPEN):
        return True
    return mark.kind is MarkKind.UNKNOWN and not is_verb_of(mark, marks)


def _is_unused(label: str, tree: exp.Select) -> bool:
    """Whether a column was linked to a word of the question and the query asks nothing of it."""
    table, dot, column = label.partition(".")
    return bool(dot) and column.isidentifier() and column not in {each.name for each in tree.find_all(exp.Column)}


def _reading(tree: exp.Select, draft: Draft, found: Sequence[Resolution], *, graph: JoinGraph) -> Reading:
    best = found[0]
    reasons = [f"{slot.text!r} is read as {best.chosen[slot].label}" for slot in best.chosen if slot.text]
    score = _SURE - 0.25 * max(0.0, sum(each.penalty for each in best.chosen.values())) / max(1, len(best.chosen))
    rival = next(
        (each for each in found[1:8] if each.cost - best.cost < _NEAR and _differently(tree, draft, (each, graph))),
        None,
    )
    if rival is not None:
        other = [
            f"{s.text!r} as {rival.chosen[s].label}"
            for s in best.chosen
            if rival.chosen[s].label != best.chosen[s].label
        ]
        reasons.append(f"ambiguous: {', '.join(other)} would be as near")
        score -= 0.1
    unused = [label for label in (each.label for each in best.chosen.values()) if _is_unused(label, tree)]
    if unused:
        # "When was it built?" with a column `built` that is no date: the day would be one of something else.
        reasons.append(f"{', '.join(unused)} is not in the query")
        score -= _UNUSED
    tables = tuple(dict.fromkeys(table.name for table in tree.find_all(exp.Table)))
    telling = len(best.chosen) > 1 or any(term.function for term in draft.outputs)
    return Reading(tree.sql(dialect="sqlite"), round(max(0.0, score), 3), tables, tuple(reasons), telling)


def _differently(tree: exp.Select, draft: Draft, rival: tuple[Resolution, JoinGraph]) -> bool:
    return Writer(draft, *rival).select().sql() != tree.sql()


def _as_number(flow: Flow) -> None:
    """One side of a ratio: how many there are of a thing, or the sum of a measure."""
    draft = flow.draft
    if draft.outputs and draft.outputs[0].function:
        draft.outputs[1:] = []
        return
    slot = draft.outputs[0].slot
    numeric = [each for each in slot.candidates if each.column is not None and each.column.kind == "number"]
    things = [each for each in slot.candidates if each not in numeric]
    if numeric and (not things or numeric[0].penalty < things[0].penalty):
        slot.candidates = tuple(numeric)
        draft.outputs[:] = [Term(slot, "sum")]
    else:
        draft.outputs[:] = [Term(slot, "count")]


def _share_conditions(over: Draft, under: Draft) -> None:
    """ "A with x to A with y in Z": what only the last side says, beside its own kind of condition, holds for both."""
    kinds = {_columns(condition.slot) for condition in over.conditions}
    own = [condition for condition in under.conditions if _columns(condition.slot) in kinds]
    if own:
        over.conditions += [replace(each) for each in under.conditions if _columns(each.slot) not in kinds]


def _columns(slot: Slot) -> frozenset[str]:
    return frozenset(candidate.label for candidate in slot.candidates)


def _differ(left: Resolution, right: Resolution) -> int:
    """How many slots of the same words mean something else on the other side."""
    words = {slot.words: candidate.label for slot, candidate in left.chosen.items() if slot.words}
    return sum(
        words.get(slot.words, candidate.label) != candidate.label
        for slot, candidate in right.chosen.items()
        if slot.words
    )
