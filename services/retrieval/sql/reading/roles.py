"""What a question asks for: what is put out, counted, added and grouped."""

import re

from services.retrieval.sql.port import Kind, Table
from services.retrieval.sql.reading.cues import Cue
from services.retrieval.sql.reading.draft import CannotWrite, Slot, Term
from services.retrieval.sql.reading.endings import ENDS, FUNCTIONS, function_at, read_endings, read_order
from services.retrieval.sql.reading.flow import Flow, is_joint, is_measure, is_number, is_text, prefers_measure
from services.retrieval.sql.reading.marks import Mark, MarkKind
from services.retrieval.sql.reading.names import (
    PARTIAL,
    Candidate,
    candidates,
    canonical,
    display_columns,
    links,
    words_of,
)
from services.retrieval.sql.reading.vocabulary import PERSONS, PLACES

_PASSIVE = re.compile(r"\w{2,}(?:ed|en|wn|ten|ght|ade|old)\s+$")  # "cited by", "made by": by whom, not by which group
_IS = re.compile(r"\s*(?:is|are|was|were|has the|have the|had the)\b", re.IGNORECASE)
_THEIR = re.compile(r"\b(?:their|its|his|her)\s+$", re.IGNORECASE)
_PERIODS = {"year": "year", "month": "month", "年": "year", "月": "month", "年份": "year", "月份": "month"}


def read_roles(flow: Flow) -> None:
    """Give every name that no condition took its part in the draft."""
    read_order(flow)
    _grouping(flow)
    read_endings(flow)
    _functions(flow)
    _asked(flow)
    _rest(flow)
    _settled(flow)


def _grouping(flow: Flow) -> None:
    """ "in each city", "per month", "average fee by ward"."""
    computes = any(mark.is_cue(Cue.COUNT, *FUNCTIONS) for mark in flow.said)
    for index, mark in enumerate(flow.said):
        by = mark.is_cue(Cue.BY) and computes and not _has_end(flow) and not _PASSIVE.search(flow.text[: mark.start])
        if mark.used or not (mark.is_cue(Cue.EACH) or by):
            continue
        place = index + 1
        while (named := flow.name_at(place)) is not None or _period_at(flow, place):
            mark.used = True
            flow.draft.groups.append(_group_slot(flow, place, named))
            joint = flow.at(place + 1)
            if not (by and joint is not None and joint.is_cue(Cue.AND) and flow.name_at(place + 2)):
                break
            place += 2
        if not mark.used and mark.text.rstrip().endswith(("年", "月")):
            mark.used = True
            flow.draft.groups.append(_time_group(flow, mark, _PERIODS[mark.text.strip()[-1]]))


def _has_end(flow: Flow) -> bool:
    return any(mark.is_cue(*ENDS, Cue.TOP, Cue.COMMON) for mark in flow.said)


def _period_at(flow: Flow, index: int) -> bool:
    mark = flow.at(index)
    return mark is not None and not mark.used and mark.text.casefold() in _PERIODS


def _group_slot(flow: Flow, index: int, named: Mark | None) -> Slot:
    mark = flow.said[index]
    if named is not None and not (mark.text.casefold() in _PERIODS and named.candidates[0].penalty >= PARTIAL):
        return flow.slot(named)
    mark.used = True
    return _time_group(flow, mark, _PERIODS[mark.text.casefold()])


def _time_group(flow: Flow, mark: Mark, part: str) -> Slot:
    found = [each for each in flow.times_of() if part == "year" or (each.column and each.column.kind is Kind.DATE)]
    slot = flow.free(mark.text, found, mark)
    slot.part = part
    return slot


def _functions(flow: Flow) -> None:
    """ "how many visits", "average fee", 有多少就诊, 费用的总和"""
    for index, mark in enumerate(flow.said):
        if mark.used or not mark.is_cue(Cue.COUNT, *FUNCTIONS):
            continue
        function, place = function_at(flow, index)
        distinct = any(m.is_cue(Cue.DISTINCT) for m in flow.said[index:place])
        named = flow.name_from(place) or _named_before(flow, index)
        if named is not None:
            flow.put(_computed(flow, named, function, distinct=distinct), named)
            flow.draft.distinct |= distinct
            _more_computed(flow, place, function)
        else:
            mark.used = _again(flow, mark, function)


def _named_before(flow: Flow, index: int) -> Mark | None:
    """费用的总和: the name before a function."""
    before = flow.at(index - 1)
    if before is not None and before.is_cue(Cue.OF):
        before = flow.at(index - 2)
    return before if before is not None and before.kind is MarkKind.NAME and not before.used else None


