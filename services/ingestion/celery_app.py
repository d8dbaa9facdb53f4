"""The Celery app of workers on documents: names, and what all our apps share."""

from celery import Celery

from services.ingestion.settings import Settings
from services.ledger.broker import checked
from services.ledger.celery_options import options

QUEUE = "sextant.documents"
TASK = "sextant.document"


def make_app(settings: Settings) -> Celery:
    """An app for one process. Raises BadInput when the broker's URL is none of ours."""
    app = Celery("sextant-documents", broker=checked(settings.broker_url), set_as_current=False)
    app.conf.update(options(QUEUE, settings.ingestion_concurrency))
    return app
