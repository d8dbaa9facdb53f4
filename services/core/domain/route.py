"""What kind of question it is, and how much work it gets."""

from dataclasses import dataclass
from enum import StrEnum


class Category(StrEnum):
    """Kinds of questions."""

    FACTUAL = "factual"
    COMPARISON = "comparison"
    MULTI_HOP = "multi_hop"
    ANALYTICAL = "analytical"
    AGGREGATE = "aggregate"
    TEMPORAL = "temporal"
    SMALL_TALK = "small_talk"
    OUT_OF_SCOPE = "out_of_scope"
    UNSAFE = "unsafe"


class Path(StrEnum):
    """One retrieval round and no loop, or plan, loop and reflect."""

    FAST = "fast"
    DEEP = "deep"


@dataclass(frozen=True, slots=True)
class CategoryScore:
    """A category with its score in [0, 1]."""

    category: Category
    score: float


@dataclass(frozen=True, slots=True)
class Route:
    """The decision of the router. Scores are best first and sum to 1; reasons are words a person can check."""

    category: Category
    path: Path
    scores: tuple[CategoryScore, ...] = ()
    reasons: tuple[str, ...] = ()
