"""Figures of runs for Prometheus. Process-wide, as its client library has them."""

from prometheus_client import Counter, Gauge, Histogram

RUNS_ENDED = Counter("sextant_run_ended_total", "Runs that a worker ended, by state.", ["status"])
RUNS_ACTIVE = Gauge("sextant_run_active", "Runs that this worker works on.")
RUN_SECONDS = Histogram(
    "sextant_run_seconds",
    "Seconds that a worker spent on an attempt at a run.",
    buckets=(0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300),
)
RUNS_RETRIED = Counter("sextant_run_retries_total", "Runs set aside because something was unavailable.")
LEASES_LOST = Counter("sextant_run_lease_lost_total", "Attempts that found their run in other hands.")
LEASES_EXPIRED = Counter("sextant_lease_expired_total", "Leases that ran out: lost workers.")
DEAD = Counter("sextant_dead_total", "Runs ended because one step lost its worker too often.")
LATE = Counter("sextant_run_late_total", "Runs that the reaper ended after their deadline.")
NUDGED = Counter("sextant_run_nudged_total", "Runs rung for again after a long wait in the queue.")
DOORBELLS = Counter("sextant_doorbells_total", "Doorbells taken from the outbox, by how ringing went.", ["result"])
OLDEST_QUEUED = Gauge("sextant_oldest_queued_seconds", "Seconds that the longest waiting run has been queued.")
