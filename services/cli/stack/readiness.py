"""Whether a process does its work: asked in its own protocol, not by its port being open."""

import asyncio

import grpc
import httpx
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.cli.stack.processes import Process

SECONDS = 2.0


async def is_ready(process: Process) -> bool:
    """One real request: a server's own, /readyz or gRPC health; true for a process that listens nowhere."""
    if process.foreign is not None:
        return await process.foreign.server.is_ready(process.foreign.place)
    if not process.port:
        return True
    if not await _listens(process.port):
        return False
    return await (_answers(process.port) if process.name == "gateway" else _serves(process.address))


async def _listens(port: int) -> bool:
    """Whether somebody accepts: costs nothing while a process still imports."""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


async def _answers(port: int) -> bool:
    try:
        async with httpx.AsyncClient(timeout=SECONDS) as http:
            reply = await http.get(f"http://127.0.0.1:{port}/readyz")
            return reply.is_success
    except httpx.TransportError:
        return False


async def _serves(address: str) -> bool:
    async with grpc.aio.insecure_channel(address) as channel:
        try:
            reply = await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=SECONDS)
        except grpc.aio.AioRpcError:
            return False
    return bool(reply.status == health_pb2.HealthCheckResponse.SERVING)
