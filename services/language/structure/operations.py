"""Questions for a figure that no document states: changes, differences, ratios, sums and averages of stated ones.

What is asked of the documents are the operands; the operation is done by code.
"""

import re

from services.language.aspects import aspects
from services.language.detect import language_of
from services.language.structure.courtesy import without_order
from services.language.structure.operation import Operand, Operation, Operator
from services.language.structure.operations_zh import computed_zh
from services.language.structure.periods_en import periods_beside

__all__ = ["Operand", "Operation", "Operator", "operation_of"]

LONGEST = 400
MOST_OPERANDS = 4

_MOVE = r"(?:change|increase|decrease|growth|decline|rise|fall|drop|reduction|movement|variance|improvement)"
_SIGNED = rf"(?:{_MOVE}|increase\s*/\s*\(?decrease\)?|\(?decrease\)?\s*/\s*increase|increase\s+or\s+decrease)s?"
_ADJECTIVE = r"(?:net|overall|total|absolute|relative|average|annual|year[- ]on[- ]year|global)"
_PERCENT = r"(?:percent(?:age)?|per cent|%)"
_MOVED = re.compile(
    rf"^(?:what\s+(?:is|was|are|were|would\s+be)\s+)?(?:the\s+)?(?:(?P<adj>{_ADJECTIVE})\s+)?(?P<pct>{_PERCENT}\s+)?"
    rf"(?:{_ADJECTIVE}\s+)?(?P<what>{_SIGNED}|differences?)\s+(?:in|of|for|to|between|by)\s+(?P<figure>.+)$",
    re.IGNORECASE,
)
_DID_MOVE = re.compile(
    rf"^(?:by\s+)?(?:how\s+much|(?P<pct>(?:what|how\s+many)\s+{_PERCENT}|what\s+percentage)|how)\s+(?:did|does|has|have|do)\s+"
    rf"(?P<figure>.+?)\s+(?:{_MOVE}d?|increased|decreased|grown|grow|risen|fallen|declined|changed|improve[d]?)(?:\s+by)?$",
    re.IGNORECASE,
)
_SUMMED = re.compile(
    r"^(?:what\s+(?:is|was|are|were)\s+)?(?:the\s+)?(?P<what>combined\s+total|total|sum|combined|aggregate|cumulative|average|mean)\s+"
    r"(?:amounts?\s+of\s+|of\s+|value\s+of\s+)?(?:the\s+)?(?P<figure>.+)$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"^(?:what\s+(?:is|was|are|were)\s+)?(?:the\s+)?(?:net\s+|absolute\s+)?differences?\s+(?:in\s+(?P<in>.+?)\s+)?between\s+(?:the\s+)?"
    r"(?P<a>.+?)\s+and\s+(?:the\s+)?(?P<b>.+)$",
    re.IGNORECASE,
)
_RATIO = re.compile(
    r"^(?:what\s+(?:is|was|are|were)\s+)?(?:the\s+)?ratio\s+of\s+(?:the\s+)?(?P<a>.+?)\s+(?:to|over|and)\s+(?:the\s+)?(?P<b>.+)$",
    re.IGNORECASE,
)
_SHARE = re.compile(
    rf"^(?:what\s+(?:is|was|are|were)\s+)?(?:the\s+)?(?:(?:{_PERCENT}|proportion|share)(?:\s+(?:constitution|composition|share))?)\s+of\s+"
    r"(?:the\s+)?(?P<a>.+?)\s+(?:in|to|among|out\s+of|over|within|against|relative\s+to)\s+(?:the\s+)?(?P<b>(?:overall\s+|total\s+).+)$",
    re.IGNORECASE,
)
_AS_SHARE = re.compile(
    rf"^(?:what\s+(?:is|was|are|were)\s+)?(?:the\s+)?(?P<a>.+?)\s+as\s+a\s+(?:{_PERCENT}|proportion|share|fraction)\s+of\s+(?:the\s+)?(?P<b>.+)$",
    re.IGNORECASE,
)
_MADE_UP = re.compile(
    rf"^(?:what|which)\s+(?:{_PERCENT}|proportion|share|fraction)\s+of\s+(?:the\s+)?(?P<b>.+?)\s+(?:did|does|do|was|is|were|are)\s+(?:the\s+)?"
    r"(?P<a>.+?)\s+(?:contribute|make\s+up|account\s+for|represent|constitute|comprise)d?$",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r",?\s+(?P<all>(?:in|for|during|as\s+at|as\s+of|at|on|at\s+the\s+end\s+of)\s+(?:the\s+)?(?:fiscal\s+|financial\s+)?(?:years?\s+)?"
    r"(?:ended\s+|ending\s+)?(?:(?:FY|Q[1-4]|H[12])\s?['’]?\d{2,4}(?:\s\d{4})?|(?:\d{1,2}\s+)?(?:[A-Z][a-z]+\s+)?(?:\d{1,2},?\s+)?(?:19|20)\d\d))\s*$"
)
_FRONT = re.compile(
    r"^(?P<all>(?:in|for|during|as\s+at|as\s+of|at)\s+[^,]*\d{2,4}),\s+(?=what|how|by|which)", re.IGNORECASE
)
# "the total share of revenue from Acme and Brack"
_TOGETHER = re.compile(
    r"^(?:what\s+(?:is|was|are|were)\s+)?(?:the\s+)?"
    r"(?P<what>combined\s+total|total|sum|combined|average|mean)\s+(?:amounts?\s+of\s+|of\s+)?(?:the\s+)?"
    r"(?P<figure>.+?\s(?:of|from|for|in|at|by))\s+(?P<a>(?-i:[A-Z0-9])[\w&'’. -]*?)\s+and\s+"
    r"(?P<b>(?-i:[A-Z0-9])[\w&'’. -]*)$",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r",?\s+in\s+(?:the\s+year\s+)?(?:fiscal\s+)?(?P<year>(?:19|20)\d\d),?\s+(?:(?:as\s+)?compared\s+(?:to|with)|from|over|against|versus|relative\s+to)"
    r"\s+(?:the\s+|that\s+of\s+the\s+)?(?:previous|prior|preceding|last)\s+(?:fiscal\s+)?year\b",
    re.IGNORECASE,
)
_AVERAGE_OF_YEAR = re.compile(
    r"^(?:what\s+(?:is|was|are|were)\s+)?(?:the\s+)?(?:fiscal\s+)?(?P<year>(?:19|20)\d\d)\s+"
    r"(?:average|mean)\s+(?:of\s+)?(?:the\s+)?(?P<figure>[^?]+)$",
    re.IGNORECASE,
)
# "the sum of toll income and ferry income"
_BOTH = re.compile(
    r"^(?:what\s+(?:is|was|are|were)\s+)?(?:the\s+)?(?P<what>(?:combined\s+)?(?:sum|total)|combined\s+(?:amount|value|total)|average|mean)\s+of\s+(?:the\s+)?"
    r"(?P<a>[^,]+?)\s+and\s+(?:the\s+)?(?P<b>[^,]+)$",
    re.IGNORECASE,
)
_WAS_PART = re.compile(
    rf"^(?:what|which)\s+(?:{_PERCENT}|proportion|share|fraction)\s+of\s+(?:the\s+)?(?P<b>.+?)\s+(?:was|were|is|are|came\s+from|comes\s+from"
    r"|relates?\s+to|related\s+to|consists?\s+of|consisted\s+of)\s+(?:from\s+|for\s+)?(?:the\s+)?(?P<a>.+)$",
    re.IGNORECASE,
)
# What has a part of a figure rather than being one: the Services segment, Acme, exports to Norway.
_HOLDER = re.compile(
    r"(?-i:\b[A-Z])|\b(?:segment|division|business|unit|region|country|customer|client|product|brand|subsidiary)s?$",
    re.IGNORECASE,
)
_OVER_YEARS = re.compile(
    r"\s+(?:(?:over|for|during|in|across)\s+(?:the|a)\s+(?:\d|two|three|four)[- ]years?(?:\s+period)?"
    r"|combined|together|in\s+total)$",
    re.IGNORECASE,
)
_SHOWN = re.compile(r"\s*(?:,|\()?\s*(?:as\s+)?(?:reported|shown|stated|disclosed|recorded|presented)?\s*$")


