"""One Milvus client for a process: opened late, blocking calls kept off the event loop, reopened after it was lost."""

import asyncio
import os
import threading
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

Result = TypeVar("Result")

_CALLS_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a Milvus is and can. `precision` is that of stored vectors: "fp16" from server 2.4 on, otherwise "fp32"."""

    product: str
    version: str
    half_floats: bool
    graph_index: bool

    def words(self, precision: str, index_type: str) -> tuple[str, ...]:
        """As people read it."""
        return (f"{self.product} {self.version}", f"precision: {precision}", f"vector index: {index_type}")


class MilvusConnection:
    """Calls of pymilvus in threads, at most four at once, each with a timeout in seconds.

    `url` is the http address of a server, or a file that ends in ".db": Milvus Lite, whose process lives as long as the
    connection and locks the file.
    """

    def __init__(self, url: str, timeout_s: float = 10.0) -> None:
        self.url, self.timeout_s = url, timeout_s
        self._client: MilvusClient | None = None
        self._opening = threading.Lock()
        self._threads = ThreadPoolExecutor(_CALLS_AT_ONCE, thread_name_prefix="milvus")

    @property
    def lite(self) -> bool:
        """Whether it is Milvus Lite, in a file."""
        return self.url.endswith(".db")

    async def call(self, work: Callable[[MilvusClient], Result]) -> Result:
        """Run `work(client)` in a thread. Raises IndexUnavailable when Milvus fails; the next call opens it anew."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._guarded, work)
        except RuntimeError as error:
            raise IndexUnavailable("vector", "it is closed") from error

    async def abilities(self) -> Abilities:
        """What this Milvus can, asked once from the server itself."""
        return await self.call(self._probe)

    async def close(self) -> None:
        """Close the client and stop Milvus Lite. Safe to call twice."""
        await asyncio.to_thread(self._threads.shutdown)
        await asyncio.to_thread(self._forget)

    def _guarded(self, work: Callable[[MilvusClient], Result]) -> Result:
        client = self._opened()
        try:
            return work(client)
        except grpc.RpcError as error:
            self._forget(client)
            raise IndexUnavailable("vector", _reason(error)) from error
        except MilvusException as error:
            if isinstance(error.code, grpc.StatusCode) or error.code == Status.CONNECT_FAILED:
                self._forget(client)
            raise IndexUnavailable("vector", _reason(error)) from error

    def _opened(self) -> MilvusClient:
        with self._opening:
            if self._client is None:
                try:
                    self._client = self._open()
                except (MilvusException, OSError, RuntimeError) as error:
                    raise IndexUnavailable("vector", _reason(error)) from error
            return self._client

    def _open(self) -> MilvusClient:
        if self.lite:
            folder = Path(self.url).parent
            folder.mkdir(parents=True, exist_ok=True)
            if not os.access(folder, os.W_OK):
                raise OSError(f"cannot write in {folder}")
            load_lite()
        return MilvusClient(self.url, timeout=self.timeout_s, dedicated=True)

    def _forget(self, client: MilvusClient | None = None) -> None:
        """Drop the client, unless another thread already opened a newer one than `client`."""
        with self._opening:
            if self._client is None or (client is not None and client is not self._client):
                return
            self._client.close()
            self._client = None
            if self.lite:
                _stop_lite(self.url)

    def _probe(self, client: MilvusClient) -> Abilities:
        if self.lite:
            return Abilities("milvus-lite", version("milvus-lite"), half_floats=True, graph_index=False)
        found = str(client.get_server_version(timeout=self.timeout_s)).lstrip("v")
        # A FLOAT16_VECTOR collection crashes servers before 2.4, so they are never asked to make one.
        return Abilities("milvus", found, half_floats=_at_least(found, (2, 4)), graph_index=True)


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


def _at_least(found: str, wanted: tuple[int, int]) -> bool:
    parts = found.split("-", maxsplit=1)[0].split(".")
    return tuple(int(part) if part.isdigit() else 0 for part in parts[:2]) >= wanted


def _reason(error: Exception) -> str:
    """The first line of what went wrong, without the values of a request."""
    text = str(getattr(error, "message", "") or error)
    return text.splitlines()[0][:200] if text else type(error).__name__
