"""Whether a sentence says where a thing is without saying so: "McAller Mountain is a peak in Columbo County"."""

import re

from services.factcheck.asked import Asked
from services.factcheck.lines import Line
from services.language.statements import Value

_IS_A = re.compile(
    r"^[\"”’]?\s*(?:\([^)]*\)\s*)?,?\s*(?:is|was|are|were)\s+(?:an?|the|one of the)\s+[^.;()]{0,60}?"
    r"\b(?:in|of|near|at)\s+(?:the\s+)?"
    r"(?:[A-Z][\w.'’ -]{0,40},\s+)?$"
)
_IS_A_ZH = re.compile("^(?:（[^）]*）)?(?:是|为|，是)(?:一[个座条所家])?(?:位于|在)?$")


def is_placed(asked: Asked, line: Line, value: Value | None) -> bool:
    """Whether only "is a … in" stands between the thing asked about and a place."""
    if value is None or value.kind != "name":
        return False
    for named in asked.names:
        at = line.text.find(named.text, 0, value.start)
        between = line.text[at + len(named.text) : value.start] if at >= 0 else None
        if between is not None and (_IS_A.match(between) or _IS_A_ZH.match(between)):
            return True
    return False
