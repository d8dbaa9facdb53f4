"""The kinds of answers that questions expect."""

from typing import Literal

Expects = Literal[
    "person", "org", "place", "date", "year", "number", "money", "percent", "yesno", "reason", "definition", "list",
    "thing",
]  # fmt: skip
