"""Serving the app: bound before anything starts, drained before anything closes."""

import asyncio
import errno
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from fastapi import FastAPI
from sse_starlette.sse import AppStatus

from services.core.errors import Unavailable
from services.gateway.identity import check_address
from services.gateway.settings import Settings

BACKLOG = 512


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the process: uvicorn would raise them again before the parts are closed."""
        yield


@asynccontextmanager
async def serving(app: FastAPI, settings: Settings) -> AsyncIterator[str]:
    """Serve inside this context; gives the base URL. On leaving, requests go on for at most the drain time.

    Raises Refused for an address that others reach, Unavailable for one in use.
    """
    check_address(settings.gateway_host)
    listener = _bound(settings)
    host, port = listener.getsockname()[:2]
    server = _Server(
        uvicorn.Config(
            app,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=max(1, round(settings.gateway_drain_s)),
        )
    )
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        while not (server.started or running.done()):  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # uvicorn has no event for it
        if running.done():
            await running  # raises what kept it from starting
        yield f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    finally:
        AppStatus.should_exit = True  # ends the streams, which would otherwise outlast the drain
        server.should_exit = True
        await running
        AppStatus.should_exit = False
        listener.close()


def _bound(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.gateway_host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    address = f"{settings.gateway_host}:{settings.gateway_port}"
    try:
        listener.bind((settings.gateway_host, settings.gateway_port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be listened on ({error.strerror})"
        raise Unavailable(
            f"{address} {why}. Stop what uses it (`sextant down`) or set SEXTANT_GATEWAY_PORT.", address=address
        ) from error
    return listener
