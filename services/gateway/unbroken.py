"""Work that is not cut off in its middle when whoever waits for it is cancelled, as a reader's leaving does.

A database connection that is cut off during a statement is thrown away, and a cancellation of a run would not be
written.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

_going: set[asyncio.Task[Any]] = set()  # the loop itself keeps only weak references


async def unbroken(work: Coroutine[Any, Any, T]) -> T:
    """The result of short work, which goes on to its end in any case."""
    task = asyncio.create_task(work)
    _going.add(task)
    task.add_done_callback(_over)
    return await asyncio.shield(task)


def _over(task: asyncio.Task[Any]) -> None:
    _going.discard(task)
    if not task.cancelled():
        task.exception()  # seen by whoever waited, or by nobody
