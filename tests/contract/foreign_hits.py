"""Random askers with injected values at the ports of the indexes: nobody finds what is not theirs, and all that is.

`SEXTANT_TEST_FILTERS` says how many filters are tried. An engine's test calls `check` with a search over `ENTRIES`.
"""

import asyncio
import datetime as dt
import os
import random
from collections.abc import Awaitable, Callable, Iterator

from services.core.domain.question import TimeRange
from services.indexes.port import Entry, IndexFilter
from services.indexes.values import bounded
from tests.contract.index_cases import HOSTILE
from tests.fakes.indexes import admits

FILTERS = "SEXTANT_TEST_FILTERS"
FEW = 300
SEED = 11
_TOGETHER = 8
_FIRST_DAY = dt.date(2020, 1, 1)

LONG = "y" * 300
INJECTED = (
    *HOSTILE,
    # Elasticsearch and Lucene
    "tenant:*",
    "*) OR (*:*",
    "ac*",
    "acm?",
    "[* TO *]",
    "/.*/",
    '{"match_all":{}}',
    '"}},{"match_all":{}},{"term":{"tenant":"',
    '["acme","globex"]',
    "acme,globex",
    "_all",
    # Milvus
    '"] or tenant like "%',
    '" or array_contains(principals, "*") or tenant == "',
    "acme' or 1 in [1] or '",
    "acme\\",
    '\\" or true or \\"',
    # SQL, paths, and spellings of our own
    "' OR '1'='1' --",
    "../globex",
    "%00",
    "u:ann",
    "g:fin",
    "*",
    bounded(LONG),
    "~aAaA",
    " acme",
    "ACME",
    "acme ",
)
"""Values that would be more than values somewhere."""

TENANTS = ("acme", "acm", "acme-2", "globex", LONG, "*", '"acme"', "港口公司")
USERS = ("ann", "bob", "*", LONG, 'x" or "', "fin", "安")
GROUPS = ("fin", "hr", "财务", "*", "ann", 'hr"] or ["', LONG)
TAGS = ("a", "b", "a b", '" or "', "标签", LONG, "*")
LANGUAGES = ("en", "zh", "und", "*")
SECTIONS = ("", "Costs > Harbour", "第一章 > 费用", "100% (a.b)", "costs", '"quoted" \\ path', "_")


def filters(count: int | None = None) -> int:
    """How many filters are tried: what the environment says, else `count`, else a few."""
    return int(os.environ.get(FILTERS, count or FEW))


def _some(rng: random.Random, values: tuple[str, ...], sizes: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(rng.sample(values, rng.choice(sizes)))


def _entries(size: int) -> list[Entry]:
    rng = random.Random(SEED)
    return [
        Entry(
            passage_id=f"p{number:03}",
            tenant=rng.choice(TENANTS),
            document_id=rng.choice(("*", LONG, f"d{number // 5}", rng.choice(INJECTED))),
            acl_users=_some(rng, USERS, (0, 0, 0, 1, 2)),
            acl_groups=_some(rng, GROUPS, (0, 0, 1)),
            tags=_some(rng, TAGS, (0, 1, 2)),
            language=rng.choice(LANGUAGES),
            section=rng.choice(SECTIONS),
            date=rng.choice((None, _FIRST_DAY + dt.timedelta(days=rng.randrange(60)))),
        )
        for number in range(size)
    ]


ENTRIES = _entries(200)


def _asked(rng: random.Random, values: tuple[str, ...]) -> str:
    """A value that is stored, one that was made to break out, or both glued together."""
    match rng.randrange(4):
        case 0 | 1:
            return rng.choice(values)
        case 2:
            return rng.choice(INJECTED)
        case _:
            return "".join(rng.sample((*values, *INJECTED, '"', "'", "\\", " "), 2))


def _several(rng: random.Random, values: tuple[str, ...], sizes: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(_asked(rng, values) for _ in range(rng.choice(sizes)))


def random_askers(count: int) -> Iterator[IndexFilter]:
    """Filters over the stored values, with injected ones among them in every field."""
    rng = random.Random(SEED + 1)
    documents = tuple(sorted({one.document_id for one in ENTRIES}))
    for _ in range(count):
        first = _FIRST_DAY + dt.timedelta(days=rng.randrange(-10, 60))
        dated = TimeRange(first, first + dt.timedelta(days=rng.randrange(40)))
        yield IndexFilter(
            tenant=_asked(rng, TENANTS[:4]) if rng.random() < 0.7 else rng.choice(TENANTS),
            user=_asked(rng, ("", *USERS)),
            groups=_several(rng, GROUPS, (0, 1, 3)),
            tags=_several(rng, TAGS, (0, 0, 1, 2)),
            languages=_several(rng, LANGUAGES, (0, 0, 0, 1, 2)),
            document_ids=_several(rng, documents, (0, 0, 0, 1, 3)),
            section=_asked(rng, SECTIONS)[:200] if rng.random() < 0.2 else "",
            dated=dated if rng.random() < 0.3 else None,
        )


async def check(search: Callable[[IndexFilter], Awaitable[list[str]]], count: int) -> int:
    """Try `count` filters on a search over ENTRIES that gives passage ids; returns how many hits there were.

    Raises AssertionError with the first filter that finds what it must not, or misses what it must find.
    """
    askers, hits = list(random_askers(count)), 0
    for start in range(0, count, _TOGETHER):
        together = askers[start : start + _TOGETHER]
        for where, found in zip(together, await asyncio.gather(*map(search, together)), strict=True):
            allowed = {one.passage_id for one in ENTRIES if admits(where, one)}
            assert not set(found) - allowed, f"foreign hits for {where}"
            assert sorted(found) == sorted(allowed), f"missed hits for {where}"
            hits += len(found)
    return hits
