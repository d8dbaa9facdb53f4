"""What is asked of each compared thing."""

import re
from dataclasses import dataclass

THING = "{thing}"
# Kinds of things that a question names with them: "which film's director".
KIND = re.compile(
    r"\b(?P<kind>film|movie|book|novel|song|album|series|magazine|band|school|university"
    r"|airport|river|mountain|person|singer|author|director)s?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Ask:
    """A question about one thing: `text` holds `{thing}`, `label` says which aspect it is.

    `via` is a question to ask first ("Who is the director of {thing}?"); then `{thing}` in `text` is its answer.
    `timed` says whether the period of the comparison belongs to it.
    """

    text: str
    label: str
    via: str = ""
    timed: bool = True
