"""The Celery app of document workers.

Ids in JSON over Redis, acknowledged early, no results. The store is the truth.
"""

from celery import Celery
from celery.signals import setup_logging

from services.ingestion.settings import Settings

QUEUE = "sextant.documents"
TASK = "sextant.document"

_CONNECT_S = 2.0
# Longer than the second that kombu blocks on BRPOP, or an idle worker would reconnect all the time.
_SOCKET_S = 10.0
_VISIBILITY_S = 3600  # the shortest of all apps on a broker wins: the same as the orchestrator's


def make_app(settings: Settings) -> Celery:
    """An app for one process."""
    app = Celery("sextant-documents", broker=settings.broker_url, set_as_current=False)
    app.conf.update(
        # A lost ring costs `ingestion_look_s`; a repeated one is refused by the claim.
        task_acks_late=False,
        task_ignore_result=True,
        task_serializer="json",
        accept_content=["json"],
        task_default_queue=QUEUE,
        worker_pool="threads",
        worker_concurrency=settings.ingestion_concurrency,
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_connection_timeout=_CONNECT_S,
        broker_transport_options={
            "visibility_timeout": _VISIBILITY_S,
            "health_check_interval": 10,
            "socket_connect_timeout": _CONNECT_S,
            "socket_timeout": _SOCKET_S,
            "socket_keepalive": True,
            "retry_on_timeout": False,
        },
    )
    return app


def keep_our_logging() -> None:
    """Tell Celery that logging is set up already: it configures logging unless somebody listens to this signal."""
    setup_logging.connect(_nothing, weak=False)


def _nothing(**_facts: object) -> None:
    """Hear the signal."""
