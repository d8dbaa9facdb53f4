"""How every Celery app of ours talks to its broker: one place, for the shortest visibility timeout of all wins.

The ledger and the document store are the truth, the broker only rings. A lost ring is rung again (by the reaper, or the
worker looks for itself), and a repeated one is refused by the claim. So messages are ids in JSON, acknowledged early,
without results: late acknowledgement would add nothing but redelivery storms after the visibility timeout.
"""

from typing import Any

from celery.signals import setup_logging

CONNECT_S = 2.0
# Longer than the second that kombu blocks on BRPOP, or an idle worker would reconnect all the time.
SOCKET_S = 10.0
VISIBILITY_S = 3600
# A connection that was idle longer is asked before it is used.
HEALTH_S = 10


def options(queue: str, concurrency: int) -> dict[str, Any]:
    """Options of an app whose tasks go to `queue` and whose worker has `concurrency` threads.

    Queues are addressed by name and need no declared bindings, so that a broker that lost everything (FLUSHALL,
    failover) takes messages again at once.
    """
    return {
        "task_acks_late": False,
        "task_ignore_result": True,
        "result_backend": None,
        "task_serializer": "json",
        "accept_content": ["json"],
        "task_default_queue": queue,
        "task_publish_retry": False,
        "worker_pool": "threads",
        "worker_concurrency": concurrency,
        "worker_prefetch_multiplier": 1,
        "worker_enable_remote_control": False,
        "worker_send_task_events": False,
        "worker_hijack_root_logger": False,
        "worker_redirect_stdouts": False,
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        "broker_connection_timeout": CONNECT_S,
        "broker_transport_options": {
            "visibility_timeout": VISIBILITY_S,
            "health_check_interval": HEALTH_S,
            "socket_connect_timeout": CONNECT_S,
            "socket_timeout": SOCKET_S,
            "socket_keepalive": True,
            "retry_on_timeout": False,
        },
    }


def keep_our_logging() -> None:
    """Tell Celery that logging is set up already: it configures logging unless somebody listens to this signal."""
    setup_logging.connect(_nothing, weak=False)


def _nothing(**_facts: object) -> None:
    """Hear the signal."""
