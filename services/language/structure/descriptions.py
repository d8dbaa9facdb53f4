"""Things that a question names by a description instead of a name, and the chain that they form."""

from dataclasses import dataclass
from enum import StrEnum

MOST_LINKS = 4


class Relation(StrEnum):
    """How a description singles its thing out."""

    DOES = "does"  # "the plant that makes X", 生产X的工厂
    PLACE = "place"  # "the plant where X is made"
    GAP = "gap"  # "the company that Jane founded": the thing is the object
    PASSIVE = "passive"  # "the film directed by X"
    ROLE = "role"  # "the founder of X", X的创始人
    LOCATION = "location"  # "the city of {1}", {1}所在城市
    KIND = "kind"  # X的组装工厂


@dataclass(frozen=True, slots=True)
class Description:
    """A thing by description. `{n}` in `text` and `of` is the thing that the nth description stands for, from 1.

    `text` is as written ("the plant where the X200 is made"), `head` the word for what it is ("plant"), `of` what
    singles it out ("the X200 is made"), `link` the preposition of a place or the verb form of a passive.
    """

    text: str
    head: str
    relation: Relation
    of: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """A question over descriptions, innermost first. `question` holds the placeholder of the last; `lead` is what came
    before it all ("According to the ruling of …")."""

    descriptions: tuple[Description, ...]
    question: str
    lead: str = ""


def slot(number: int) -> str:
    """The placeholder of the nth description."""
    return f"{{{number}}}"
