"""Process groups: each server leads one of its own, and what it started ends with it."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def signalled(group: int, number: signal.Signals) -> None:
    """Send a signal to all of a group; nobody is left is fine."""
    with suppress(ProcessLookupError):
        os.killpg(group, number)


def members(group: int) -> Iterator[int]:
    """Process ids of a group. One that is dead, and that nobody has waited for, is none."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # pid (name) state parent group …: a name may hold spaces and brackets.
            state, _, found = stat.read_text().rpartition(")")[2].split()[:3]
            if int(found) == group and state not in ("Z", "X"):
                yield int(stat.parent.name)
