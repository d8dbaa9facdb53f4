"""Whether a sentence that ranks two figures or dates ranks them as they are."""

import re
from collections.abc import Sequence

from services.factcheck.lines import Line
from services.factcheck.presence import present
from services.factcheck.strict import stands_in
from services.language.numbers import Quantity
from services.language.statements import Value, values
from services.language.units import BASES

_UP = re.compile(
    r"\b(?:higher|more|larger|greater|bigger|longer|heavier|later)\b(?:\s+than\b|\s*:)|更[高多大长重晚](?:[:：，,]|于|过)|[高多大晚]于",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"\b(?:lower|fewer|less|smaller|shorter|lighter|earlier)\b(?:\s+than\b|\s*:)|更[低少小短轻早](?:[:：，,]|于|过)|[低少小早]于",
    re.IGNORECASE,
)
_WHOLE = 0.97


def direction_holds(sentence: str) -> bool:
    """False when a sentence says "A is higher: x, against y" and x is not; True when it ranks nothing, or not two
    values."""
    up, down = _UP.search(sentence), _DOWN.search(sentence)
    if bool(up) == bool(down):
        return True
    said = values(sentence)
    figures = [value for value in said if value.quantity]
    dated = [value for value in said if value.days]
    pair = figures if len(figures) == 2 else (dated if not figures and len(dated) == 2 else [])
    if not pair:
        return True
    first, second = _size(pair[0]), _size(pair[1])
    return first > second if up else first < second


def ranks_cited(sentence: str, cited: Sequence[Line]) -> bool:
    """Whether a sentence ranks two figures or dates, each of which a cited passage gives for the thing it is of."""
    if bool(_UP.search(sentence)) == bool(_DOWN.search(sentence)):
        return False
    ranked = [value for value in values(sentence) if value.quantity or value.days]
    return len(ranked) == 2 and all(value.subjects and any(_gives(line, value) for line in cited) for value in ranked)


def _gives(line: Line, value: Value) -> bool:
    around = f"{line.passage.text} {line.around}"
    return stands_in(value, line) and present(value.subjects[0], around) >= _WHOLE


def _size(value: Value) -> float:
    if value.days:
        return float(value.days.first.toordinal())
    quantity: Quantity | None = value.quantity
    assert quantity is not None
    factor = BASES[quantity.unit][1] if quantity.unit in BASES else 1
    return float(quantity.value * factor)
