"""The conditions of a question: comparisons with numbers and days, values of the data, beginnings of words, "without".

Each rule takes the marks that it understands; what it leaves is for the rules after it.
"""

import datetime as dt
import re
from collections.abc import Sequence

from services.retrieval.sql.reading.cues import Cue
from services.retrieval.sql.reading.draft import Condition, Slot, Term
from services.retrieval.sql.reading.flow import Flow, is_asked, is_joint, is_measure, is_text, is_year, prefers_measure
from services.retrieval.sql.reading.marks import Mark, MarkKind, Place
from services.retrieval.sql.reading.names import PARTIAL, Candidate, display_columns

_COMPARING = (Cue.ABOVE, Cue.FROM, Cue.BELOW, Cue.UP_TO)
_COMPARATIVES = {
    "older": "old", "younger": "young", "longer": "long", "shorter": "short", "heavier": "heavy", "lighter": "light",
    "taller": "high", "higher": "high", "lower": "low", "larger": "large", "bigger": "large", "smaller": "small",
    "cheaper": "cheap", "faster": "fast", "slower": "slow",
    "长于": "long", "短于": "short", "重于": "heavy", "轻于": "light",
}  # fmt: skip
_OR = re.compile(r"\bor\b|或", re.IGNORECASE)
_PART_OF_VALUE = 0.3
_CALLED = -0.1
_YEAR_WORDS = frozenset({"year", "date", "time", "月", "month"})


def read_conditions(flow: Flow) -> None:
    """Put every condition of the question into the draft."""
    _forget_anaphora(flow)
    for index, mark in enumerate(flow.said):
        if not mark.used and mark.is_cue(*_COMPARING):
            _compared(flow, index, mark)
        elif not mark.used and mark.is_cue(Cue.BETWEEN):
            _between(flow, index)
        elif not mark.used and mark.is_cue(Cue.STARTS, Cue.ENDS, Cue.CONTAINS):
            _spelt(flow, index, mark)
    _timed(flow)
    for index, mark in enumerate(flow.said):
        if not mark.used and mark.kind is MarkKind.VALUE:
            _valued(flow, index)
        elif not mark.used and (mark.kind is MarkKind.DATE or is_year(mark)):
            _on_time(flow, index)
        elif not mark.used and mark.kind is MarkKind.NUMBER:
            _numbered(flow, index)
        elif not mark.used and mark.is_cue(Cue.NONE):
            _without(flow, index)
    flow.draft.either = _is_either(flow)


def _forget_anaphora(flow: Flow) -> None:
    """ "that year" says again what was said."""
    for index, mark in enumerate(flow.said):
        following = flow.at(index + 1)
        if mark.is_cue(Cue.THAT):
            mark.used = True
            if following is not None:
                following.used = True


def _compared(flow: Flow, index: int, mark: Mark) -> None:
    """ "rating above 4", "more than 3 visits", "older than 30", 评分高于4"""
    number = flow.at(index + 1)
    assert mark.cue is not None
    op = mark.cue.cue.value
    if number is not None and number.is_cue(Cue.AVG):
        _compared_with_average(flow, index, op)
        return
    if number is None or number.used or number.kind not in (MarkKind.NUMBER, MarkKind.DATE):
        return
    before = flow.name_at(index - 1, is_measure) or flow.name_at(index - 2, is_measure)
    after = flow.name_at(index + 2)
    value = _value_of(number)
    slot: Slot | None = None
    if before is not None and prefers_measure(before):
        slot = flow.slot(before, is_measure)
    elif after is not None and prefers_measure(after):
        slot = flow.slot(after, is_measure)
    elif after is not None and number.kind is MarkKind.NUMBER and not is_year(number):
        flow.draft.having.append((Term(flow.slot(after), "count"), op, float(number.text.replace(",", ""))))
        mark.used = number.used = True
        return
    else:
        slot = _measure_of_comparative(flow, mark, number)
    if slot is not None:
        mark.used = number.used = True
        flow.draft.conditions.append(Condition(slot, op, (value,), _is_negated(flow, index), mark.start))


def _compared_with_average(flow: Flow, index: int, op: str) -> None:
    """ "a fee above the average (fee)": compared with the average of the same column over all rows."""
    named = flow.name_at(index - 1, is_measure) or flow.name_at(index + 2, is_measure)
    if named is None or not prefers_measure(named):
        return
    again = flow.name_at(index + 2, is_measure)
    slot = flow.slot(named, is_measure)
    if again is not None and again.words == named.words:
        again.used = True
    flow.said[index].used = flow.said[index + 1].used = True
    flow.draft.conditions.append(Condition(slot, op, (), _is_negated(flow, index)))


def _measure_of_comparative(flow: Flow, mark: Mark, number: Mark) -> Slot | None:
    said = next((each for each in _COMPARATIVES if mark.text.casefold().startswith(each)), "")
    if said:
        found, _ = flow.measures(_COMPARATIVES[said])
        return flow.free(mark.text, found, mark) if found else None
    if number.kind is MarkKind.DATE or is_year(number):
        return flow.free(number.text, flow.times_of(), number)
    return None