def _again(flow: Flow, mark: Mark, function: str) -> bool:
    """A function of nothing named: "and how many?" counts what it was ordered by, "in total" adds that up."""
    draft = flow.draft
    if function == "sum" and draft.order and not draft.order[0][0].function:
        term, down = draft.order[0]
        draft.order[0] = (Term(term.slot, "sum"), down)
        return True
    counted = [term.slot for term, _ in draft.order if term.function == "count"]
    counted += [slot for _, slot in flow.slots if slot.candidates and slot.candidates[0].column is None]
    if function != "count" or not counted:
        return False
    flow.put(Term(counted[0], "count"), mark)
    return True


def _computed(flow: Flow, named: Mark, function: str, *, distinct: bool = False) -> Term:
    named = flow.head_of(named)
    if function == "count" and prefers_measure(named) and not distinct:
        return Term(flow.slot(named, is_number), "sum")  # "number of citations": a column that counts is added up
    if function == "count" and (verb := _verb_after(flow, flow.said.index(named))) is not None:
        flow.draft.context.append(flow.slot(named))
        return Term(flow.slot(verb, lambda each: each.column is not None), "count")
    if function == "count" or not any(is_number(each) for each in named.candidates):
        if function in ("min", "max") and any(is_measure(each) for each in named.candidates):
            return Term(flow.slot(named, is_measure), function)
        return Term(flow.slot(named), "avg" if function == "avg" else "count")
    return Term(flow.slot(named, is_number), function)


def _is_table(mark: Mark) -> bool:
    return mark.candidates[0].column is None


def _more_computed(flow: Flow, place: int, function: str) -> None:
    """ "average fee and weight": the function holds for both."""
    joint, named = flow.at(place + 1), flow.name_at(place + 2)
    if function == "count" and joint is not None and joint.is_cue(Cue.AND) and named and _is_table(named):
        flow.put(Term(flow.slot(named), "count"), named)
        return
    named = flow.name_at(place + 2, is_number)
    if function != "count" and joint is not None and joint.is_cue(Cue.AND) and named and prefers_measure(named):
        flow.put(_computed(flow, named, function), named)


def _asked(flow: Flow) -> None:
    """ "which wards", "name and fee of", 名称和费用是什么; when, where and who without a name."""
    for index, mark in enumerate(flow.said):
        if mark.is_cue(Cue.WHICH):
            _which(flow, index, mark)
        elif mark.is_cue(Cue.WHO):
            _who(flow, index, mark)
        elif mark.is_cue(Cue.WHEN, Cue.WHERE):
            mark.used = True
            found = flow.times_of() if mark.is_cue(Cue.WHEN) else _places(flow)
            slot = flow.free(mark.text, found, mark)
            slot.owner = next((known for _, known in flow.slots), None)
            if found:
                flow.put(Term(slot), mark)
    if not flow.draft.outputs:
        first = next((mark for mark in flow.said if mark.kind is MarkKind.NAME and not mark.used), None)
        if first is not None:
            _take(flow, flow.said.index(first))


def _who(flow: Flow, index: int, mark: Mark) -> None:
    """ "who is the oldest patient", 医生是谁: the thing that is named; "who wrote it": whoever the database knows."""
    mark.used = True
    if any(not term.function for term in flow.draft.outputs):
        return
    turned = flow.chinese and flow.name_at(index + 1) is None
    order = range(index - 1, -1, -1) if turned else range(index + 1, len(flow.said))
    place = next((at for at in order if (named := flow.name_at(at)) and not prefers_measure(named)), None)
    acts = not turned and not flow.chinese and not _IS.match(flow.text[mark.end :])
    people = [Candidate(t, None, 0.1) for t in flow.schema.tables if _is_of_people(t)]
    if acts and people:
        slot = flow.free(mark.text, people, mark)
        flow.put(Term(slot), mark)
    elif place is not None:
        _take(flow, place)


def _is_of_people(table: Table) -> bool:
    return not links(table) and bool(set(map(canonical, words_of(table.name))) & PERSONS)


def _places(flow: Flow) -> list[Candidate]:
    found = []
    for order, word in enumerate(PLACES):
        found += [
            Candidate(each.table, each.column, each.penalty + 0.05 * order)
            for each in candidates(words_of(word), flow.schema)
        ]
    return found


