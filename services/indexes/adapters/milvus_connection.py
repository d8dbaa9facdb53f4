"""One Milvus client for a process: opened late, blocking calls kept off the event loop, reopened after it was lost."""

import asyncio
import logging
import os
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import grpc
from pymilvus import MilvusClient
from pymilvus.client.types import Status
from pymilvus.exceptions import MilvusException

from services.core.errors import IndexUnavailable
from services.indexes.adapters.milvus_schema import Abilities

Result = TypeVar("Result")
Work = Callable[[MilvusClient, float], Result]
"""What a thread does with the client, within seconds."""

_CALLS_AT_ONCE = 4
_BUSY = "it was too busy to be asked in time"


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds that one call may take: a search, a write, the making and loading of a collection."""

    read_s: float = 5.0
    write_s: float = 10.0
    make_s: float = 60.0


class MilvusConnection:
    """Calls of pymilvus in threads, at most four at once. Each has a time; waiting for a thread is part of it.

    A call whose time is over before a thread is free, or whose caller has gone, is not sent.

    `url` is the http address of a server, or a file that ends in ".db": Milvus Lite, whose process lives as long as the
    connection and locks the file.
    """

    def __init__(self, url: str, timeouts: Timeouts) -> None:
        self.url, self._timeouts = url, timeouts
        self._client: MilvusClient | None = None
        self._abilities: Abilities | None = None
        self._opening = threading.Lock()
        self._threads = ThreadPoolExecutor(_CALLS_AT_ONCE, thread_name_prefix="milvus")

    @property
    def lite(self) -> bool:
        """Whether it is Milvus Lite, in a file."""
        return self.url.endswith(".db")

    async def read(self, work: Work[Result]) -> Result:
        """Run `work(client, seconds)` in a thread. Raises IndexUnavailable when Milvus fails; the next call opens it
        anew."""
        return await self._call(work, self._timeouts.read_s)

    async def write(self, work: Work[Result]) -> Result:
        """As `read`, with the time of a write."""
        return await self._call(work, self._timeouts.write_s)

    async def making(self, work: Work[Result]) -> Result:
        """As `read`, with the time of what is done once a collection."""
        return await self._call(work, self._timeouts.make_s)

    async def abilities(self) -> Abilities:
        """What this Milvus can, asked from the server itself whenever a client was opened."""
        return await self.read(self._probe) if self._abilities is None else self._abilities

    async def _call(self, work: Work[Result], seconds: float) -> Result:
        due = time.monotonic() + seconds
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._guarded, work, due)
        except RuntimeError as error:
            raise IndexUnavailable("vector", "it is closed") from error

    async def close(self) -> None:
        """Close the client and stop Milvus Lite. Safe to call twice."""
        await asyncio.to_thread(self._threads.shutdown)
        await asyncio.to_thread(self._forget)

    def _guarded(self, work: Work[Result], due: float) -> Result:
        client = self._opened(due)
        try:
            return work(client, _left(due))
        except grpc.RpcError as error:
            self._lost(client, gone=True)
            raise IndexUnavailable("vector", _reason(error)) from error
        except MilvusException as error:
            self._lost(
                client, gone=isinstance(error.code, grpc.StatusCode), refused=error.code == Status.CONNECT_FAILED
            )
            raise IndexUnavailable("vector", _reason(error)) from error

    def _lost(self, client: MilvusClient, *, gone: bool, refused: bool = False) -> None:
        # gRPC comes back to a server by itself. Lite's process has to be started, a failed handshake to be repeated;
        # a server that is only slow is left alone, or every call would wait for a new handshake.
        if refused or (gone and self.lite):
            self._forget(client)

    def _opened(self, due: float) -> MilvusClient:
        if not self._opening.acquire(timeout=_left(due)):
            raise IndexUnavailable("vector", _BUSY)
        try:
            if self._client is None:
                self._client = self._open(_left(due))
            return self._client
        except (MilvusException, OSError, RuntimeError) as error:
            raise IndexUnavailable("vector", _reason(error)) from error
        finally:
            self._opening.release()

    def _open(self, seconds: float) -> MilvusClient:
        if self.lite:
            folder = Path(self.url).parent
            folder.mkdir(parents=True, exist_ok=True)
            if not os.access(folder, os.W_OK):
                raise OSError(f"cannot write in {folder}")
            load_lite()
        # Its errors are ours to tell; pymilvus would write each with a traceback to stderr first.
        logging.getLogger("pymilvus").setLevel(logging.CRITICAL)
        return MilvusClient(self.url, timeout=seconds, dedicated=True)

    def _forget(self, client: MilvusClient | None = None) -> None:
        """Drop the client, unless another thread already opened a newer one than `client`."""
        with self._opening:
            if self._client is None or (client is not None and client is not self._client):
                return
            self._client.close()
            self._client = self._abilities = None
            if self.lite:
                _stop_lite(self.url)

    def _probe(self, client: MilvusClient, timeout: float) -> Abilities:
        if self.lite:
            found = Abilities.of_lite(version("milvus-lite"))
        else:
            found = Abilities.of_server(str(client.get_server_version(timeout=timeout)))
        self._abilities = found
        return found


def _left(due: float) -> float:
    """Seconds until a call must be answered. Raises IndexUnavailable when that is over: it is not sent then."""
    left = due - time.monotonic()
    if left <= 0:
        raise IndexUnavailable("vector", _BUSY)
    return left


def load_lite() -> None:
    """Load Milvus Lite without its warning: 2.5.1 imports pkg_resources, which announces its own end to our users.

    https://setuptools.pypa.io/en/latest/pkg_resources.html
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "pkg_resources is deprecated as an API", UserWarning)
        import milvus_lite  # noqa: F401, PLC0415 - absent where only servers are used


def _stop_lite(url: str) -> None:
    # pymilvus starts Lite's process and never stops it; its lock on the file would outlive the connection.
    from milvus_lite.server_manager import server_manager_instance  # noqa: PLC0415 - absent where only servers are used

    server_manager_instance.release_server(url)


def _reason(error: Exception) -> str:
    """The first line of what went wrong, without the values of a request."""
    text = str(getattr(error, "message", "") or error)
    return text.splitlines()[0][:200] if text else type(error).__name__
