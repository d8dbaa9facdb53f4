"""The gateway's HTTP contract, as the commands use it. Errors come back as the errors that the gateway meant."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import orjson

from services.core import errors
from services.core.errors import SextantError

# A supervised gateway that dies is back within seconds.
RETURNS = 60
RETURN_SECONDS = 0.5

Json = Any  # dict, list, str, int, float, bool or None

_BY_STATUS: Mapping[int, type[SextantError]] = {
    403: errors.Refused,
    404: errors.NotFound,
    409: errors.Conflict,
    413: errors.TooLarge,
    499: errors.Cancelled,
    503: errors.Unavailable,
    504: errors.DeadlinePassed,
}


class Gateway:
    """A gateway at `base_url`, for one tenant. Use it as an async context manager."""

    def __init__(self, base_url: str, tenant: str) -> None:
        self.base_url = base_url
        self._http = httpx.AsyncClient(
            base_url=base_url, headers={"X-Sextant-Tenant": tenant}, timeout=httpx.Timeout(30.0, read=None)
        )

    async def __aenter__(self) -> "Gateway":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def get(self, path: str, **query: Json) -> Json:
        """JSON of a resource."""
        return await self._call("GET", path, params={k: v for k, v in query.items() if v not in (None, "", [])})

    async def post(self, path: str, body: Json, **headers: str) -> Json:
        """JSON of what a POST gave."""
        return await self._call("POST", path, json=body, headers=headers)

    async def delete(self, path: str) -> Json:
        """JSON of what a DELETE gave."""
        return await self._call("DELETE", path)

    async def upload(self, path: Path, fields: Mapping[str, Json]) -> Json:
        """Send a file. Raises NotFound and BadInput for files that are not there or cannot be read."""
        try:
            with path.open("rb") as content:
                return await self._call(
                    "POST", "/v1/documents", files={"file": (path.name, content)}, data=dict(fields)
                )
        except FileNotFoundError as error:
            raise errors.NotFound(f"There is no file {path}.", path=path) from error
        except OSError as error:
            raise errors.BadInput(f"{path} cannot be read: {error.strerror}.", path=path) from error

    async def events(self, run_id: str, after: int = 0) -> AsyncIterator[tuple[int, str, Json]]:
        """Events of a run as they come: number, kind, data. Goes on after a broken connection where it was."""
        last, kind = after, ""
        while kind != "run.ended":
            begun = last
            try:
                async for last, kind, data in self._stream(run_id, begun):
                    yield last, kind, data
                if last == begun:
                    return  # The run has ended, and nothing is newer than what the caller has.
            except (httpx.RemoteProtocolError, httpx.ReadError, errors.Unavailable):
                await self._until_back()

    async def _until_back(self) -> None:
        """Wait for a gateway that was lost in the middle of a stream. Raises Unavailable when it stays away."""
        for _ in range(RETURNS):
            await asyncio.sleep(RETURN_SECONDS)
            with suppress(httpx.TransportError):
                if (await self._http.get("/healthz")).is_success:
                    return
        raise errors.Unavailable(f"The gateway at {self.base_url} is gone. Try `sextant status`.")

    async def _stream(self, run_id: str, after: int) -> AsyncIterator[tuple[int, str, Json]]:
        headers = {"Last-Event-ID": str(after)}
        path = f"/v1/runs/{run_id}/events"
        try:
            async with self._http.stream("GET", path, headers=headers) as reply:
                if reply.status_code >= httpx.codes.BAD_REQUEST:
                    await reply.aread()
                    raise problem_of(reply)
                async for event in _server_sent(reply):
                    yield event
        except httpx.ConnectError as error:
            raise errors.Unavailable(f"No gateway answers at {self.base_url}. Is the stack up?") from error

    async def _call(self, method: str, path: str, **parts: Json) -> Json:
        try:
            reply = await self._http.request(method, path, **parts)
        except httpx.TransportError as error:
            raise errors.Unavailable(
                f"No gateway answers at {self.base_url}: {error}. Try `sextant status`."
            ) from error
        if reply.status_code >= httpx.codes.BAD_REQUEST:
            raise problem_of(reply)
        return reply.json() if reply.content else None


def problem_of(reply: httpx.Response) -> SextantError:
    """The error that a problem+json reply means; its code is kept."""
    try:
        problem = reply.json()
    except ValueError:
        problem = {}
    detail = str(problem.get("detail") or problem.get("title") or f"HTTP {reply.status_code}")
    client_fault = httpx.codes.BAD_REQUEST <= reply.status_code < httpx.codes.INTERNAL_SERVER_ERROR
    kind = _BY_STATUS.get(reply.status_code, errors.BadInput if client_fault else errors.Internal)
    error = SextantError.__new__(kind)
    SextantError.__init__(error, detail)
    error.wire_code = str(problem.get("code") or error.code)
    return error


async def _server_sent(reply: httpx.Response) -> AsyncIterator[tuple[int, str, Json]]:
    """Parse server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html."""

    fields: dict[str, str] = {}
    async for line in reply.aiter_lines():
        if line:
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        elif "data" in fields:
            yield int(fields.get("id") or 0), fields.get("event", "message"), orjson.loads(fields["data"])
            fields = {}
