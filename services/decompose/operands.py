"""A figure to be computed, as questions for the figures that it is computed from."""

import re

from services.core.domain.plan import SubQuestion
from services.decompose.chain import asked
from services.language.structure.operations import Operand, Operation

_OWNED = re.compile(r"^[A-Z][\w.&-]*(?:\s[A-Z][\w.&-]*)*['’]s?\s|^(?:our|its|their)\s", re.IGNORECASE)
_HAS_PREPOSITION = re.compile(r"^(?:in|on|for|during|at|as)\b", re.IGNORECASE)
_DAY = re.compile(r"^(?:\d{1,2}\s[A-Z]|[A-Z][a-z]+\.?\s\d{1,2}\b)")


def operands(operation: Operation) -> list[SubQuestion]:
    """Sub-questions with ids from 1, one for each operand, in the order of the operation."""
    return [
        SubQuestion(number, _question(each), aspect=_label(each))
        for number, each in enumerate(operation.operands, start=1)
    ]


def described(operation: Operation) -> str:
    """The operation in words, for the reasons of a plan."""
    figures = list(dict.fromkeys(each.figure for each in operation.operands))
    periods = list(dict.fromkeys(each.period for each in operation.operands if each.period))
    over = f" ({', '.join(periods)})" if periods else ""
    return f"it computes: {operation.operator.value} of {' and '.join(figures)}{over}"


def _question(operand: Operand) -> str:
    figure = operand.figure
    if re.search("[\u4e00-\u9fff]", figure):
        return f"{figure}是多少？"
    head = re.split(r"\s(?:of|on|in|for|from|to|by|at|with|net|[a-z]+ing|[a-z]+ed)\s|[,(]", figure)[0]
    plural = re.search(r"[a-z]{2}(?<![su])s$", head.split()[-1] if head.split() else "") is not None
    article = "" if _OWNED.match(figure) else "the "
    be = ("were" if plural else "was") if operand.period else ("are" if plural else "is")
    return asked(f"what {be} {article}{figure}{_when(operand.period)}")


def _when(period: str) -> str:
    if not period:
        return ""
    if _HAS_PREPOSITION.match(period):
        return f" {period[:1].lower()}{period[1:]}"
    return f" on {period}" if _DAY.match(period) else f" in {period}"


def _label(operand: Operand) -> str:
    bare = re.sub(r"^(?:in|on|for|during|at|as at|as of)\s+", "", operand.period, flags=re.IGNORECASE)
    return f"{operand.figure} {bare}".strip()
