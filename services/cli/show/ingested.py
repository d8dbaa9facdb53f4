"""What became of files that were taken in."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from services.cli.output import counted, table
from services.cli.syncing import Differences
from services.documents.status import DocumentStatus

Json = Any  # dict, list, str, int, float, bool or None
_MOST = 20


def is_bad(row: Json) -> bool:
    """Whether a document came to nothing."""
    return bool(row["status"] != DocumentStatus.INDEXED)


def show_ingested(screen: Console, rows: Sequence[Json]) -> None:
    """What was not indexed and why, then how many are in which state; what was there already is unchanged."""
    show_not_indexed(screen, rows)
    counts = Counter("unchanged" if row["duplicate"] and not is_bad(row) else row["status"] for row in rows)
    passages = sum(row.get("passages", 0) for row in rows)
    states = ", ".join(f"{count} {state}" for state, count in counts.items()) or "nothing to do"
    screen.print(f"{states} · {counted(passages, 'passage')}")


def show_not_indexed(screen: Console, rows: Sequence[Json]) -> None:
    """What came to nothing, with the reason and what to do."""
    bad = [row for row in rows if is_bad(row)]
    if bad:
        shown = table("Not indexed", "file", "state", "reason", "what to do")
        for row in bad:
            shown.add_row(row["name"], row["status"], row.get("reason", ""), row.get("detail", ""))
        screen.print(shown)


def show_differences(screen: Console, seen: Differences, *, done: bool) -> None:
    """What following a folder did, or, file by file, would do."""
    gone = [row["external_id"] for row in seen.gone]
    for mark, places in (("+", seen.added), ("~", seen.changed), ("-", gone)) if not done else ():
        for place in places[:_MOST]:
            screen.print(f"{mark} {place}", soft_wrap=True)
        if len(places) > _MOST:
            screen.print(f"{mark} … and {len(places) - _MOST} more")
    summary = f"{len(seen.added)} added, {len(seen.changed)} replaced, {len(gone)} deleted"
    ending = "" if done else " (a dry run: nothing was done)"
    screen.print(f"{summary}, {len(seen.unchanged)} unchanged{ending}")
