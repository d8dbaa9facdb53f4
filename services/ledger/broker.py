"""What a broker must be, looked at when a process starts: one Redis or Valkey that evicts nothing.

Celery's queues are lists that a worker waits on, which a cluster does not serve across its slots. A broker that evicts
loses doorbells. None of them is the truth, so a lost one costs time and no run.
"""

from urllib.parse import urlsplit

import redis
import structlog

from services.core.errors import BadInput
from services.ledger.celery_options import CONNECT_S

log = structlog.get_logger()

SCHEMES = ("redis", "rediss", "redis+socket", "memory")  # the last within one process, as tests have it
POLICY = "noeviction"


def checked(url: str) -> str:
    """The URL of a broker. Raises BadInput for a cluster, and for what is no Redis."""
    parts = urlsplit(url)
    if "cluster" in parts.scheme or "," in parts.netloc:
        raise _cluster()
    if parts.scheme not in SCHEMES:
        raise BadInput(f"SEXTANT_BROKER_URL: {parts.scheme or 'nothing'}:// is no Redis. Write redis://host:6379/0.")
    return url


def look(url: str) -> None:
    """Ask a broker what it is. One that does not answer now is asked nothing: it may come later.

    Raises BadInput for a cluster; warns of one that evicts.
    """
    if not checked(url).startswith(("redis://", "rediss://")):
        return
    with redis.Redis.from_url(url, socket_connect_timeout=CONNECT_S, socket_timeout=CONNECT_S, retry=None) as client:
        try:
            told = client.info()
        except redis.RedisError as error:
            log.info("broker was not looked at", why=str(error))
            return
    if told.get("redis_mode") == "cluster" or told.get("cluster_enabled"):
        raise _cluster()
    policy = told.get("maxmemory_policy", POLICY)
    if policy != POLICY and told.get("maxmemory"):
        log.warning("broker evicts", policy=policy, do=f"set maxmemory-policy {POLICY}; keep caches elsewhere")


def _cluster() -> BadInput:
    return BadInput(
        "SEXTANT_BROKER_URL names a cluster of Redis, which Celery cannot use. Give it one Redis, with a replica if it "
        "must not fail: redis://host:6379/0."
    )