def _between(flow: Flow, index: int) -> None:
    numbers = [mark for mark in flow.said[index + 1 : index + 6] if mark.kind in (MarkKind.NUMBER, MarkKind.DATE)][:2]
    if len(numbers) < 2:
        return
    before = flow.name_at(index - 1, is_measure)
    if before is not None and prefers_measure(before):
        slot = flow.slot(before, is_measure)
    elif all(number.kind is MarkKind.DATE or is_year(number) for number in numbers):
        slot = flow.free("time", flow.times_of(), numbers[0])
    else:
        return
    flow.said[index].used = True
    for mark in numbers:
        mark.used = True
    flow.draft.conditions.append(Condition(slot, "between", tuple(_value_of(number) for number in numbers)))


def _spelt(flow: Flow, index: int, mark: Mark) -> None:
    """ "names start with J": the column is the last text that was named, or what the last thing is called."""
    literal = _literal(flow, mark)
    assert mark.cue is not None
    if literal is None:
        return
    named = next((m for m in reversed(flow.said[:index]) if m.kind is MarkKind.NAME and not m.used), None)
    if named is None:
        return
    if any(is_text(each) and each.penalty < PARTIAL for each in named.candidates) and named.candidates[0].column:
        owner = next(
            (m for m in reversed(flow.said[:index]) if m.kind is MarkKind.NAME and m is not named and not m.used), None
        )
        slot = flow.slot(named, is_text)
        if owner is not None and owner.candidates[0].column is None:
            slot.owner = next((known for m, known in flow.slots if m is owner), None)
            tables = {each.table.name for each in owner.candidates if each.column is None}
            slot.candidates = tuple(each for each in slot.candidates if each.table.name in tables) or slot.candidates
    else:
        called = [
            Candidate(each.table, display_columns(each.table)[0], each.penalty)
            for each in named.candidates
            if each.column is None
        ]
        if not called:
            return
        slot = flow.free(named.text, called, named)
    mark.used = literal.used = True
    flow.draft.conditions.append(
        Condition(slot, mark.cue.cue.value, (literal.text,), _is_negated(flow, index), mark.start)
    )


def _literal(flow: Flow, mark: Mark) -> Mark | None:
    """The next mark of any kind: a letter is a filler elsewhere."""
    return next(
        (m for m in flow.marks if m.start >= mark.end and not m.used and m.kind is not MarkKind.PUNCTUATION), None
    )


def _timed(flow: Flow) -> None:
    """Times that were understood before: "last month", "in March 2023"."""
    for time in flow.times:
        if not time.text or time.text not in flow.text or not flow.times_of():
            continue
        start = flow.text.index(time.text)
        inside = [m for m in flow.said if start <= m.start and m.end <= start + len(time.text)]
        if any(mark.used for mark in inside) or not inside:
            continue
        for mark in flow.marks:
            if start <= mark.start and mark.end <= start + len(time.text):
                mark.used = True
        flow.draft.conditions.append(Condition(_time_slot(flow, inside), "between", (time.start, time.end)))


def _time_slot(flow: Flow, inside: Sequence[Mark]) -> Slot:
    first = flow.said.index(inside[0])
    label = next((m for m in (flow.at(first - 1), *inside) if m is not None and _names_time(m)), None)
    if label is not None and not is_asked(flow, flow.said.index(label)):
        label.used = True
        return flow.free(label.text, [each for each in label.candidates if is_measure(each)], label)
    return flow.free(inside[0].text, flow.times_of(), inside[0])


def _names_time(mark: Mark) -> bool:
    return (
        mark.kind is MarkKind.NAME
        and bool(set(mark.words) & _YEAR_WORDS)
        and any(is_measure(c) for c in mark.candidates)
    )


def _on_time(flow: Flow, index: int) -> None:
    """ "in 2021", "in the year 2021", 2021年: the year of whatever has one."""
    mark = flow.said[index]
    label = flow.at(index - 1)
    if label is not None and not label.used and _names_time(label) and not is_asked(flow, index - 1):
        slot = flow.slot(label, is_measure)
    elif flow.times_of():
        slot = flow.free(mark.text, flow.times_of(), mark)
    else:
        return
    mark.used = True
    values = [_value_of(mark)]
    while is_joint(flow, index + 1) and (more := flow.at(index + 2)) is not None and is_year(more) and not more.used:
        more.used = True
        values.append(_value_of(more))
        index += 2
    flow.draft.conditions.append(Condition(slot, "=", tuple(values), _is_negated(flow, index), mark.start))


def _numbered(flow: Flow, index: int) -> None:
    """ "rating of 5", "id 7": equal to a number."""
    mark, label = flow.said[index], flow.at(index - 1)
    if label is not None and label.is_cue(Cue.OF):
        label = flow.at(index - 2)
    if label is None or label.used or label.kind is not MarkKind.NAME:
        return
    columns = [each for each in label.candidates if each.column is not None and each.column.kind == "number"]
    if not columns:
        return
    label.used = mark.used = True
    slot = flow.free(label.text, columns, label)
    flow.draft.conditions.append(
        Condition(slot, "=", (float(mark.text.replace(",", "")),), _is_negated(flow, index), mark.start)
    )


