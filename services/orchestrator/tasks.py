"""Celery tasks: doorbells, nothing more."""

from collections.abc import Callable

from celery import Celery

from services.orchestrator.celery_app import CANARY_TASK, RUN_TASK


def register(app: Celery, *, answer: Callable[[str], None], heard: Callable[[], None]) -> None:
    """Give the app its tasks. `answer` works on a run and returns when it is settled; `heard` notes a sign of life."""

    @app.task(name=RUN_TASK)  # type: ignore[untyped-decorator]  # Celery has no types
    def run(run_id: str) -> None:
        """Work on a run until it ends or its lease is lost. Safe to deliver twice, late or never."""
        heard()
        answer(run_id)

    @app.task(name=CANARY_TASK)  # type: ignore[untyped-decorator]  # Celery has no types
    def canary() -> None:
        """Prove that this worker still hears its queue."""
        heard()
