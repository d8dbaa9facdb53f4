"""Order and superlatives: "sorted by fee", "the most visits", "top 5 wards by fee", 评分最高的."""

from services.retrieval.sql.reading.cues import Cue
from services.retrieval.sql.reading.draft import Slot, Term
from services.retrieval.sql.reading.flow import Flow, is_joint, is_measure, prefers_measure
from services.retrieval.sql.reading.marks import Mark
from services.retrieval.sql.reading.names import Candidate

FUNCTIONS = {Cue.AVG: "avg", Cue.SUM: "sum", Cue.MIN: "min", Cue.MAX: "max"}
ENDS = (Cue.MOST, Cue.LEAST, Cue.ADJECTIVE)
_AS_ADJECTIVE = {"highest": "high", "greatest": "large", "lowest": "low", "最高": "high", "最低": "low"}
_ASCENDING = frozenset({"small", "short", "low", "young", "early", "cheap", "light", "slow", "bad", "old"})
_COMPUTES = frozenset({"avg", "sum", "min", "max", "gather"})


def read_order(flow: Flow) -> None:
    """ "sorted by rating in descending order"."""
    for index, mark in enumerate(flow.said):
        if not mark.is_cue(Cue.SORTED):
            continue
        mark.used = True
        function, place = function_at(flow, index + 1)
        named = flow.name_at(place)
        if named is None:
            continue
        down = any(m.is_cue(Cue.DESCENDING) for m in flow.said[index:])
        slot = flow.slot(named, is_measure) if function in _COMPUTES else flow.slot(named)
        flow.draft.order.append((Term(slot, function), down))
    for mark in flow.said:
        if mark.is_cue(Cue.ASCENDING, Cue.DESCENDING):
            mark.used = True
            _order_by_what_is_compared(flow, down=mark.is_cue(Cue.DESCENDING))


def _order_by_what_is_compared(flow: Flow, *, down: bool) -> None:
    """ "rivers shorter than 400, from longest to shortest": the order is of the measure that a condition names."""
    measured = [
        each.slot for each in flow.draft.conditions if each.slot.candidates and is_measure(each.slot.candidates[0])
    ]
    if measured and not flow.draft.order:
        flow.draft.order.append((Term(measured[0]), down))


def read_endings(flow: Flow) -> None:
    """Superlatives: "the most visits", "highest fee", "top 5 wards by fee", 评分最高的"""
    for index, mark in enumerate(flow.said):
        if mark.used or mark.cue is None:
            continue
        if mark.is_cue(Cue.TOP):
            mark.used = True
            flow.draft.limit = int(mark.cue.detail.rstrip("-") or 1)
            _top_by(flow, index, lowest=mark.cue.detail.endswith("-"))
        elif mark.is_cue(Cue.COMMON):
            _most_common(flow, index)
        elif mark.is_cue(*ENDS):
            _superlative(flow, index, mark)


def _top_by(flow: Flow, index: int, *, lowest: bool) -> None:
    """ "top 5 products by sales": the measure comes after "by", unless a superlative gives it."""
    if any(mark.is_cue(*ENDS) for mark in flow.said):
        return
    by = next((at for at, mark in enumerate(flow.said) if at > index and mark.is_cue(Cue.BY, Cue.SORTED)), None)
    place = by + 1 if by is not None else (index - 1 if flow.chinese else index + 1)
    function, place = function_at(flow, place)
    named = flow.name_from(place)
    if by is None and not flow.chinese and (named is None or not prefers_measure(named)):
        named = flow.name_from(place + 1)  # "top 5 products sales"; "top 5 rated products" has it before
    if named is None or (by is None and not prefers_measure(named)):
        return
    if by is not None:
        flow.said[by].used = True
    _order_by(flow, named, function, down=not lowest)


def _most_common(flow: Flow, index: int) -> None:
    mark = flow.said[index]
    named = flow.name_at(index + 1) or flow.name_at(index - 1)
    if named is None:
        return
    mark.used = True
    slot = flow.slot(named)
    flow.put(Term(slot), named)
    counted = flow.free(
        named.text, [Candidate(each.table, None, each.penalty) for each in slot.candidates if each.column], named
    )
    if not counted.candidates:
        return
    counted.owner = slot
    flow.draft.order.append((Term(counted, "count"), True))
    flow.draft.limit = flow.draft.limit or 1


