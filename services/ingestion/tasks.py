"""Celery tasks: a doorbell, nothing more."""

from collections.abc import Callable

from celery import Celery

from services.ingestion.celery_app import TASK


def register(app: Celery, answer: Callable[[str], None]) -> None:
    """Give the app its task. `answer` works on a document and returns when it is settled."""

    @app.task(name=TASK)  # type: ignore[untyped-decorator]  # Celery has no types
    def document(document_id: str) -> None:
        """Work on a document until it has its state or its lease is lost. Safe to deliver twice, late or never."""
        answer(document_id)
