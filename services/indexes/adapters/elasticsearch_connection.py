"""One Elasticsearch client for a process: opened late, its server's version checked once, its errors translated."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from elastic_transport import TransportError
from elasticsearch import ApiError, AsyncElasticsearch

from services.core.errors import IndexUnavailable, StorageFull, Unavailable

Result = TypeVar("Result")

MAJORS = (8, 9)
"""Versions of servers that the client's compatibility header covers, both tested."""
LATER = frozenset({429, 502, 503, 504})
"""HTTP statuses, of a request or of one item of it, that may be answered otherwise a moment later."""
_FULL = "flood-stage"


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where Elasticsearch is and how it is spoken to. `timeout_s` holds for every request, in seconds.

    `url` is one http or https address or several with commas, with user and password in them or an `api_key` instead.
    `prefix` begins the names of all its indexes, `shards` is what a new one is cut into.
    """

    url: str
    timeout_s: float = 10.0
    prefix: str = "sextant"
    shards: int = 1
    api_key: str = ""
    ca: Path | None = None


class ElasticsearchConnection:
    """Requests to one cluster, none of them repeated here. Used from one event loop."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self._client: AsyncElasticsearch | None = None
        self._version = ""
        self._closed = False

    async def ask(self, work: Callable[[AsyncElasticsearch], Awaitable[Result]]) -> Result:
        """The result of `work(client)`.

        Raises IndexUnavailable when it is not given in time, or the server is of a version that we do not know. An
        answer that says no such index or a wrong request is the caller's: it comes as the client's ApiError.
        """
        client = await self._checked()
        return await self._translated(work(client))

    async def version(self) -> str:
        """The server's, e.g. "9.4.3"."""
        await self._checked()
        return self._version

    async def close(self) -> None:
        """Close the client. Safe to call twice."""
        self._closed = True
        if self._client is not None:
            await self._client.close()
            self._client = None

    async def _checked(self) -> AsyncElasticsearch:
        if self._closed:
            raise IndexUnavailable("keyword", "it is closed")
        if self._client is None:
            self._client = self._opened()
        if not self._version:
            self._version = _known((await self._translated(self._client.info())).body)
        return self._client

    def _opened(self) -> AsyncElasticsearch:
        cluster = self.cluster
        secured: dict[str, Any] = {}
        if cluster.api_key:
            secured["api_key"] = cluster.api_key
        if cluster.ca:
            secured["ca_certs"] = str(cluster.ca)
        return AsyncElasticsearch(
            cluster.url.split(","),
            request_timeout=cluster.timeout_s,
            # Repeating is decided in one place, where it has a budget (elasticsearch_bulk.py).
            max_retries=0,
            retry_on_timeout=False,
            **secured,
        )

    async def _translated(self, reply: Awaitable[Result]) -> Result:
        try:
            return await reply
        except TransportError as error:
            raise IndexUnavailable("keyword", _told(error)) from error
        except ApiError as error:
            if error.status_code in (400, 404):
                raise
            raise unavailable(_told(error)) from error


def unavailable(reason: str) -> Unavailable:
    """The error for a reason that Elasticsearch gave."""
    if _FULL in reason:
        return StorageFull(
            "The disk of the keyword index is full: Elasticsearch lets nobody write. Free some space and try again; "
            "nothing stored is lost."
        )
    return IndexUnavailable("keyword", reason)


def _known(info: dict[str, Any]) -> str:
    version = str(info.get("version", {}).get("number", ""))
    product = str(info.get("version", {}).get("distribution", "elasticsearch"))
    if product != "elasticsearch" or version.split(".", maxsplit=1)[0] not in map(str, MAJORS):
        majors = " and ".join(map(str, MAJORS))
        reason = (
            f"the server is {product} {version or 'of an unknown version'}; Sextant speaks to Elasticsearch {majors}"
        )
        raise IndexUnavailable("keyword", reason)
    return version


def _told(error: Exception) -> str:
    """What went wrong in one line, without the values of a request."""
    if isinstance(error, ApiError):
        cause = error.body.get("error", {}) if isinstance(error.body, dict) else {}
        root = cause.get("root_cause") if isinstance(cause, dict) else None
        first = root[0] if root else cause
        said = f"{first.get('type', '')}: {first.get('reason', '')}" if isinstance(first, dict) else str(first)
        return f"status {error.status_code}, {said or error.message}"[:300]
    return str(getattr(error, "message", "") or type(error).__name__).splitlines()[0][:200]
