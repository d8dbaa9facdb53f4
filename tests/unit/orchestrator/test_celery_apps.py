"""The Celery apps agree where they must."""

from services.ingestion import celery_app as documents
from services.ingestion.settings import Settings as IngestionSettings
from services.orchestrator import celery_app as runs
from services.orchestrator.settings import Settings as OrchestratorSettings


def test_all_apps_on_a_broker_talk_to_it_alike_each_on_its_own_queue() -> None:
    one = runs.make_app(OrchestratorSettings(orchestrator_concurrency=3)).conf
    two = documents.make_app(IngestionSettings(ingestion_concurrency=5)).conf
    assert one.broker_transport_options == two.broker_transport_options
    assert one.broker_transport_options["visibility_timeout"] == 3600
    for name in ("task_acks_late", "task_ignore_result", "accept_content", "worker_pool", "task_publish_retry"):
        assert one[name] == two[name]
    assert (one.worker_concurrency, two.worker_concurrency) == (3, 5)
    assert (one.task_default_queue, two.task_default_queue) == (runs.RUNS_QUEUE, documents.QUEUE)
