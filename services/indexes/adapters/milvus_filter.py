"""Typed filters as Milvus expressions. Every value is spelt in letters and digits, so none can leave its quotes."""

from collections.abc import Iterable

from services.indexes.port import IndexFilter
from services.indexes.values import folded_section, lettered, spelled

UNDATED = 0
"""Ordinal day of a passage without a date; real ones start at 1 (1 January of the year 1)."""


def expression(where: IndexFilter, *, section: bool = True) -> str:
    """The Milvus boolean expression for a filter; identity first, always there. Without `section` it leaves that out:
    servers before 2.4 know no pattern that begins with "%".
    """
    parts = [
        f"tenant == {_quoted(where.tenant)}",
        f"array_contains_any(principals, {_list(where.principals)})",
    ]
    if where.tags:
        parts.append(f"array_contains_any(tags, {_list(where.tags)})")
    if where.languages:
        parts.append(f"language in {_list(where.languages)}")
    if where.document_ids:
        parts.append(f"document_id in {_list(where.document_ids)}")
    if section and (path := folded_section(where.section)):
        parts.append(f'section like "%{lettered(path)}%"')
    if where.dated is not None:
        first, last = where.dated.start.toordinal(), where.dated.end.toordinal()
        parts.append(f"(day == {UNDATED} or (day >= {first} and day <= {last}))")
    return " and ".join(parts)


def of_document(tenant: str, document_id: str, before_version: int | None) -> str:
    """The expression for the rows of a document, or of its versions below one."""
    rows = f"{of_tenant(tenant)} and document_id == {_quoted(document_id)}"
    return rows if before_version is None else f"{rows} and version < {int(before_version)}"


def of_keys(keys: Iterable[str]) -> str:
    """The expression for the rows with these keys."""
    return f"key in {_list(keys)}"


def of_tenant(tenant: str, *, key_start: str = "") -> str:
    """The expression for the rows of a tenant, or of those whose keys begin with these hexadecimal digits."""
    rows = f"tenant == {_quoted(tenant)}"
    return f'{rows} and key like "{key_start}%"' if key_start else rows


def _quoted(value: str) -> str:
    return f'"{spelled(value)}"'


def _list(values: Iterable[str]) -> str:
    return "[" + ", ".join(map(_quoted, values)) + "]"
