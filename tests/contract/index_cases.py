"""Entries, filters and values that the suites of both indexes share."""

import datetime as dt
import random
from collections.abc import Iterator

from services.core.domain.question import TimeRange
from services.indexes.port import Entry, IndexFilter

HOSTILE = (
    '"',
    "'",
    "\\",
    '\\"',
    '" or tenant != "',
    '") or 1 == 1 or ("',
    "a' || 'b",
    "%",
    "_",
    ".*",
    "[a-z]+",
    "(",
    "x:y AND -z OR *",
    "{tenant}",
    "\n\t\x00end",
    "营收增长（百分比）",
    "🛰️👩‍🚀",
    "İstanbul ﬁ Ω",
    "-",
    "~",
    "#",
    "长" * 500,
    "x" * 3000,
)
"""Values that are syntax somewhere, or long, or outside ASCII."""


def entry(passage_id: str, tenant: str = "acme", document_id: str = "d1", **more: object) -> Entry:
    """An entry that the whole tenant may see, unless told otherwise."""
    return Entry(passage_id, tenant, document_id, **more)  # type: ignore[arg-type]


def hostile_entries() -> list[Entry]:
    """One entry a hostile value, which is its document, only reader, tag, language and section."""
    return [
        entry(f"h{number}", document_id=value, acl_users=(value,), tags=(value,), language=value, section=value)
        for number, value in enumerate(HOSTILE)
    ]


def days(start: str, end: str) -> TimeRange:
    """A closed range of days."""
    return TimeRange(dt.date.fromisoformat(start), dt.date.fromisoformat(end))


def world(seed: int, size: int = 120) -> list[Entry]:
    """Entries of several tenants with random rights, tags and names, hostile ones among them."""
    rng = random.Random(seed)
    tenants, users, groups = ("acme", "acm", "acme-2", "globex"), ("ann", "bob", 'x" or "'), ("fin", "hr", "财务")
    return [
        Entry(
            passage_id=f"p{number}",
            tenant=rng.choice(tenants),
            document_id=f"d{number // 4}",
            acl_users=tuple(rng.sample(users, rng.choice((0, 0, 1, 2)))),
            acl_groups=tuple(rng.sample(groups, rng.choice((0, 0, 1)))),
            tags=tuple(rng.sample(("a", "b", '" or "'), rng.choice((0, 1, 2)))),
            language=rng.choice(("en", "zh")),
        )
        for number in range(size)
    ]


def random_filters(seed: int, count: int) -> Iterator[IndexFilter]:
    """Filters of random askers, injected values among them."""
    rng = random.Random(seed)
    tenants = ("acme", "acm", "acme-2", "globex", "nobody", '" or "1" == "1', "acme' or tenant like '%", "*")
    users = ("", "ann", "bob", "eve", 'x" or "', "*", '"]) or array_contains(principals, "*')
    groups = ("fin", "hr", "财务", "*", 'hr"] or tenant == "globex', "u:ann")
    for _ in range(count):
        yield IndexFilter(
            tenant=rng.choice(tenants),
            user=rng.choice(users),
            groups=tuple(rng.sample(groups, rng.randint(0, 3))),
            tags=tuple(rng.sample(("a", "b", '" or "', "zzz"), rng.choice((0, 0, 1, 2)))),
            languages=rng.choice(((), ("en",), ("zh", "en"))),
        )