def _which(flow: Flow, index: int, mark: Mark) -> None:
    mark.used = True
    place = index + 1
    while (beside := flow.at(place)) is not None and beside.is_cue(Cue.DISTINCT, Cue.AND, Cue.WHICH):
        flow.draft.distinct |= beside.is_cue(Cue.DISTINCT)
        place += 1
    named = flow.name_from(place)
    if named is not None:
        _take(flow, flow.said.index(named))
    elif flow.chinese and mark.text.startswith(("是", "什么", "多少")):
        _take_before(flow, index - 1)


def _take_before(flow: Flow, index: int) -> None:
    """名称和费用是什么: the names that end at a place, joined."""
    named = flow.name_at(index)
    if named is None:
        return
    flow.put(Term(flow.slot(named)), named)
    if is_joint(flow, index - 1):
        _take_before(flow, index - 2)


def _take(flow: Flow, index: int) -> None:
    """Names from a place on that are asked for together. "A of B" asks for A, A的B for B; "which X border …" for what
    the verb's column holds."""
    named = flow.said[index]
    following = flow.at(index + 1)
    if flow.chinese and following is not None and following.is_cue(Cue.OF) and flow.name_at(index + 2):
        flow.draft.context.append(flow.slot(named))
        _take(flow, index + 2)
        return
    verb = None if flow.draft.outputs else _verb_after(flow, index)
    if verb is not None:
        flow.put(Term(flow.slot(verb, lambda each: each.column is not None)), named)
        flow.draft.context.append(flow.slot(named))
        return
    flow.put(Term(flow.slot(named)), named)
    place = index + 1
    while (joint := flow.at(place)) is not None and joint.is_cue(Cue.AND):
        if flow.name_at(place + 1) is not None:
            flow.put(Term(flow.slot(flow.said[place + 1])), flow.said[place + 1])
            place += 1
        place += 1


def _verb_after(flow: Flow, index: int) -> Mark | None:
    """The name right after a thing that is a relation's column used as a verb: "which states border …"."""
    named, following = flow.said[index], flow.name_at(index + 1)
    if flow.chinese or following is None or prefers_measure(following) or named.candidates[0].column is not None:
        return None
    between = flow.text[named.end : following.start]
    return following if not between.strip() and following.candidates[0].column is not None else None


def _rest(flow: Flow) -> None:
    """Names without a part are what the others are said of; "and their areas" is asked for, too."""
    for index, mark in enumerate(flow.said):
        if mark.kind is MarkKind.NAME and not mark.used:
            if _is_between(flow, index):
                raise CannotWrite(f"it asks for something of the {mark.text} of another")
            also = is_joint(flow, index - 1) and (prefers_measure(mark) or _THEIR.search(flow.text[: mark.start]))
            slot = flow.slot(mark)
            if also and flow.draft.outputs and not flow.draft.outputs[0].function:
                flow.put(Term(slot), mark)
            elif not flow.draft.without:
                flow.draft.context.append(slot)
        elif mark.is_cue(Cue.DISTINCT):
            flow.draft.distinct = True
    things = [
        (mark, slot)
        for mark, slot in flow.slots
        if mark.kind is MarkKind.NAME and slot.candidates and slot.candidates[0].column is None
    ]
    for mark, slot in flow.slots:
        others = [(abs(other.start - mark.start), known) for other, known in things if known is not slot]
        if slot.owner is None and others and slot.candidates and slot.candidates[0].column is not None:
            slot.owner = min(others, key=lambda each: each[0])[1]


def _is_between(flow: Flow, index: int) -> bool:
    """ "the population of the capital of …": a column that leads to another row, which is not followed here."""
    before, after, first = flow.at(index - 1), flow.at(index + 1), flow.said[index].candidates[0]
    stands = before is not None and after is not None and before.is_cue(Cue.OF) and after.is_cue(Cue.OF)
    return stands and not flow.chinese and is_text(first) and first.column not in display_columns(first.table)


def _settled(flow: Flow) -> None:
    """Groups are put out before what is computed; "what is the highest fee" is a maximum, not a row."""
    draft = flow.draft
    draft.outputs.sort(key=lambda term: flow.places[term])
    shown = [
        Term(slot) for slot in draft.groups if all(term.slot is not slot or term.function for term in draft.outputs)
    ]
    draft.outputs[:0] = shown
    if not draft.outputs and draft.order:
        (term, down), *_ = draft.order
        if draft.limit <= 1 and not term.function:
            draft.outputs.append(Term(term.slot, "max" if term.slot.descending.get("", down) else "min"))
            draft.order.clear()
            draft.limit = 0
