"""Serving gRPC: health, reflection, validation, and a drain that loses nothing."""

import asyncio
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import grpc
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health_aio
from grpc_reflection.v1alpha import reflection
from opentelemetry.instrumentation.grpc import aio_server_interceptor

from services.core.errors import Unavailable
from services.core.rpc.interceptor import ServedCalls
from services.core.settings import SharedSettings
from services.core.telemetry import configure

log = structlog.get_logger()

MAX_MESSAGE_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Registration:
    """A service to serve: its full proto name, how it is added to a server, and how it is closed."""

    name: str
    add: Callable[[grpc.aio.Server], None]


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A server that answers at `address`."""

    address: str
    health: health_aio.HealthServicer
    server: grpc.aio.Server

    async def stop(self, grace_s: float) -> None:
        """Say NOT_SERVING, refuse new calls, and give those in flight `grace_s` seconds."""
        await self.health.enter_graceful_shutdown()
        await self.server.stop(grace_s)


async def start_server(registrations: Sequence[Registration], address: str = "127.0.0.1:0") -> RunningServer:
    """Serve at `host:port` (port 0 takes a free one) or `unix:path`. Raises Unavailable when the address is in use."""
    server = grpc.aio.server(
        interceptors=[aio_server_interceptor(), ServedCalls()],  # type: ignore[no-untyped-call]  # has no types
        options=[
            ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
            ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
            ("grpc.so_reuseport", 0),
        ],
    )
    health = health_aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(health, server)
    for registration in registrations:
        registration.add(server)
    names = [registration.name for registration in registrations]
    reflection.enable_server_reflection(
        (*names, health_pb2.DESCRIPTOR.services_by_name["Health"].full_name, reflection.SERVICE_NAME), server
    )
    bound = _bind(server, address)
    await server.start()
    for name in ("", *names):
        await health.set(name, health_pb2.HealthCheckResponse.SERVING)
    return RunningServer(bound, health, server)


def _bind(server: grpc.aio.Server, address: str) -> str:
    try:
        port = server.add_insecure_port(address)
    except RuntimeError as error:
        raise Unavailable(
            f"{address} cannot be listened on: it is in use or not ours. "
            "Stop what uses it (`sextant down`) or set another address.",
            address=address,
        ) from error
    return address if address.startswith("unix:") else f"{address.rsplit(':', 1)[0]}:{port}"


async def serve(process: str, registrations: Sequence[Registration], settings: SharedSettings, *, address: str) -> None:
    """Configure telemetry, serve until SIGTERM or SIGINT, then drain."""
    configure(process, settings.with_metrics_port(process))
    running = await start_server(registrations, address)
    log.info("serving", address=running.address)
    await stop_signal()
    log.info("draining", seconds=settings.drain_seconds)
    await running.stop(settings.drain_seconds)


async def stop_signal() -> None:
    """Wait for SIGTERM or SIGINT."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    await stopped.wait()
