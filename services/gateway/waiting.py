"""Waiting for a run on behalf of a client that holds its connection open."""

from fastapi import Request

from services.core.errors import Cancelled
from services.gateway.unbroken import unbroken
from services.gateway.wiring import Parts
from services.ledger.models import RunRow


async def awaited(parts: Parts, run: RunRow, request: Request, *, keep: bool) -> RunRow:
    """The run when it has ended. When its client leaves, it is cancelled unless it is deep or to be kept.

    Raises Cancelled when the client left (nobody reads it), DeadlinePassed when nobody ends the run.
    """
    ended = await parts.follower.ended(run, request.is_disconnected)
    if ended is not None:
        return ended
    if not keep:
        await unbroken(parts.follower.left(run))
    raise Cancelled("The client left.", run_id=run.id)