def _valued(flow: Flow, index: int) -> None:
    """Values of the data; several of one column, named one after another, are alternatives."""
    marks = [flow.said[index]]
    place = index + 1
    while (more := _also(flow, place, marks[0])) is not None:
        marks.append(more[0])
        place = more[1]
    shared = set.intersection(*({_column_of(each) for each in mark.places} for mark in marks))
    places = [each for each in marks[0].places if _column_of(each) in shared]
    found = {_column_of(each): Candidate(each.table, each.column, _weight(each)) for each in places}
    candidates, label = _labelled(flow, (index, place), list(found.values()))
    for mark in marks:
        mark.used = True
    slot = flow.free(marks[0].text, candidates, marks[0])
    slot.owner = next((known for m, known in flow.slots if label is not None and m is label), None)
    whole = all(each.whole for each in places)
    values = tuple(_spelling(mark, slot) for mark in marks)
    flow.draft.conditions.append(
        Condition(slot, "=" if whole else "contains", values, _is_negated(flow, index), marks[0].start)
    )


def _spelling(mark: Mark, slot: Slot) -> str:
    """As the data has it: compared without regard to case anyway."""
    columns = {(each.table.name, each.column.name) for each in slot.candidates if each.column}
    return next((each.value for each in mark.places if _column_of(each) in columns), mark.text)


def _also(flow: Flow, place: int, first: Mark) -> tuple[Mark, int] | None:
    joint, following = flow.at(place), flow.at(place + 1)
    if joint is not None and joint.kind is MarkKind.VALUE:
        joint, following, place = None, joint, place - 1
    elif joint is None or not joint.is_cue(Cue.AND):
        return None
    if following is None or following.used or following.kind is not MarkKind.VALUE:
        return None
    shared = {_column_of(each) for each in first.places} & {_column_of(each) for each in following.places}
    return (following, place + 2) if shared else None


def _column_of(place: Place) -> tuple[str, str]:
    return place.table.name, place.column.name


def _weight(place: Place) -> float:
    """What a thing is called says more than a value it has; a part of a cell says less than a whole one."""
    called = place.column in display_columns(place.table)
    return (0.0 if place.whole else _PART_OF_VALUE) + (_CALLED if called else 0.0)


def _labelled(flow: Flow, around: tuple[int, int], found: list[Candidate]) -> tuple[list[Candidate], Mark | None]:
    """ "the city of New York", "Mexican food", "doctor Anna Berg": the name beside a value says which column it is."""
    first, after = around
    before = first - 1
    beside = flow.at(before)
    while beside is not None and (beside.is_cue(Cue.OF) or beside.is_cue(Cue.NOT)):
        before -= 1
        beside = flow.at(before)
    for index in (before, after):
        mark = flow.at(index)
        if mark is None or mark.used or mark.kind is not MarkKind.NAME or is_asked(flow, index):
            continue
        columns = {each.label for each in mark.candidates if each.column is not None}
        labelled = [each for each in found if each.label in columns]
        if labelled and (index == before or mark.candidates[0].column is not None):
            mark.used = True
            return labelled, None
        if index == before:
            own = {each.table.name for each in mark.candidates if each.column is None and not each.penalty}
            called = [each for each in found if each.table.name in own and each.column in display_columns(each.table)]
            if called and _says_more(flow, mark):
                mark.used = True
                return called, None
    return found, None


def _says_more(flow: Flow, mark: Mark) -> bool:
    """Whether the question names something else that can be what it asks for."""
    others = [m for m in flow.said if m.kind is MarkKind.NAME and m is not mark and not m.used]
    return bool(others)


def _without(flow: Flow, index: int) -> None:
    """ "without any visit", "not part of any team"."""
    mark = flow.said[index]
    named = flow.name_at(index + 1)
    if named is None:
        return
    mark.used = named.used = True
    flow.draft.without.append(Slot(named.text, named.candidates, named.words))


def _is_negated(flow: Flow, index: int) -> bool:
    for place in (index - 1, index - 2):
        before = flow.at(place)
        if before is not None and before.is_cue(Cue.NOT, Cue.NONE):
            before.used = True
            return True
        if before is None or not (before.kind is MarkKind.NAME or before.is_cue(Cue.BY, Cue.OF)):
            return False
    return False


def _value_of(mark: Mark) -> float | dt.date:
    if mark.kind is MarkKind.DATE:
        year, month, day = (int(part) for part in re.findall(r"\d+", mark.text)[:3])
        return dt.date(year, month, day)
    return float(mark.text.replace(",", ""))


def _is_either(flow: Flow) -> bool:
    """Whether "or" stands between two conditions."""
    places = sorted(condition.at for condition in flow.draft.conditions)
    return len(places) == 2 and _OR.search(flow.text[places[0] : places[1]]) is not None
