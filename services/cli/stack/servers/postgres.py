"""PostgreSQL: the ledger and the document store, a database each."""

import asyncio
import os
import secrets
import shutil
import signal
import struct
import subprocess
from pathlib import Path

from services.cli.stack.ports import LOOPBACK
from services.cli.stack.servers.server import Launch, Place, Server, fetched
from services.cli.stack.servers.user import lowered
from services.core.errors import Unavailable

# Of the PyPI package pgserver, which carries PostgreSQL 16.
VERSION = "0.1.4"
USER = "sextant"
DATABASES = ("ledger", "documents")
PREPARE_SECONDS = 120.0
ANSWER_SECONDS = 2.0
# Message formats: https://www.postgresql.org/docs/16/protocol-message-formats.html
PROTOCOL_3 = 196608
AUTHENTICATION = b"R"


def _find() -> Path | None:
    folder = fetched("postgres", VERSION)
    carried = sorted(folder.glob("lib/python*/site-packages/pgserver/pginstall")) if folder else []
    if carried:
        return carried[0]
    debian = sorted(Path("/usr/lib/postgresql").glob("[0-9]*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    installed = str(debian[-1]) if debian else shutil.which("postgres")
    return Path(installed).resolve().parent.parent if installed else None


def _prepare(home: Path, place: Place) -> Launch:
    data = place.folder / "data"
    if not data.exists():
        _initialise(home, place.folder, data)
    command = (str(home / "bin" / "postgres"), "-D", str(data), "-p", str(place.ports["postgres"]))
    options = (f"listen_addresses={LOOPBACK}", "unix_socket_directories=", "max_connections=200")
    return Launch(lowered((*command, *(word for option in options for word in ("-c", option))), place.folder))


def _initialise(home: Path, folder: Path, data: Path) -> None:
    """Make the data folder, whole or not at all."""
    half = folder / "data.half"
    shutil.rmtree(half, ignore_errors=True)
    _write_password(folder)
    initdb = ("--username", USER, "--pwfile", str(_password(folder)), "--auth", "scram-sha-256")
    text = ("--encoding", "UTF8", "--locale", "C")
    _call((str(home / "bin" / "initdb"), "-D", str(half), *initdb, *text), folder)
    for name in DATABASES:
        _call(
            (str(home / "bin" / "postgres"), "--single", "-D", str(half), "postgres"), folder, f"CREATE DATABASE {name}"
        )
    half.rename(data)


def _write_password(folder: Path) -> None:
    path = _password(folder)
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(24))


def _password(folder: Path) -> Path:
    return folder / "password"


def _call(command: tuple[str, ...], folder: Path, told: str = "") -> None:
    """Run a program of PostgreSQL to its end. Raises Unavailable with what it said."""
    try:
        subprocess.run(
            lowered(command, folder),
            input=told,
            check=True,
            capture_output=True,
            encoding="utf-8",
            timeout=PREPARE_SECONDS,
            cwd=folder,
        )
    except subprocess.CalledProcessError as error:
        raise Unavailable(f"PostgreSQL cannot be prepared: {error.stderr.strip() or error}.") from error
    except subprocess.TimeoutExpired as error:
        raise Unavailable(f"PostgreSQL cannot be prepared within {PREPARE_SECONDS:.0f} s.") from error


async def _is_ready(place: Place) -> bool:
    """Whether it asks for a password: while it starts, recovers or stops it sends an error instead."""
    words = f"user\0{USER}\0database\0postgres\0\0".encode()
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection(LOOPBACK, place.ports["postgres"])
            try:
                writer.write(struct.pack("!ii", len(words) + 8, PROTOCOL_3) + words)
                return await reader.read(1) == AUTHENTICATION
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False


def url(place: Place, database: str) -> str:
    """SQLAlchemy's URL of one of its databases, with the password that its folder keeps."""
    password = _password(place.folder).read_text(encoding="ascii")
    return f"postgresql+asyncpg://{USER}:{password}@{place.address('postgres')}/{database}"


def _settings(place: Place) -> dict[str, str]:
    return {"SEXTANT_DATABASE_URL": url(place, "ledger"), "SEXTANT_DOCUMENTS_URL": url(place, "documents")}


POSTGRES = Server(
    name="postgres",
    ports=("postgres",),
    find=_find,
    how_to_get="Run `make servers`, which fetches one, or install your system's postgresql.",
    prepare=_prepare,
    is_ready=_is_ready,
    settings=_settings,
    ends_on=signal.SIGINT,  # on SIGTERM it waits until all its clients have left
)
