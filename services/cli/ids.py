"""Ids as people use them: a few characters in lists, and as many of them as it takes in commands, as in git."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.cli.client import Gateway
from services.core.errors import BadInput, NotFound

WHOLE = 32
SHORT = 8
SHORTEST = 4
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Kind:
    """What an id is of: its name, and where the gateway lists them."""

    name: str
    plural: str

    @property
    def path(self) -> str:
        """The address of the list."""
        return f"/v1/{self.plural}"


RUN = Kind("run", "runs")
DOCUMENT = Kind("document", "documents")


def short(ids: Sequence[str]) -> dict[str, str]:
    """For each id its beginning, as long as it takes to tell it from the others; at least 8 characters."""
    length = SHORT
    while length < WHOLE and len({each[:length] for each in ids}) < len(set(ids)):
        length += 1
    return {each: each[:length] for each in ids}


async def whole(gateway: Gateway, kind: Kind, given: str) -> str:
    """The id that begins so. Raises NotFound when none does, BadInput when several do or it is too short."""
    if len(given) >= WHOLE:
        return given
    if len(given) < SHORTEST:
        raise BadInput(f"{given!r} is too short for an id. Write at least {SHORTEST} characters of it.", id=given)
    page = await gateway.get(kind.path, id=given, limit=_SHOWN)
    found = [str(row["id"]) for row in page[kind.plural]]
    if not found:
        raise NotFound(
            f"There is no {kind.name} whose id begins with {given!r}. "
            f"`sextant {kind.plural} list` shows those there are.",
            id=given,
        )
    if len(found) > 1 and given not in found:
        several = ", ".join(short(found).values())
        raise BadInput(f"Several {kind.plural} have ids that begin with {given!r}: {several} … Write more.", id=given)
    return given if given in found else found[0]
