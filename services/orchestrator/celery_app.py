"""The Celery app of workers on runs and of their relay: names, and what all our apps share."""

from celery import Celery

from services.ledger.broker import checked
from services.ledger.celery_options import options
from services.orchestrator.settings import Settings

RUNS_QUEUE = "sextant.runs"
RUN_TASK = "sextant.run"
CANARY_TASK = "sextant.canary"


def make_app(settings: Settings) -> Celery:
    """An app for one process, worker or relay. Raises BadInput when the broker's URL is none of ours."""
    app = Celery("sextant", broker=checked(settings.broker_url), set_as_current=False)
    app.conf.update(options(RUNS_QUEUE, settings.orchestrator_concurrency))
    return app