def operation_of(question: str) -> Operation | None:
    """What is to be computed of what, or None when a document can state the answer."""
    if len(question) > LONGEST:
        return None
    text = without_order(question)
    if language_of(question) == "zh":
        return computed_zh(text)
    text = _against_before(text)
    return _over_periods(text) or _of_two(text)


def _over_periods(text: str) -> Operation | None:
    beside = periods_beside(text)
    if beside is None or len(beside.periods) > MOST_OPERANDS:
        return None
    left = " ".join(f"{text[: beside.start]} {text[beside.end :]}".split()).strip(" ,?")
    read = _moved(left, len(beside.periods)) or _summed(left)
    if read is None:
        return None
    operator, figure = read
    summed = operator in (Operator.SUM, Operator.AVERAGE)
    periods = beside.spanned if summed and beside.spanned else beside.periods
    return Operation(operator, tuple(Operand(figure, period) for period in periods))


def _against_before(text: str) -> str:
    """ "In 2018 compared to the previous year" is between 2017 and 2018; "the 2018 average" is that of both ends."""
    match = _BEFORE.search(text)
    if match:
        return f"{text[: match.start()]} from {int(match['year']) - 1} to {match['year']}{text[match.end() :]}"
    match = _AVERAGE_OF_YEAR.match(text)
    if match:
        return f"the average {match['figure']} in {int(match['year']) - 1} and {match['year']}"
    return text


