"""A figure that no document states, computed from those that do: changes, averages, shares, ratios and sums."""

import re
from collections.abc import Sequence

from services.language.numbers import Quantity, quantities
from services.language.statements import periods
from services.language.structure.operations import Operand, Operation, Operator, operation_of
from services.synthesis import arithmetic
from services.synthesis.compose.directions import falls, rises
from services.synthesis.compose.labels import is_whole
from services.synthesis.compose.notices import lack
from services.synthesis.compose.parts import Brief, Composition, Part
from services.synthesis.compose.replies import Reply, in_order, reply_of
from services.synthesis.plain import ended

_TOTAL = re.compile(r"\b(?:total|overall|whole|entire|all)\b|总|全部|合计", re.IGNORECASE)
_PREPOSITION = re.compile(r"^(?:in|on|for|during|at|as at|as of)\s+", re.IGNORECASE)
_PAIRED = frozenset({Operator.CHANGE, Operator.PERCENT_CHANGE, Operator.DIFFERENCE, Operator.RATIO, Operator.SHARE})


def compose(brief: Brief) -> Composition | None:
    """The computed figure first, then the sentences of its operands; that it cannot be computed when one is missing or
    they do not go together. None when the question asks for no such figure."""
    operation = operation_of(brief.question.text)
    order = [finding for finding in in_order(brief) if not is_whole(brief, finding)]
    if operation is None or len(order) < len(operation.operands):
        return None
    order = order[: len(operation.operands)]
    found = [reply_of(brief, finding) for finding in order]
    answered = _distinct([reply for reply in found if reply is not None and figure_of(reply)])
    support = list(dict.fromkeys(Part(ended(each.source.text), "support", (each.source,)) for each in answered))
    if len(answered) < len(order):
        known = {reply.finding.sub_question_id for reply in answered}
        pairs = zip(order, operation.operands, strict=True)
        missing = [_named(brief, operand) for finding, operand in pairs if finding.sub_question_id not in known]
        told = lack(brief, brief.wording.listed(missing), phrase="cannot_compute")
        return Composition((Part(told, "notice"), *support), "", abstained=True, unconfirmed=tuple(missing))
    apart = _apart_in_time(operation, answered)
    result = None if apart else _result(brief, operation, answered)
    if result is None or _is_more_than_the_whole(operation, answered):
        values = brief.wording.listed([reply.short for reply in answered])
        why = "no_common_period" if apart else ("no_common_unit" if result is None else "no_part_of_it")
        told = brief.wording.say(why, values=values)
        return Composition((Part(told, "notice"), *support), "", abstained=True)
    text, short = result
    sources = tuple(dict.fromkeys(reply.source for reply in answered))
    return Composition((Part(brief.wording.ended(text), "answer", sources, computed=True), *support), short)


def _is_more_than_the_whole(operation: Operation, answered: Sequence[Reply]) -> bool:
    """Whether a part of a total would be more than the total: one of the two figures is of something else."""
    figures = _of_one_unit(answered)
    if operation.operator is not Operator.SHARE or not figures or not _TOTAL.search(operation.operands[1].figure):
        return False
    return abs(arithmetic.size(figures[0])) > abs(arithmetic.size(figures[1]))


def _distinct(answered: Sequence[Reply]) -> list[Reply]:
    """The replies without those that took the very figure of another: one cell is not two operands."""
    kept: dict[tuple[str, int, str], Reply] = {}
    for reply in answered:
        kept.setdefault((reply.source.passage.id, reply.source.start, reply.source.text + reply.short), reply)
    return list(kept.values())


def _named(brief: Brief, operand: Operand) -> str:
    bare = _PREPOSITION.sub("", operand.period)
    return brief.wording.say("of_period", name=operand.figure, period=bare) if bare else operand.figure


def figure_of(reply: Reply) -> Quantity | None:
    """The figure that a reply is, None for anything else."""
    if reply.value and reply.value.quantity:
        return reply.value.quantity
    return next((each for each in quantities(reply.short) if each.kind != "year"), None)


def _result(brief: Brief, operation: Operation, answered: Sequence[Reply]) -> tuple[str, str] | None:
    """The sentence that states the figure, and the figure; None when the operands do not go together."""
    figures = _of_one_unit(answered)
    if not figures or (operation.operator in _PAIRED and len(figures) != 2):
        return None
    if operation.operator in (Operator.SUM, Operator.AVERAGE):
        return _of_all(brief, operation.operator, answered, figures=figures)
    first, second = figures[0], figures[1]
    said = {"first": answered[0].short, "second": answered[1].short}
    say = brief.wording.say
    match operation.operator:
        case Operator.RATIO:
            ratio = arithmetic.ratio(first, second)
            return (say("ratio", ratio=ratio, **said), ratio) if ratio else None
        case Operator.SHARE:
            share = arithmetic.part(first, second)
            return (say("share", share=share, **said), share) if share else None
        case Operator.DIFFERENCE:
            gap = arithmetic.difference(first, second)
            return say("difference", gap=gap, percent="", **said), gap
        case Operator.PERCENT_CHANGE:
            rate = arithmetic.growth(first, second)
            moved = _moved(brief, rate)
            return (say(f"percent_{moved[0]}", value=moved[1], **said), moved[1]) if rate else None
        case _:
            moved = _moved(brief, arithmetic.change(first, second))
            return say(moved[0], value=moved[1], **said), moved[1]


def _moved(brief: Brief, signed: str) -> tuple[str, str]:
    """How a change is said: one that goes the way the question asks for ("the decrease in …") needs no sign."""
    down = signed.startswith("-")
    if down and falls(brief.question.text):
        return "decrease", signed.removeprefix("-")
    return ("increase", signed) if rises(brief.question.text) and not down else ("change", signed)


def _of_all(
    brief: Brief, operator: Operator, answered: Sequence[Reply], *, figures: Sequence[Quantity]
) -> tuple[str, str] | None:
    values = brief.wording.listed([reply.short for reply in answered])
    if operator is Operator.SUM:
        total = arithmetic.total(figures)
        return (brief.wording.say("total", values=values, total=total), total) if total else None
    mean = arithmetic.average(figures)
    return (brief.wording.say("average", values=values, mean=mean), mean) if mean else None


def _of_one_unit(answered: Sequence[Reply]) -> list[Quantity]:
    """The figures when they may be computed with each other, else none.

    Within one document a figure without a currency is of the currency of its neighbour: tables write the sign once.
    """
    found = [figure for reply in answered if (figure := figure_of(reply))]
    together = len({reply.source.origin for reply in answered}) == 1
    first = found[0]
    for other in found[1:]:
        if not arithmetic.comparable(first, other) and not (together and arithmetic.unmarked(first, other)):
            return []
    return found


def _apart_in_time(operation: Operation, answered: Sequence[Reply]) -> bool:
    """Whether figures of no period that was asked for are of different ones: a profit of 2022, sales of 2021."""
    if any(operand.period or periods(operand.figure) for operand in operation.operands):
        return False
    said = [reply.value.period for reply in answered if reply.value and reply.value.period]
    return any(not said[0].meets(other) for other in said[1:])
