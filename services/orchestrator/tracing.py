"""The trace of a run: it goes on from the caller's, and every attempt is a child of the same parent."""

from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from services.ledger.models import Claim


@contextmanager
def attempt_span(claim: Claim) -> Iterator[None]:
    """A span around an attempt at a run."""
    parent = TraceContextTextMapPropagator().extract({"traceparent": claim.run.trace_parent})
    facts: dict[str, str | int] = {
        "sextant.run_id": claim.run.id,
        "sextant.attempt": claim.attempt,
        "sextant.recalled": len(claim.steps),
    }
    with trace.get_tracer("sextant").start_as_current_span("run", context=parent, attributes=facts):
        yield