def _moved(left: str, count: int) -> tuple[Operator, str] | None:
    match = _MOVED.match(left) or _DID_MOVE.match(left)
    if match is None or count != 2:
        return None
    figure = _figure(match["figure"])
    if figure and (match.groupdict().get("adj") or "").lower() == "global":
        figure = f"global {figure}"  # That says of where, and not how it is measured.
    return (Operator.PERCENT_CHANGE if match["pct"] else Operator.CHANGE, figure) if figure else None


def _summed(left: str) -> tuple[Operator, str] | None:
    match = _SUMMED.match(left)
    figure = _figure(match["figure"]) if match else ""
    if match is None or not figure:
        return None
    averaged = match["what"].lower() in ("average", "mean")
    return Operator.AVERAGE if averaged else Operator.SUM, figure


def _of_two(text: str) -> Operation | None:
    """Two figures of one period."""
    front, tail = _FRONT.match(text), _PERIOD.search(text)
    period = front["all"] if front else tail["all"] if tail else ""
    left = text[front.end() :] if front else text[: tail.start()] if tail else text
    left = left.strip(" ,?")
    for pattern, operator in (
        (_RATIO, Operator.RATIO),
        (_SHARE, Operator.SHARE),
        (_AS_SHARE, Operator.SHARE),
        (_MADE_UP, Operator.SHARE),
        (_WAS_PART, Operator.SHARE),
        (_BETWEEN, Operator.DIFFERENCE),
    ):
        match = pattern.match(left)
        if match:
            return _pair(match, operator, period)
    return _together(left, period) or _both(left, period)


def _both(left: str, period: str) -> Operation | None:
    """Two figures by their names: "the sum of toll income and ferry income"; a lone word shares the other's noun."""
    match = _BOTH.match(left)
    first, second = (_figure(match["a"]), _figure(match["b"])) if match else ("", "")
    if match is None or not first or not second or _is_name(first) or _is_name(second):
        return None
    if " " not in first and " " in second:
        first = f"{first} {second.partition(' ')[2]}"
    averaged = match["what"].lower() in ("average", "mean")
    operator = Operator.AVERAGE if averaged else Operator.SUM
    return Operation(operator, (Operand(first, period), Operand(second, period)))


def _together(left: str, period: str) -> Operation | None:
    """One figure of several named things."""
    match = _TOGETHER.match(left)
    if match is None:
        return None
    operator = Operator.AVERAGE if match["what"].lower() in ("average", "mean") else Operator.SUM
    return Operation(operator, tuple(Operand(f"{match['figure']} {match[side]}", period) for side in ("a", "b")))


def _pair(match: re.Match[str], operator: Operator, period: str) -> Operation | None:
    first, second = _figure(match["a"]), _figure(match["b"])
    if match.re is _AS_SHARE:
        first = re.sub(rf"^(?:{_PERCENT}|share|proportion)\s+of\s+(?:the\s+)?", "", first, flags=re.IGNORECASE)
    said = match.groupdict().get("in")
    if not first or not second or operator is Operator.DIFFERENCE and (said or _is_name(first) or _is_name(second)):
        return None
    if match.re in (_MADE_UP, _WAS_PART) and not aspects(first) and _HOLDER.search(first):
        whole = re.sub(r"\b(?:total|overall|whole)\s+", "", second, flags=re.IGNORECASE)
        first = f"{whole} of the {first}"  # the Services segment's part of revenue is revenue, too
    if operator is Operator.DIFFERENCE and " " not in first and " " in second:
        first = f"{first} {second.partition(' ')[2]}"  # the domestic and (the) international rates
    return Operation(operator, (Operand(first, period), Operand(second, period)))


def _is_name(figure: str) -> bool:
    """Things, not figures, are compared by name: "the difference between FIFO and LIFO"."""
    return not re.search(r"\b[a-z]{3,}\b", figure)


def _figure(text: str) -> str:
    """The noun phrase of a figure, without what hangs on its ends."""
    plain = _OVER_YEARS.sub("", _SHOWN.sub("", text.strip(" ,?.")).strip(" ,?."))
    plain = re.sub(r"^(?:the|its|their|our)\s+", "", plain, flags=re.IGNORECASE)
    plain = re.sub(r"\s+(?:in|for|between|from|of|to|at|as|during|over|and|was|is)$", "", plain)
    return plain if re.search(r"[A-Za-z]{2,}", plain) and len(plain.split()) <= 24 else ""
