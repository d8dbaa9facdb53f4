"""A name or value found in a text."""

from dataclasses import dataclass
from typing import Literal

EntityKind = Literal["person", "org", "place", "product", "date", "number", "other"]


@dataclass(frozen=True, slots=True)
class Entity:
    """Characters `start` to `end` (exclusive) of a text, with what they name."""

    start: int
    end: int
    text: str
    kind: EntityKind
