"""Milvus: the vector index, as the standalone server with its own etcd and storage inside.

It listens on every interface but for its etcd, and asks nobody for a name: 2.3 binds to no address. Beside others'
machines, keep its ports behind a firewall.
"""

import re
from pathlib import Path

import httpx

from services.cli.stack.ports import LOOPBACK
from services.cli.stack.servers.server import Launch, Place, Server, fetched

# Of the PyPI package milvus, which carries the server.
VERSION = "2.3.5"
ANSWER_SECONDS = 2.0
# How long the parts of a server that was killed count as living: it answers "not loaded" so long after a restart. One
# that hangs for longer ends itself. Its own 30 s make every restart half a minute.
SESSION_SECONDS = 10
# How long it may take to end orderly; what is written is safe in its log at once.
STOP_SECONDS = 5
# Names as in its configuration's template; the last two are not in there.
PORTS = (
    "proxy_port", "proxy_internal_port", "root_coord_port", "query_coord_port", "query_node_port", "index_coord_port",
    "index_node_port", "data_coord_port", "data_node_port", "etcd_port", "etcd_peer_port", "metrics_port",
)  # fmt: skip
_BLANK = re.compile(r"\{\{ (\w+)(?:\(\w+\))?(?:: ([^}]*?))? \}\}")
_ADDRESS = re.compile(r"^  ip: #.*$", re.MULTILINE)


def _find() -> Path | None:
    return fetched("milvus", VERSION)


def _prepare(home: Path, place: Place) -> Launch:
    configuration = place.folder / "configuration"
    configuration.mkdir(parents=True, exist_ok=True)
    template = (home / "config.yaml.template").read_text(encoding="utf-8")
    (configuration / "milvus.yaml").write_text(_filled(template, place), encoding="utf-8")
    (configuration / "etcd.yaml").write_text(_etcd(place), encoding="utf-8")
    (configuration / "glog.conf").write_bytes((home / "glog.conf").read_bytes())
    environment = {
        "DEPLOY_MODE": "STANDALONE",
        "METRICS_PORT": str(place.ports["metrics_port"]),
        "MILVUSCONF": str(configuration),
        "MILVUS_RUN_DIR": str(place.folder / "run"),
        "LD_LIBRARY_PATH": str(home / "bin"),
    }
    return Launch((str(home / "bin" / "milvus"), "run", "standalone"), environment)


def _filled(template: str, place: Place) -> str:
    """The template with this place's ports and paths."""
    values = {
        "etcd_log_path": str(place.folder / "etcd.log"),
        "system_log_path": '""',  # to stdout only
        "etcd_data_dir": str(place.folder / "etcd"),
        "local_storage_dir": str(place.folder / "storage"),
        "rocksmq_data_dir": str(place.folder / "rocksmq"),
        **{name: str(port) for name, port in place.ports.items()},
    }
    text = _BLANK.sub(lambda blank: values.get(blank[1], blank[2] or ""), template)
    own_etcd = f"etcd:\n  config:\n    path: {place.folder / 'configuration' / 'etcd.yaml'}\n"
    text = text.replace("etcd:\n", own_etcd, 1).replace("ttl: 30 #", f"ttl: {SESSION_SECONDS} #")
    text = text.replace("gracefulStopTimeout: 1800 #", f"gracefulStopTimeout: {STOP_SECONDS} #")
    # Its parts call each other here, and not at an address that the machine may lose.
    return _ADDRESS.sub(f"  ip: {LOOPBACK}", text)


def _etcd(place: Place) -> str:
    """Configuration of the etcd inside, which would take 2379 and 2380 otherwise."""
    client, peer = (f"http://{place.address(name)}" for name in ("etcd_port", "etcd_peer_port"))
    return (
        f"name: default\nlisten-client-urls: {client}\nadvertise-client-urls: {client}\n"
        f"listen-peer-urls: {peer}\ninitial-advertise-peer-urls: {peer}\ninitial-cluster: default={peer}\n"
    )


async def _is_ready(place: Place) -> bool:
    """Whether it names its collections: its health page says OK before it can."""
    try:
        async with httpx.AsyncClient(timeout=ANSWER_SECONDS) as http:
            reply = await http.get(f"http://{place.address('proxy_port')}/v1/vector/collections")
            return reply.is_success and reply.json().get("code") == httpx.codes.OK
    except (httpx.HTTPError, ValueError):
        return False


def _settings(place: Place) -> dict[str, str]:
    return {"SEXTANT_MILVUS_URL": f"http://{place.address('proxy_port')}"}


MILVUS = Server(
    name="milvus",
    ports=PORTS,
    find=_find,
    how_to_get="Run `make servers`, which fetches one (x86-64 Linux).",
    prepare=_prepare,
    is_ready=_is_ready,
    settings=_settings,
    start_seconds=180.0,
)
