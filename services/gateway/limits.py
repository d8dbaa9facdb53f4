"""How large a request may be: refused by its Content-Length, or as soon as it has sent too much."""

import asyncio
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.core.errors import TooLarge
from services.gateway import problems

UPLOADS = "/v1/documents"
DISCARD_SECONDS = 5.0


class BodyLimit:
    """Lets at most `limit` bytes through; `upload_limit` where documents are taken."""

    def __init__(self, app: ASGIApp, *, limit: int, upload_limit: int) -> None:
        self._app = app
        self._limit = limit
        self._upload_limit = upload_limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self._upload_limit if scope["path"] == UPLOADS else self._limit
        length = Headers(scope=scope).get("content-length", "")
        if length.isascii() and length.isdigit() and int(length) > limit:
            refusal = TooLarge(
                f"The request has {length} bytes; this address takes {limit}. Split it.", size=length, limit=limit
            )
            # A client reads an answer only after it has sent its body, and a closed connection would take that answer
            # from it (RFC 9112, section 9.6).
            with suppress(TimeoutError):
                await asyncio.wait_for(_discarded(receive), DISCARD_SECONDS)
            answer = problems.response(problems.of_error(refusal), scope["path"], {"Connection": "close"})
            await answer(scope, receive, send)
            return
        await self._app(scope, _counted(receive, limit), send)


async def _discarded(receive: Receive) -> None:
    """Read a body to its end and keep nothing of it."""
    while (await receive()).get("more_body", False):
        pass


def _counted(receive: Receive, limit: int) -> Receive:
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            # The framework lets its own exceptions through while it reads a body, and hides all others.
            raise HTTPException(413)
        return message

    return counted