def _superlative(flow: Flow, index: int, mark: Mark) -> None:
    """Its measure is the name after it (in Chinese mostly before it); without one, what its adjective is about."""
    assert mark.cue is not None
    if is_joint(flow, index + 1):
        return  # "the highest and lowest points" are two questions
    down = mark.is_cue(Cue.MOST) or (mark.is_cue(Cue.ADJECTIVE) and mark.cue.detail not in _ASCENDING)
    function, place = function_at(flow, index + 1)
    named = flow.name_from(place)
    if flow.chinese:
        function, named = _measure_before(flow, index, function, after=named)
    counts = function == "count" or "number of" in mark.text.casefold()
    adjective = mark.cue.detail if mark.is_cue(Cue.ADJECTIVE) else _AS_ADJECTIVE.get(mark.text.casefold().strip(), "")
    if named is not None and adjective and not (counts or function or prefers_measure(named)):
        named = None  # "the highest mountain": the name is the thing, not its measure
    mark.used = True
    if named is not None:
        gathers = mark.text.casefold().startswith(("most", "fewest", "least", "最多", "最少")) and not function
        function = "count" if counts and not prefers_measure(named) else function
        _order_by(flow, named, "gather" if gathers and prefers_measure(named) else function, down=down)
        flow.draft.limit = flow.draft.limit or 1
    else:
        mark.used = _by_adjective(flow, index, adjective, down=down)


def _by_adjective(flow: Flow, index: int, adjective: str, *, down: bool) -> bool:
    """Order by what an adjective is about; whether there is such a column."""
    found, ends = flow.measures(adjective)
    if not found:
        return False
    mark = flow.said[index]
    slot = flow.free(mark.text, found, mark)
    slot.descending = ends
    slot.owner = _beside(flow, index)
    flow.draft.order.append((Term(slot), down))
    flow.draft.limit = flow.draft.limit or 1
    return True


def _measure_before(flow: Flow, index: int, function: str, *, after: Mark | None) -> tuple[str, Mark | None]:
    """评分最高的餐厅, 就诊次数最多的医生, 平均评分最高的城市; 最高的评分 has it after."""
    named = flow.name_at(index - 1)
    place = index - 2
    if named is None and (between := flow.at(index - 1)) is not None and between.is_cue(Cue.COUNT, Cue.SUM):
        between.used = True
        return ("count" if between.is_cue(Cue.COUNT) else "sum"), flow.name_at(index - 2)
    before = flow.at(place)
    if named is not None:
        if before is not None and before.is_cue(*FUNCTIONS):
            before.used = True
            assert before.cue is not None
            return FUNCTIONS[before.cue.cue], named
        asked = before is not None and before.is_cue(Cue.WHICH)
        return function, (None if asked and not prefers_measure(named) else named)
    return function, after if after is not None and prefers_measure(after) else None


def _order_by(flow: Flow, named: Mark, function: str, *, down: bool) -> None:
    named = flow.head_of(named)
    if function in _COMPUTES or (not function and prefers_measure(named)):
        slot = flow.slot(named, is_measure)
    else:
        slot, function = flow.slot(named), "count"
    if all(term.slot is not slot for term, _ in flow.draft.order):
        flow.draft.order.append((Term(slot, function), down))


def function_at(flow: Flow, index: int) -> tuple[str, int]:
    """A function that stands at a place, and the place after it."""
    function, place = "", index
    while (mark := flow.at(place)) is not None and not mark.used and mark.cue is not None:
        if mark.is_cue(Cue.COUNT):
            function = function or "count"
        elif mark.is_cue(*FUNCTIONS):
            function = FUNCTIONS[mark.cue.cue]
        elif not mark.is_cue(Cue.OF, Cue.DISTINCT):
            break
        mark.used = True
        place += 1
    return function, place


def _beside(flow: Flow, index: int) -> Slot | None:
    """The thing that a superlative without a measure is said of."""
    order = (index + 1, index - 1, index + 2, index - 2)
    named = next((mark for place in order if (mark := flow.name_at(place)) is not None), None)
    if named is None:
        return next((slot for _, slot in flow.slots), None)
    slot = flow.slot(named)
    flow.put(Term(slot), named)
    return slot
