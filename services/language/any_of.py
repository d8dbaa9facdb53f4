"""One pattern for many phrases that is fast to search with: what they begin with is tried once, not once a phrase."""

from collections.abc import Iterable, Sequence
from typing import Any

_END = ""


def any_of(phrases: Iterable[Sequence[str]]) -> str:
    """A regular expression for any of the phrases, the longest that fits first.

    Each phrase is a sequence of patterns of single signs, already escaped.
    """
    root: dict[str, Any] = {}
    for phrase in phrases:
        node = root
        for sign in phrase:
            node = node.setdefault(sign, {})
        node[_END] = {}
    return _pattern(root)


def _pattern(node: dict[str, Any]) -> str:
    branches = [f"{sign}{_pattern(below)}" for sign, below in node.items() if sign != _END]
    if not branches:
        return ""
    # An optional plural stands last, so that "sales" is read before the plural of "sale".
    joined = "|".join(sorted(branches, key=lambda branch: branch.startswith("s?")))
    whole = f"(?:{joined})" if len(branches) > 1 or _END in node else joined
    return f"{whole}?" if _END in node else whole
