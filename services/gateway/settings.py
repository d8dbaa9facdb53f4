"""Settings of the gateway: `SEXTANT_GATEWAY_…`. Times are seconds, sizes are bytes."""

from pathlib import Path

from pydantic import Field

from services.core.endpoints import PORTS
from services.core.settings import SharedSettings


class Settings(SharedSettings):
    """What the gateway goes by."""

    gateway_host: str = Field("127.0.0.1", description="Address to listen on; only loopback without authentication.")
    gateway_port: int = Field(PORTS["gateway"], ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    gateway_default_tenant: str = Field("default", description="Tenant of a request that names none.")
    gateway_profile: str = Field("general", description="Retrieval profile of a question that names none.")
    gateway_time_zone: str = Field("UTC", description="Time zone in which relative dates are read.")
    gateway_fiscal_year_start_month: int = Field(1, ge=1, le=12, description="First month of the fiscal year.")
    gateway_deadline_s: float = Field(120.0, gt=0, description="Time limit of a run that names none.")
    gateway_max_deadline_s: float = Field(1800.0, gt=0, description="The longest time limit that may be asked for.")
    gateway_search_deadline_s: float = Field(15.0, gt=0, description="Time limit of a search.")
    gateway_question_limit: int = Field(20_000, ge=1, le=20_000, description="Characters that a question may have.")
    gateway_body_limit: int = Field(8 * 1024 * 1024, ge=1, description="Bytes that a JSON request may have.")
    gateway_upload_limit: int = Field(200 * 1024 * 1024, ge=1, description="Bytes that an upload may have.")
    gateway_upload_files: int = Field(100, ge=1, description="Files that one upload may have.")
    gateway_heartbeat_s: float = Field(10.0, gt=0, description="How often a silent stream says that it lives.")
    gateway_poll_s: float = Field(0.03, gt=0, description="The shortest wait between two looks at a run.")
    gateway_slow_poll_s: float = Field(0.15, gt=0, description="The longest wait between two looks at a run.")
    gateway_drain_s: float = Field(8.0, ge=0, description="How long requests may go on when the gateway stops.")

    @property
    def blob_dir(self) -> Path:
        """Where the original bytes of documents lie."""
        return self.data_dir / "blobs"
