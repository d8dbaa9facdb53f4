"""Logs, traces and metrics of a process. Nothing is set up at import: `configure` is called once, in `__main__`."""

import io
import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import structlog
from opentelemetry import trace
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from prometheus_client import Counter, Histogram, start_http_server

from services.core.settings import SharedSettings

STAGE_SECONDS = Histogram(
    "sextant_stage_seconds",
    "Seconds that a stage of a run took.",
    ["stage"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
RPC_TOTAL = Counter("sextant_rpc_total", "Calls served, by method and code.", ["method", "code"])


def configure(process: str, settings: SharedSettings) -> None:
    """Set up logging to stderr, traces to the OTLP endpoint, and the Prometheus port, as the settings say."""
    _configure_logs(process, settings)
    _configure_traces(process, settings)
    if settings.metrics_port > 0:
        start_http_server(settings.metrics_port, addr=settings.metrics_host)


def _configure_logs(process: str, settings: SharedSettings) -> None:
    renderer: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if settings.log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    level = logging.getLevelNamesMapping().get(settings.log_level.upper(), logging.INFO)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _with_trace,
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(Unfailing(sys.stderr)),  # type: ignore[arg-type]  # it is one
    )
    structlog.contextvars.bind_contextvars(process=process)
    style = "%(levelname)s %(name)s %(message)s"
    logging.basicConfig(stream=sys.stderr, level=max(level, logging.WARNING), format=style)


class Unfailing(io.TextIOBase):
    """Writes to another stream; a line that cannot be written, on a full disk, is lost and costs nobody his answer."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """As far as it goes."""
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """As far as it goes."""
        with suppress(OSError):
            self._stream.flush()


def _with_trace(_logger: object, _name: str, entry: structlog.typing.EventDict) -> structlog.typing.EventDict:
    context = trace.get_current_span().get_span_context()
    if context.is_valid:
        entry["trace_id"] = trace.format_trace_id(context.trace_id)
    return entry


def _configure_traces(process: str, settings: SharedSettings) -> None:
    if not (url := settings.otlp_endpoint):
        return
    # Late, or every process that sends no traces would pay half a second for it.
    from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter  # noqa: PLC0415

    provider = TracerProvider(resource=Resource.create({"service.name": f"sextant-{process}"}))
    exporter = OTLPSpanExporter(endpoint=url, insecure=not url.startswith("https"))
    provider.add_span_processor(BatchSpanProcessor(exporter))
    trace.set_tracer_provider(provider)


@contextmanager
def stage_timer(stage: str) -> Iterator[None]:
    """Time a stage: a span, and one observation of `sextant_stage_seconds` in seconds."""
    began = time.perf_counter()
    with trace.get_tracer("sextant").start_as_current_span(stage):
        try:
            yield
        finally:
            STAGE_SECONDS.labels(stage).observe(time.perf_counter() - began)
