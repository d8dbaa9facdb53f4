"""Server-sent events: a stream that says that it lives, and that lets a stopping gateway go.

Format: https://html.spec.whatwg.org/multipage/server-sent-events.html.
"""

from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from typing import Any

from sse_starlette import EventSourceResponse, ServerSentEvent

from services.core.errors import BadInput
from services.gateway.unbroken import unbroken

_LARGEST = 2**31 - 1
_MOST_DIGITS = 20


def event_stream(
    events: AsyncIterator[ServerSentEvent],
    *,
    heartbeat_s: float,
    headers: Mapping[str, str] | None = None,
    on_leave: Callable[[], Coroutine[Any, Any, object]] | None = None,
    grace_s: float = 0.0,
) -> EventSourceResponse:
    """A response that streams events, with a comment every `heartbeat_s` seconds.

    `on_leave` is called when the reader leaves before the end, not when the gateway stops; then the stream may go on
    for `grace_s` seconds.
    """

    async def left(_message: object) -> None:
        if on_leave is not None:
            # The response cancels what it is waiting for as soon as one of its tasks sees that the reader is gone.
            await unbroken(on_leave())

    return EventSourceResponse(
        events,
        headers=headers,
        ping=heartbeat_s,
        ping_message_factory=lambda: ServerSentEvent(comment="alive", sep="\n"),
        client_close_handler_callable=left,
        shutdown_grace_period=grace_s,
        sep="\n",
    )


def number_after(last_event_id: str, after: int | None) -> int:
    """The number of the last event that a reader has: its Last-Event-ID header, which a reconnecting browser sends by
    itself, else its `after`. Raises BadInput for what is no number."""
    said = last_event_id.strip()
    if not said:
        return after or 0
    # Python refuses to read numbers of thousands of digits.
    if not (said.isascii() and said.isdigit() and len(said) <= _MOST_DIGITS and int(said) <= _LARGEST):
        raise BadInput("Last-Event-ID: send back the id of an event, a number from 0.", field="Last-Event-ID")
    return int(said)
