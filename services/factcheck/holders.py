"""Chinese persons where only the grammar tells that they are names: 董事长为周远航, 负责人：苏晚晴."""

import re
from collections.abc import Sequence

from services.language.aspects import aspects
from services.language.entities import name_key
from services.language.lexicon.names import SURNAMES
from services.language.statements import Context, Value, periods

_SURNAME = "|".join(sorted(SURNAMES, key=len, reverse=True))
_HOLDER = re.compile(
    rf"(?:[长官理管人员裁监席任师者](?:现在|目前|现)?(?:是|为|系|[:：])|由)\s*(?P<name>(?:{_SURNAME})[\u4e00-\u9fff]{{1,2}})"
    "(?=[，。；、！？\\s（(]|$|担任|出任|接任|负责|兼任)"
)


def holders(text: str, context: Context, known: Sequence[Value]) -> list[Value]:
    """Persons after an office and 是, 为, 由 or a colon that are not among the known values."""
    found = []
    for match in _HOLDER.finditer(text):
        start, end = match.span("name")
        if any(value.start < end and start < value.end for value in known):
            continue
        said = [each for each in aspects(text) if each.kind == "role"]
        nearest = min(said, key=lambda each: min(abs(each.end - start), abs(each.start - end)), default=None)
        spoken = [each for each in periods(text) if each.end <= start]
        found.append(
            Value(
                "name",
                start,
                end,
                match["name"],
                aspects=frozenset({nearest.key}) if nearest else context.aspects,
                period=spoken[-1] if spoken else context.period,
                subjects=tuple(value.key for value in known if value.kind == "name") or context.subjects,
                key=name_key(match["name"]),
                label="person",
            )
        )
    return found
