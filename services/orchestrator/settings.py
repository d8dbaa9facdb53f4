"""Settings of the orchestrator and its relay: `SEXTANT_ORCHESTRATOR_…`. All times are seconds."""

import os
import socket
from pathlib import Path

from pydantic import Field

from services.core.settings import SharedSettings


class Settings(SharedSettings):
    """What the worker, the relay and the reaper go by."""

    orchestrator_name: str = Field("", description="Name of this worker among all; empty is host and process id.")
    orchestrator_concurrency: int = Field(4, ge=1, description="Runs that one worker works on at the same time.")
    orchestrator_lease_s: float = Field(15.0, gt=0, description="How long a claim is good without a heartbeat.")
    orchestrator_heartbeat_s: float = Field(5.0, gt=0, description="How often a claim is extended.")
    orchestrator_cancel_poll_s: float = Field(1.0, gt=0, description="How often a worker looks for a wish to stop.")
    orchestrator_retries: int = Field(3, ge=0, description="How often a run waits for what is unavailable.")
    orchestrator_backoff_s: float = Field(2.0, gt=0, description="The first wait; each next one is twice as long.")
    orchestrator_drain_s: float = Field(5.0, ge=0, description="How long a stopping worker lets runs go on.")
    orchestrator_reap_s: float = Field(5.0, gt=0, description="How often the reaper looks.")
    orchestrator_nudge_s: float = Field(15.0, gt=0, description="How long a run is queued before it is rung for again.")
    orchestrator_max_losses: int = Field(3, ge=1, description="Lost workers on one step that make a run dead.")
    orchestrator_relay_poll_s: float = Field(0.2, gt=0, description="How often the relay looks for doorbells.")
    orchestrator_canary_s: float = Field(60.0, gt=0, description="How often a worker sends itself a canary.")
    orchestrator_deaf_s: float = Field(180.0, gt=0, description="Silence after which an idle worker is deaf.")
    orchestrator_liveness_file: Path = Field(Path(), description="Touched while the worker is well.")

    @property
    def worker_name(self) -> str:
        """Who holds a lease."""
        return self.orchestrator_name or f"{socket.gethostname()}-{os.getpid()}"

    @property
    def liveness_file(self) -> Path:
        """Where a probe looks."""
        set_one = self.orchestrator_liveness_file
        return set_one if set_one.name else self.data_dir / "orchestrator.alive"
