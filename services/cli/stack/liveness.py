"""Whether a running process still answers: one that hangs neither serves nor ends, so somebody must notice.

Asked in its own protocol, and any answer will do: a service that says NOT_SERVING lives. Processes that serve nobody
are asked for their metrics.
"""

import asyncio
from dataclasses import dataclass

import grpc
import httpx
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.cli.stack.processes import Process


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a process may be silent: `misses` looks in a row, `every_s` apart, each of `answer_s` at most.

    One whose start was not waited for, because it listens nowhere, has `start_misses` before its first answer. Looks
    are counted, not seconds: a supervisor that was itself kept waiting blames nobody for it.
    """

    every_s: float = 5.0
    answer_s: float = 5.0
    misses: int = 6
    start_misses: int = 24

    @property
    def seconds(self) -> float:
        """About how long a process that answered before may be silent."""
        return self.misses * (self.every_s + self.answer_s)


async def until_hung(process: Process, patience: Patience) -> None:
    """Return when a process has been silent too long."""
    # A server of others is asked whether it is ready: it may live and answer, and not be done with its data yet.
    after = patience.misses if process.foreign is None else patience.start_misses
    missed, most = 0, after if process.port else patience.start_misses
    while missed < most:
        await asyncio.sleep(patience.every_s)
        if await answers(process, patience.answer_s):
            missed, most = 0, after
        else:
            missed += 1


async def answers(process: Process, seconds: float) -> bool:
    """Whether a process answers within some seconds; one that listens nowhere cannot be asked."""
    if process.foreign is not None:
        return await process.foreign.server.is_ready(process.foreign.place)
    match process.name:
        case "gateway":
            return await _speaks_http(f"http://{process.address}/healthz", seconds)
        case _ if process.port:
            return await _speaks_grpc(process.address, seconds)
        case _:
            return not process.metrics or await _speaks_http(process.metrics, seconds)


async def _speaks_http(url: str, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds), httpx.AsyncClient(timeout=seconds) as http:
            await http.get(url)
    except (httpx.TransportError, TimeoutError):
        return False
    return True


async def _speaks_grpc(address: str, seconds: float) -> bool:
    async with grpc.aio.insecure_channel(address) as channel:
        try:
            await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=seconds)
        except grpc.aio.AioRpcError as error:
            return error.code() not in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
    return True
