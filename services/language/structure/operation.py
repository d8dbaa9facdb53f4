"""An operation over figures: what is to be computed of what."""

from dataclasses import dataclass
from enum import StrEnum


class Operator(StrEnum):
    """What is done with the operands."""

    CHANGE = "change"
    PERCENT_CHANGE = "percent change"
    DIFFERENCE = "difference"
    RATIO = "ratio"
    SHARE = "share"
    SUM = "sum"
    AVERAGE = "average"


@dataclass(frozen=True, slots=True)
class Operand:
    """A figure to find: a noun phrase ("net sales of Acme"), and its period as written, "" for none."""

    figure: str
    period: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator and its operands in order: from the earlier to the later, the whole behind the part."""

    operator: Operator
    operands: tuple[Operand, ...]
