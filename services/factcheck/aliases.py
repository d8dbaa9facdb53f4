"""Other names of what a question names, where the evidence itself says so: Coppergate Marine (铜门海运)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from services.core.domain.passage import Evidence
from services.factcheck.asked import Asked, Named
from services.language.entities import name_key

_LATIN_NAME = r"[A-Z][\w&'’.-]*(?:[^\S\n]+(?:of\s+)?[A-Z][\w&'’.-]*){0,5}"
_HAN_NAME = "[\u4e00-\u9fff·]{2,20}"
_PAIRS = (
    re.compile(rf"({_LATIN_NAME})\s?[(（]\s*({_HAN_NAME})\s*[)）]"),
    re.compile(rf"({_HAN_NAME})\s?[(（](?:英文名?[:：]?\s*|简称[:：]?\s*)?({_LATIN_NAME})\s*[)）]"),
)


def with_aliases(asked: Asked, evidence: Sequence[Evidence]) -> Asked:
    """The question with its names known under the other names that the evidence gives them."""
    if not asked.names or not evidence:
        return asked
    pairs = list(_pairs(evidence))
    return replace(asked, names=tuple(_known(named, pairs) for named in asked.names)) if pairs else asked


def _pairs(evidence: Iterable[Evidence]) -> Iterable[tuple[str, str]]:
    for item in evidence:
        text = f"{item.passage.title} {item.passage.section}\n{item.passage.text}"
        for rule in _PAIRS:
            yield from ((name_key(match[1]), name_key(match[2])) for match in rule.finditer(text))


def _known(named: Named, pairs: Sequence[tuple[str, str]]) -> Named:
    found = [other for one, other in (*pairs, *((b, a) for a, b in pairs)) if _is_named(named.key, one) and other]
    return replace(named, aliases=tuple(dict.fromkeys(found))) if found else named


def _is_named(key: str, said: str) -> bool:
    """A run of Chinese signs before a bracket may begin before the name: 本公司铜门海运."""
    return said == key or (not key.isascii() and len(key) > 2 and said.endswith(key))
