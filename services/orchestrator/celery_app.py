"""The Celery app: ids in JSON over Redis, acknowledged early, no results. The ledger is the truth, not the broker."""

from celery import Celery
from celery.signals import setup_logging

from services.orchestrator.settings import Settings

RUNS_QUEUE = "sextant.runs"
DOCUMENTS_QUEUE = "sextant.documents"
RUN_TASK = "sextant.run"
CANARY_TASK = "sextant.canary"

CONNECT_TIMEOUT_S = 2.0
# Longer than the second that kombu blocks on BRPOP, or an idle worker would reconnect all the time.
SOCKET_TIMEOUT_S = 10.0
HEALTH_CHECK_S = 10


def make_app(settings: Settings) -> Celery:
    """An app for one process, worker or relay. Queues are addressed by name and need no declared bindings, so that a
    broker that lost everything (FLUSHALL, failover) takes messages again at once."""
    app = Celery("sextant", broker=settings.broker_url, set_as_current=False)
    app.conf.update(
        # A lost message is rung again by the reaper and a repeated one is refused by the claim. Late acknowledgement
        # would add nothing but redelivery storms after the visibility timeout.
        task_acks_late=False,
        task_ignore_result=True,
        result_backend=None,
        task_serializer="json",
        accept_content=["json"],
        task_default_queue=RUNS_QUEUE,
        task_publish_retry=False,
        worker_pool="threads",
        worker_concurrency=settings.orchestrator_concurrency,
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_connection_timeout=CONNECT_TIMEOUT_S,
        broker_transport_options={
            "visibility_timeout": settings.orchestrator_visibility_timeout_s,
            "health_check_interval": HEALTH_CHECK_S,
            "socket_connect_timeout": CONNECT_TIMEOUT_S,
            "socket_timeout": SOCKET_TIMEOUT_S,
            "socket_keepalive": True,
            "retry_on_timeout": False,
        },
    )
    return app


def keep_our_logging() -> None:
    """Tell Celery that logging is set up already."""
    setup_logging.connect(_nothing, weak=False)


def _nothing(**_facts: object) -> None:
    """Celery configures logging unless somebody listens to this signal."""
